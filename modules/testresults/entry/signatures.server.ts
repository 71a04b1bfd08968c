// The signatures on a result: who reviewed and who approved it, and when.
import { raw, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'

/** Who reviewed or approved the current results, and when. */
export const signResults = (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
  what: 'reviewed' | 'approved',
): Promise<number> =>
  tx.run(sql`
    update results result
    set
      ${raw(`${what}_by_id`)} = ${user.UserId},
      ${raw(`${what}_at`)} = now()
    from
      work_items item
    where
      item.result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)

/** Who reviewed the amendments that wait beside released values, and when. */
export const signAmendments = async (tx: Tx, user: Caller, ids: readonly number[]): Promise<void> => {
  await tx.run(sql`
    update results result
    set
      reviewed_by_id = ${user.UserId},
      reviewed_at = now()
    from
      work_items item
    where
      item.amended_result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)
  await tx.run(sql`
    update work_items
    set
      row_version = row_version + 1
    where
      work_item_id = any (${[...ids]})
  `)
}
