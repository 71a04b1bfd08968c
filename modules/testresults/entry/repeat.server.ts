// Back to pending for a repeat: the value is stored as a run, and results calculated from it wait again.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { followersOf, mayPutBack } from '../judging/follow.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { followTubes } from '../../samples/recollection/move.server.ts'
import { writeChanges, type Change } from './versions.server.ts'
import { sampleStatus, workItemStatus } from '../../lists/items.model.ts'

/** A repeat needs a tube: a rejected one that is not recollected has none left. */
const refuseWithoutTube = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  const { Rejected, NotFound, Damaged } = sampleStatus
  const stuck = await tx.maybe<{ Element: string; Barcode: string }>(sql`
    select
      element.name as element,
      tube.barcode
    from
      work_items item
      join elements element on element.element_id = item.element_id
      join sample_elements placed on placed.sample_element_id = item.sample_element_id
      join samples tube on tube.sample_id = placed.sample_id
    where
      item.work_item_id = any (${[...ids]})
      and tube.status_id in (${literal(Rejected, NotFound, Damaged)})
    order by
      item.work_item_id
    limit
      1
  `)
  if (stuck)
    throw refusedBy({
      ok: false,
      reason: `${stuck.Element}: its tube ${stuck.Barcode} was rejected, and is not recollected`,
      code: 'no-tube',
    })
}

/**
 * Starts an element again that was not performed, in its recollected tube where there is one. A value that was measured
 * in a rejected tube remains with it. @throws 422
 */
export const beginAgain = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<void> => {
  if (rows.length === 0) return
  const unmeasured = rows.filter((row) => row.Result === null)
  await followTubes(
    tx,
    user,
    unmeasured.map((row) => row.WorkItemId),
  )
  await refuseWithoutTube(
    tx,
    rows.map((row) => row.WorkItemId),
  )
}

/** `rows`: all rows of the sales of these items, as read. Answers the calculated results that changed with them. */
export const putBack = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  ids: readonly number[],
  reason: number | null,
  remarks: string | null,
): Promise<readonly Change[]> => {
  const decision = mayPutBack(rows, ids)
  if (!decision.ok) throw refusedBy(decision)
  const changes: Change[] = []
  for (const [, group] of Map.groupBy(rows, (row) => row.SaleId)) {
    const { open } = followersOf(group, new Map(ids.map((id) => [id, null])))
    for (const { row, judged, StatusId } of open)
      changes.push({ row, StatusId, version: { judged, EnteredById: row.EnteredById ?? user.UserId } })
  }
  await tx.run(sql`
    update results result
    set
      reason_id = ${reason},
      remarks = ${remarks}
    from
      work_items item
    where
      item.result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)
  await tx.run(sql`
    update work_items
    set
      status_id = ${literal(workItemStatus.Repeat)},
      reason_id = ${reason},
      result_id = null,
      row_version = row_version + 1
    where
      work_item_id = any (${[...ids]})
  `)
  await followTubes(tx, user, ids)
  await refuseWithoutTube(tx, ids)
  await writeChanges(tx, changes)
  return changes
}
