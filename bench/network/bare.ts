// Filling large tables: what PostgreSQL keeps row by row, foreign keys and indexes, is taken away before and made whole
// afterwards, and triggers rest, which takes a fraction of the time.
import type pg from 'pg'
import type { Lanes } from './lanes.ts'

type Kept = { readonly owner: string; readonly name: string; readonly definition: string }

const keysOf = `
  select
    conrelid::regclass::text as owner,
    quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from
    pg_constraint
  where
    contype = 'f'
    and conrelid = any ($1::regclass[])
`
const indexesOf = `
  select
    indrelid::regclass::text as owner,
    indexrelid::regclass::text as name,
    pg_get_indexdef(indexrelid) as definition
  from
    pg_index
  where
    indrelid = any ($1::regclass[])
    and not exists (
      select
      from
        pg_constraint
      where
        conindid = indexrelid
        and contype <> 'f'
    )
`

/**
 * Takes foreign keys and indexes from the tables; the answer makes them again, and checks every key. What triggers would
 * have written is for who fills the tables.
 */
export const madeBare = async (
  client: pg.Client,
  tables: readonly string[],
): Promise<(lanes: Lanes) => Promise<void>> => {
  const keys = (await client.query<Kept>(keysOf, [tables])).rows
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`)
  const indexes = (await client.query<Kept>(indexesOf, [tables])).rows
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return async ({ run, atOnce }) => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await atOnce(
      tables.flatMap((table) => {
        const made = indexes.filter(({ owner }) => owner === table).map(({ definition }) => definition)
        return made.length > 0 ? [[`indexes of ${table}`, made.join(';')]] : []
      }),
    )
    // its size is known to the planner then: a key is checked by a join, not row by row
    await run('statistics', 'analyze')
    for (const table of tables) {
      const added = keys
        .filter(({ owner }) => owner === table)
        .map(({ name, definition }) => `add constraint ${name} ${definition}`)
      if (added.length > 0) await run(`keys of ${table}`, `alter table ${table} ${added.join(', ')}`)
    }
  }
}
