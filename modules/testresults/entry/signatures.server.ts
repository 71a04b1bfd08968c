// The signatures on a result: who reviewed and who approved it, and when.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'

/** Who reviewed or approved the results that count, and when. */
export const signResults = (
  tx: Tx,
  user: Caller,
  ids: readonly number[],
  what: 'reviewed' | 'approved',
): Promise<number> =>
  what === 'reviewed'
    ? tx.run(sql`
        update results r
        set
          reviewed_by_id = ${user.UserId},
          reviewed_at = now()
        from
          work_items w
        where
          w.result_id = r.result_id
          and w.work_item_id = any (${[...ids]})
      `)
    : tx.run(sql`
        update results r
        set
          approved_by_id = ${user.UserId},
          approved_at = now()
        from
          work_items w
        where
          w.result_id = r.result_id
          and w.work_item_id = any (${[...ids]})
      `)
