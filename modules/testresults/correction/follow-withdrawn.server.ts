// Reports that printed as a previous result what was withdrawn in an earlier release: each gets its next version, as
// with a withdrawal now.
import { sql, type Database, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import { eachAlone, type ScheduledJob } from '../../../server/job.ts'
import { lockToIssue } from '../entry/bench.server.ts'
import { takeOffWithdrawnBefore } from './withdrawn-previous.server.ts'

type Patient = { readonly Sales: number[] }
/** The sales whose withdrawals are to be followed, those of a patient together. */
const patientsToAsk = (db: Database): Promise<Patient[]> =>
  db.read.rows<Patient>(sql`
    select
      array_agg(distinct sale.sale_id) as sales
    from
      withdrawals_to_follow waiting
      join work_items item on item.work_item_id = waiting.work_item_id
      join sales sale on sale.sale_id = item.sale_id
    group by
      sale.patient_id
    order by
      sale.patient_id
  `)

const follow = async (tx: Tx, actor: Author, { Sales }: Patient): Promise<void> => {
  await lockToIssue(tx, Sales)
  const waiting = await tx.rows<{ WorkItemId: number }>(sql`
    delete from withdrawals_to_follow waiting using work_items item
    where
      item.work_item_id = waiting.work_item_id
      and item.sale_id = any (${Sales})
    returning
      waiting.work_item_id
  `)
  await takeOffWithdrawnBefore(
    tx,
    actor,
    waiting.map((row) => row.WorkItemId),
  )
}

export const followWithdrawn: ScheduledJob = {
  name: 'follow-withdrawn',
  summary: 'Take withdrawn results off later reports',
  schedule: '*/10 * * * *',
  // what failed is tried again at the next time
  run: async ({ db, actor }) =>
    eachAlone(await patientsToAsk(db), (patient) => db.transaction((tx) => follow(tx, actor, patient))),
}
