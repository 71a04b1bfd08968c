// Tubes for an outside lab without users: their work starts, referred out, as soon as the tube leaves, and
// the lab that sent the tube enters the results.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { clientType, workItemStatus } from '../../lists/items.model.ts'

const { Pending, Repeat, OnHold, ReferredOut } = workItemStatus

type Sent = {
  readonly tubes: readonly number[]
  readonly from: number
  readonly to: number
  readonly userId: number
}

const isKept = (tx: Tx, labId: number): Promise<{ Kept: boolean }> =>
  tx.one<{ Kept: boolean }>(sql`
    select
      exists (
        select
          1
        from
          clients lab
        where
          lab.client_id = ${labId}
          and lab.client_type_id = ${literal(clientType.ExternalLab)}
          and not exists (
            select
              1
            from
              user_entities place
              join users person on person.user_id = place.user_id
              and person.is_active
            where
              place.client_id = lab.client_id
          )
      ) as kept
  `)

/** A worksheet for each department of the sent tubes. Work that waited for another tube goes on with this one. */
export const referOut = async (tx: Tx, { tubes, from, to, userId }: Sent): Promise<void> => {
  if (!(await isKept(tx, to)).Kept) return
  await tx.run(sql`
    with
      asked as (
        select
          placed.sample_element_id,
          tube.sale_id,
          placed.element_id,
          element.department_id
        from
          samples tube
          join sample_elements placed on placed.sample_id = tube.sample_id
          join elements element on element.element_id = placed.element_id
        where
          tube.sample_id = any (${[...tubes]})
          and tube.performing_lab_id = ${to}
      ),
      sheets as (
        insert into
          worksheets (user_id, lab_id, department_id, keeper_id)
        select distinct
          ${userId}::int,
          ${to}::int,
          department_id,
          ${from}::int
        from
          asked
        order by
          department_id
        returning
          work_sheet_id,
          department_id
      )
    insert into
      work_items (sample_element_id, sale_id, element_id, lab_id, department_id, work_sheet_id, keeper_id, status_id)
    select
      asked.sample_element_id,
      asked.sale_id,
      asked.element_id,
      ${to}::int,
      asked.department_id,
      sheets.work_sheet_id,
      ${from}::int,
      ${literal(ReferredOut)}
    from
      asked
      join sheets using (department_id)
    order by
      asked.sample_element_id
    on conflict (sample_element_id) do update
    set
      work_sheet_id = excluded.work_sheet_id,
      keeper_id = excluded.keeper_id,
      status_id = excluded.status_id,
      row_version = work_items.row_version + 1
    where
      work_items.status_id in (${literal(Pending, Repeat, OnHold)})
      and work_items.result_id is null
  `)
}

/** Work with an earlier run is not deleted: it waits, for the reason of its repeat, until its tube leaves again. */
const holdRepeated = (tx: Tx, tubes: readonly number[]): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      status_id = ${literal(OnHold)},
      reason_id = coalesce(item.reason_id, run.reason_id),
      row_version = item.row_version + 1
    from
      sample_elements placed
      cross join lateral (
        select
          result.reason_id
        from
          work_items own
          join results result on result.work_item_id = own.work_item_id
        where
          own.sample_element_id = placed.sample_element_id
          and result.reason_id is not null
        order by
          result.version desc
        limit
          1
      ) run
    where
      placed.sample_element_id = item.sample_element_id
      and placed.sample_id = any (${[...tubes]})
      and item.keeper_id is not null
      and item.status_id in (${literal(ReferredOut, Repeat)})
      and item.result_id is null
  `)

/** The tubes did not leave after all: no results are expected for them. */
export const takeBackReferred = async (tx: Tx, tubes: readonly number[]): Promise<void> => {
  await holdRepeated(tx, tubes)
  await tx.run(sql`
    with
      gone as (
        delete from work_items item using sample_elements placed
        where
          placed.sample_element_id = item.sample_element_id
          and placed.sample_id = any (${[...tubes]})
          and item.keeper_id is not null
          and item.status_id = ${literal(ReferredOut)}
          and not exists (
            select
              1
            from
              results result
            where
              result.work_item_id = item.work_item_id
          )
        returning
          item.work_item_id,
          item.work_sheet_id
      )
    delete from worksheets sheet
    where
      sheet.work_sheet_id in (
        select
          gone.work_sheet_id
        from
          gone
      )
      and not exists (
        select
          1
        from
          work_items other
        where
          other.work_sheet_id = sheet.work_sheet_id
          and other.work_item_id not in (
            select
              gone.work_item_id
            from
              gone
          )
      )
  `)
}
