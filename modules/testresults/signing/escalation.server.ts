// Critical results without a call in time: notifies the pathologists of the lab of each once, later its managers.
import { recordPath } from '../../../core/record-path.ts'
import { join, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { toldName } from '../../openings/open.server.ts'
import { escalation, type Step } from './escalation.rules.ts'

type Uncalled = {
  readonly LabId: number
  readonly Element: string
  readonly AccessionNo: string
  readonly SaleId: number
  readonly WorkSheetId: number | null
}

/** Since when a call is owed, for work of which an index has it by that time. */
const since: readonly { at: Sql; among: Sql }[] = [
  {
    at: sql`work.newest_entered_at`,
    among: sql`
      work.newest_is_critical
      and work.call_again_at is null
    `,
  },
  { at: sql`work.call_again_at`, among: sql`work.call_again_at is not null` },
]
const uncalled = ({ at, among }: (typeof since)[number], minutes: number): Sql => sql`
  select
    work.newest_result_id as result_id,
    -- for an outside lab its keeper is notified
    work.bench_id as lab_id,
    work.work_sheet_id,
    ${toldName(sql`element`)} as name,
    work.sale_id,
    work.accession_no
  from
    work_item_facts work
    join elements element on element.element_id = work.element_id
  where
    work.to_call
    and ${among}
    and ${at} <= now() - make_interval(mins => ${minutes})
    -- older ones were reported long ago
    and ${at} > now() - interval '7 days'
`

/** Marks and answers results due at a step and not reported yet: two runs at once report each of them once. */
const due = (tx: Tx, { step, minutes }: Step): Promise<Uncalled[]> =>
  tx.rows<Uncalled>(sql`
    with
      uncalled as (${join(
        since.map((one) => uncalled(one, minutes)),
        ' union all ',
      )}),
      marked as (
        insert into
          critical_escalations (result_id, step)
        select
          result_id,
          ${step}::int
        from
          uncalled
        on conflict do nothing
        returning
          result_id
      )
    select
      uncalled.lab_id as "LabId",
      uncalled.name as "Element",
      uncalled.accession_no as "AccessionNo",
      uncalled.sale_id as "SaleId",
      uncalled.work_sheet_id as "WorkSheetId"
    from
      uncalled
      join marked using (result_id)
    order by
      uncalled.result_id
  `)

const tell = async (tx: Tx, one: Step): Promise<void> => {
  for (const [labId, group] of Map.groupBy(await due(tx, one), (row) => row.LabId)) {
    const users = await usersAt(tx, labId, one.roles)
    for (const { Element, AccessionNo, SaleId, WorkSheetId } of group)
      await notifyUsers(tx, users, {
        creater: 'System',
        subject: `Critical value not called: ${Element}`,
        content: `${Element} on ${AccessionNo}: no call is logged ${one.minutes} minutes after it was entered`,
        path: recordPath('testresults', { WorkSheetId, SaleId }),
      })
  }
}

export const escalateCritical: ScheduledJob = {
  name: 'escalate-critical',
  summary: 'Escalate critical results without a logged call',
  schedule: '* * * * *',
  run: ({ db }) =>
    db.transaction(async (tx) => {
      for (const step of escalation) await tell(tx, step)
    }),
}
