// Who uses the free money of a party waits for who uses it now.
import { sql, type Tx } from '../../server/db/db.ts'

/** One at a time uses a buyer's free money: a request that waits here sees what the other one used. */
export const holdFree = (tx: Tx, buyers: readonly number[]): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('deposit'), buyer)
    from
      (
        select
          buyer
        from
          unnest(${[...buyers]}::int[]) held (buyer)
        order by
          buyer
      ) held
  `)
