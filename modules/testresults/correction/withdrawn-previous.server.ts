// After results are withdrawn: reports that were issued meanwhile and print one of them as the previous result get
// their next version without it. What was only amended stays as it was printed: it was in force then.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import type { Author, Caller, Issuer } from '../../../server/caller.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf } from '../work-item.rules.ts'
import { isCancelled, isUnlocked, withoutPrevious, wrongPrevious } from './printed-previous.server.ts'

const why = { action: 'withdraw result', ReasonId: null, Remarks: 'A previous result that it printed is withdrawn' }

type Withdrawn = {
  readonly Patient: number
  readonly Name: string
  readonly Items: number[]
  readonly Since: string
  readonly By: string
}
/**
 * What is withdrawn, by patient; `which`: a condition of SQL. `since`: when the first of it was issued; `by`: who
 * signed the last withdrawal.
 */
const withdrawnOf = (tx: Tx, which: Sql): Promise<Withdrawn[]> =>
  tx.rows<Withdrawn>(sql`
    select
      sale.patient_id as patient,
      patient.name,
      array_agg(distinct item.work_item_id) as items,
      min(earlier.released_at) as since,
      (
        array_agg(
          signer.full_name
          order by
            value.released_at desc
        )
      ) [1] as by
    from
      work_items item
      join results value on value.result_id = item.result_id
      join results earlier on earlier.work_item_id = item.work_item_id
      join sales sale on sale.sale_id = item.sale_id
      join clients patient on patient.client_id = sale.patient_id
      left join users signer on signer.user_id = value.approved_by_id
    where
      ${which}
      and value.result is null
      and earlier.result is not null
      and earlier.released_at is not null
    group by
      sale.patient_id,
      patient.name
  `)

/** The bill of the sale is open again, and its report is issued by nobody meanwhile: its signatories look at it. */
const leaveToSignatories = async (tx: Tx, user: Issuer, rows: readonly ResultRow[]): Promise<void> => {
  for (const [labId, [row]] of Map.groupBy(rows, benchOf))
    await tellOthers(tx, user, labId, [role.Pathologist], {
      subject: 'A previous result on a report is withdrawn',
      content:
        `${row?.Sale.AccessionNo ?? ''} prints it still and is unlocked at the counter: ` +
        'correct its details once it is accessioned',
      path: recordPath('testreports', { SaleId: Number(row?.SaleId) }),
    })
}

const takeOff = async (tx: Tx, user: Issuer, { Patient, Name, Items, Since }: Withdrawn): Promise<void> => {
  const taken = { moved: sql`had.work_item_id = any (${Items})`, target: Patient, since: sql`${Since}::timestamptz` }
  for (const [saleId, Changes] of await wrongPrevious(tx, taken, 'withdrawn')) {
    await lockWork(tx, [saleId])
    const rows = await rowsOfSales(tx, [saleId])
    // the report of a cancelled sale is issued in nobody's name again
    if (rows.some(isCancelled)) continue
    if (rows.some(isUnlocked)) await leaveToSignatories(tx, user, rows)
    else await withoutPrevious(tx, user, rows, { why, patient: Name, Changes })
  }
}

/** Asked after results of these sales may have been withdrawn. */
export const takeOffWithdrawn = async (tx: Tx, user: Caller, saleIds: readonly number[]): Promise<void> => {
  const now = await withdrawnOf(
    tx,
    sql`
      item.sale_id = any (${[...saleIds]})
      and value.released_at = now()
    `,
  )
  for (const one of now) await takeOff(tx, user, one)
}

/** The same for results that were withdrawn before, in the name of who signed that. */
export const takeOffWithdrawnBefore = async (tx: Tx, author: Author, workItemIds: readonly number[]): Promise<void> => {
  const before = await withdrawnOf(tx, sql`item.work_item_id = any (${[...workItemIds]})`)
  for (const one of before) await takeOff(tx, { UserId: author.UserId, FullName: one.By, Clients: [] }, one)
}
