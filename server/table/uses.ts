// The rows that refer to keys of a table, by the database's foreign keys.
import { join, raw, sql, type Tx } from '../db/db.ts'

type Referring = { readonly table: string; readonly column: string }
const referringTo = (tx: Tx, table: string): Promise<Referring[]> =>
  tx.rows(sql`
    select
      constrained.relname as table,
      referring.attname as column
    from
      pg_constraint referred
      join pg_class constrained on constrained.oid = referred.conrelid
      join pg_attribute referring on referring.attrelid = referred.conrelid
      and referring.attnum = referred.conkey[1]
    where
      referred.contype = 'f'
      and referred.confrelid = ${table}::regclass
      and cardinality(referred.conkey) = 1
    order by
      1,
      2
  `)

export type Use = { readonly table: string; readonly id: number; readonly count: number }
/** The number of referring rows by table, for each referenced key. */
export const usesOf = async (tx: Tx, table: string, keys: readonly number[]): Promise<Use[]> => {
  const referring = await referringTo(tx, table)
  if (referring.length === 0 || keys.length === 0) return []
  return tx.rows(
    join(
      referring.map(
        (one) => sql`
          select
            ${one.table} as "table",
            ${raw(one.column)} as id,
            count(*)::int as count
          from
            ${raw(one.table)}
          where
            ${raw(one.column)} = any (${[...keys]}::int[])
          group by
            ${raw(one.column)}
        `,
      ),
      ' union all ',
    ),
  )
}
