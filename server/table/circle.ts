// Records that are part of others of their own kind must not be part of themselves.
import { raw, sql, type Tx } from '../db/db.ts'

type Parts = { readonly table: string; readonly whole: string; readonly part: string }

/**
 * Whether `whole` would stand below one of `parts`: then it would be part of itself. Takes a lock on the table's name
 * until the end of the transaction, so that two who tie a knot together meet.
 */
export const wouldCircle = async (
  tx: Tx,
  { table, whole, part }: Parts,
  key: number,
  parts: readonly number[],
): Promise<boolean> => {
  if (parts.length === 0) return false
  if (parts.includes(key)) return true
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext (${`circle ${table}`}))
  `)
  const found = await tx.maybe(sql`
    with recursive
      below as (
        select
          unnest(${[...parts]}::int[]) as id
        union
        select
          x.${raw(part)}
        from
          ${raw(table)} x
          join below on below.id = x.${raw(whole)}
      )
    select
      1
    from
      below
    where
      below.id = ${key}
  `)
  return found !== undefined
}
