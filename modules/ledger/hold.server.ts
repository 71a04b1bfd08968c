// Who uses the free money or the balance of a party waits for who uses it now.
import { sql, type Sql, type Tx } from '../../server/db/db.ts'

/**
 * One at a time uses the free money of these `buyers` (a query). Taken before the records that the money is put on or
 * taken from: who holds it locks those next.
 */
export const freeLock = (buyers: Sql): Sql => sql`
  select
    pg_advisory_xact_lock(hashtext ('deposit'), buyer)
  from
    (
      select
        buyer
      from
        (${buyers}) held (buyer)
      order by
        buyer
    ) held
`

/** A request that waits here sees what the other one used. */
export const holdFree = (tx: Tx, buyers: readonly number[]): Promise<number> =>
  tx.run(
    freeLock(sql`
      select
        unnest(${[...buyers]}::int[])
    `),
  )

/** Who limits something by the balance of a client waits for who does so now, and sees what it used. */
export const holdBalance = (tx: Tx, clientId: number): Promise<number> =>
  tx.run(sql`
    select
      1
    from
      clients
    where
      client_id = ${clientId}
    for no key update
  `)
