// The rows that refer to keys of a table, by the database's foreign keys.
import { join, raw, sql, type Tx } from '../db/db.ts'

type Referring = { readonly Table: string; readonly Column: string }
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

export type Use = { readonly Table: string; readonly Id: number; readonly Count: number }
/** The number of referring rows by table, for each referenced key. */
export const usesOf = async (tx: Tx, table: string, keys: readonly number[]): Promise<Use[]> => {
  const referring = await referringTo(tx, table)
  if (referring.length === 0 || keys.length === 0) return []
  return tx.rows(
    join(
      referring.map(
        (one) => sql`
          select
            ${one.Table} as "table",
            ${raw(one.Column)} as id,
            count(*)::int as count
          from
            ${raw(one.Table)}
          where
            ${raw(one.Column)} = any (${[...keys]}::int[])
          group by
            ${raw(one.Column)}
        `,
      ),
      ' union all ',
    ),
  )
}
