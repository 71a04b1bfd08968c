// Back to pending for a repeat: the value stays as a run, and formulas that used it wait again.
import { sql, type Tx } from '../../server/db.ts'
import { judgeSale } from './entry.rules.ts'
import type { ResultRow } from './testresults.model.ts'

/** `rows`: all rows of the sales of these items, as they stand. */
export const putBack = async (
  tx: Tx,
  rows: readonly ResultRow[],
  ids: readonly number[],
  reason: number | null,
  remarks: string | null,
): Promise<void> => {
  await tx.run(
    sql`update results r set reason_id = ${reason}, remarks = ${remarks} from work_items w where w.result_id = r.result_id and w.work_item_id = any(${[...ids]})`,
  )
  await tx.run(
    sql`update work_items set status_id = 155, reason_id = ${reason}, result_id = null, row_version = row_version + 1 where work_item_id = any(${[...ids]})`,
  )
  const waiting = new Set<number>()
  for (const [, group] of Map.groupBy(rows, (row) => row.SaleId)) {
    const judged = judgeSale(group, new Map(ids.map((id) => [id, null])))
    for (const row of group)
      if (row.Formula && row.StatusId < 154 && row.Result !== null && judged.get(row.WorkItemId)?.Result === null)
        waiting.add(row.WorkItemId)
  }
  if (waiting.size > 0)
    await tx.run(
      sql`update work_items set status_id = 150, result_id = null, row_version = row_version + 1 where work_item_id = any(${[...waiting]})`,
    )
}
