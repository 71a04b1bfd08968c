// What a backup holds of a database: its migrations, its tables with their columns, and how far its sequences are.
import type pg from 'pg'

export type Table = { readonly name: string; readonly columns: readonly string[] }
export type Migration = { readonly name: string; readonly checksum: string | null }
export type Plan = { readonly migrations: readonly Migration[]; readonly tables: readonly Table[] }
export type TableEnd = {
  readonly table: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}
export type Sequence = { readonly name: string; readonly value: string; readonly isCalled: boolean }
/** What is known at the end. `broken` are the invariants that did not hold; null: they were not asked. */
export type Manifest = {
  readonly tables: number
  readonly rows: number
  readonly sequences: readonly Sequence[]
  readonly auditHead: string | null
  readonly broken: readonly string[] | null
}

/** Never in a backup: who is signed in, who edits, who mistyped a password. All of it ends with the server. */
const leftOut = ['sessions', 'locks', 'sign_in_attempts']

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const target = ({ name, columns }: Table): string => `public.${quoted(name)} (${columns.map(quoted).join(', ')})`
export const copyOutOf = (table: Table): string => `copy ${target(table)} to stdout`
export const copyInto = (table: Table): string => `copy ${target(table)} from stdin with (freeze)`
export const nameIn = (name: string): string => `public.${quoted(name)}`

/** How values are written, whatever the server's settings: in either place the same text for the same value. */
export const manner = `
set local timezone = 'UTC';
set local datestyle = 'ISO, YMD';
set local intervalstyle = 'postgres';
set local extra_float_digits = 1;
set local bytea_output = 'hex';
set local client_encoding = 'UTF8';
set local synchronize_seqscans = off;
set local search_path = public;
set local statement_timeout = 0;
set local idle_in_transaction_session_timeout = 0;
`

/** All tables of the network, with the columns that are not calculated. */
export const tablesOf = async (client: pg.ClientBase, { isWhole = false } = {}): Promise<Table[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select
      relation.relname::text as name,
      array(
        select field.attname::text from pg_attribute field
        where field.attrelid = relation.oid and field.attnum > 0 and not field.attisdropped and field.attgenerated = ''
        order by field.attnum
      ) as columns
    from pg_class relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
      and not exists (
        select from pg_depend link
        where link.classid = 'pg_class'::regclass and link.objid = relation.oid and link.deptype = 'e'
      )
    -- the zone first: conditions on days in the other tables ask for it
    order by relation.relname <> 'network_settings', relation.relname collate "C"`,
  )
  return rows.filter(({ name }) => name !== markTable && (isWhole || !leftOut.includes(name)))
}

/** The table that marks a database in which a restore has begun and not ended. */
export const markTable = 'restore_begun'

export const migrationsOf = async (client: pg.ClientBase): Promise<Migration[]> => {
  const { rows } = await client.query<{ row: { name: string; checksum?: string | null } }>(
    'select to_jsonb(m) as row from public.migrations m order by name',
  )
  // the first releases kept no checksum
  return rows.map(({ row }) => ({ name: row.name, checksum: row.checksum ?? null }))
}

export const sequencesOf = async (client: pg.ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select relation.relname::text as name from pg_class relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'S' order by 1`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${nameIn(name)}`,
    )
    if (state[0]) found.push({ name, value: state[0].value, isCalled: state[0].called })
  }
  return found
}

/** The hash of the last sealed block of the history; null where there is none. */
export const auditHeadOf = async (client: pg.ClientBase): Promise<string | null> => {
  const { rows } = await client.query<{ hash: string }>(
    `select encode(block_hash, 'hex') as hash from public.audit_blocks order by block_id desc limit 1`,
  )
  return rows[0]?.hash ?? null
}
