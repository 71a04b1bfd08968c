// Prevents circles among records that are parts of others of their kind.
import { raw, sql, type Tx } from '../db/db.ts'

type Parts = { readonly table: string; readonly whole: string; readonly part: string }

/**
 * Whether `whole` is below one of `parts`, so that it would be part of itself. Locks the table's name until the end of
 * the transaction, so that two writers cannot form a circle together.
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
