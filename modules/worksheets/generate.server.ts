// Generates worksheets: divides the pending work of the lab by department or instrument.
import { writeAudit } from '../../server/door/audit.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { refused } from '../../server/refusal.ts'
import { clientType, workItemStatus } from '../lists/items.model.ts'
import { dividedIntoSheets } from './divide.rules.ts'

/** What is on hold waits for something else. */
const toPlace = [workItemStatus.Pending, workItemStatus.Repeat]

type Pending = { WorkItemId: number; DepartmentId: number; InstrumentId: number | null; PatientId: number }

/**
 * Work items waiting at the lab: STAT first, then by report date, then by accession. What is being entered is left.
 * Found first and locked then: joined to its own rows, the work of a morning would be looked through once a row.
 */
const pending = (tx: Tx, labId: number): Promise<Pending[]> =>
  tx.rows<Pending>(sql`
    with
      waiting as materialized (
        select
          work.work_item_id,
          work.patient_id,
          work.placed_instrument_id,
          work.is_stat,
          work.report_date,
          work.accession_no
        from
          work_item_facts work
        where
          work.lab_id = ${labId}
          and work.status_id in (${literal(...toPlace)})
          and work.work_sheet_id is null
          and work.to_enter
      )
    select
      item.work_item_id,
      item.department_id,
      case
        when instrument.print_worksheet then instrument.instrument_id
      end as instrument_id,
      waiting.patient_id
    from
      waiting
      join work_items item on item.work_item_id = waiting.work_item_id
      left join lab_instruments owned on owned.lab_instrument_id = waiting.placed_instrument_id
      left join instruments instrument on instrument.instrument_id = owned.instrument_id
    where
      -- once more under the lock
      item.status_id in (${literal(...toPlace)})
      and item.work_sheet_id is null
    order by
      waiting.is_stat desc,
      waiting.report_date,
      waiting.accession_no,
      waiting.work_item_id
    for update of
      item skip locked
  `)

/** One at a time for a lab: two that take turns at its work would cut a patient's. */
const inTurn = (tx: Tx, labId: number): Promise<unknown> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtextextended ('worksheets of ' || ${labId}::int, 0))
  `)

/** Worksheets by department (or instrument that prints its own), a patient's work on one. Answers the keys. */
export const generateWorksheets = async (tx: Tx, user: Caller): Promise<number[]> => {
  if (user.EntityTypeId !== clientType.Lab && user.EntityTypeId !== clientType.ExternalLab)
    throw refused('Worksheets are generated for a lab; change to a lab as your entity')
  const groups = new Map<string, Pending[]>()
  await inTurn(tx, user.EntityId)
  for (const item of await pending(tx, user.EntityId)) {
    const key = `${item.DepartmentId}:${item.InstrumentId ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  const made: number[] = []
  for (const items of groups.values())
    for (const sheet of dividedIntoSheets(items)) made.push(await addWorksheet(tx, user, sheet))
  if (made.length === 0) throw refused('No work is waiting for a worksheet')
  return made
}
const addWorksheet = async (tx: Tx, user: Caller, items: readonly Pending[]): Promise<number> => {
  const [first] = items
  const { WorkSheetId } = await tx.one<{ WorkSheetId: number }>(sql`
    insert into
      worksheets (user_id, lab_id, department_id, instrument_id)
    values
      (
        ${user.UserId},
        ${user.EntityId},
        ${first?.DepartmentId},
        ${first?.InstrumentId ?? null}
      )
    returning
      work_sheet_id
  `)
  await tx.run(sql`
    update work_items
    set
      work_sheet_id = ${WorkSheetId},
      row_version = row_version + 1
    where
      work_item_id = any (${items.map((i) => i.WorkItemId)})
  `)
  await writeAudit(tx, user, {
    module: 'worksheets',
    formId: WorkSheetId,
    action: 'generate',
    changes: { Items: [0, items.length] },
  })
  return WorkSheetId
}
