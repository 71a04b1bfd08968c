// The columns of a write of many rows, named once with their types: the rows as a table, the written columns and their
// sources are made from that one list.
import { raw, sql, type Sql } from '../db/db.ts'
import { columnOf } from '../db/names.ts'

/** The type of the value sent for a column. */
type Sent = {
  int: number
  numeric: number | string
  text: string
  boolean: boolean
  date: string
  timestamptz: string
  jsonb: unknown
}
export type SqlType = keyof Sent
export type Columns = Readonly<Record<string, SqlType>>
/** A row with a value for every column: `{ StatusId: 91 }` for `{ StatusId: 'int' }`. */
export type RowOf<Named extends Columns> = { readonly [Name in keyof Named]: Sent[Named[Name]] | null }

const listed = (names: readonly string[]): Sql => raw(names.join(', '))

/** `status_id, remarks`; with a table `sent.status_id, sent.remarks`. */
export const columnsOf = (columns: Columns, table?: string): Sql =>
  listed(
    Object.keys(columns)
      .map(columnOf)
      .map((name) => (table === undefined ? name : `${table}.${name}`)),
  )

/** `status_id = sent.status_id, remarks = sent.remarks` */
export const takenFrom = (columns: Columns, table: string): Sql =>
  listed(
    Object.keys(columns)
      .map(columnOf)
      .map((name) => `${name} = ${table}.${name}`),
  )

const withColumns = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value]))

/** The rows as a table of that name, sent as one value: the statement is the same for any number of them. */
export const rowsAs = <Named extends Columns>(table: string, columns: Named, rows: readonly RowOf<Named>[]): Sql => sql`
  jsonb_to_recordset(${JSON.stringify(rows.map(withColumns))}::jsonb) as ${raw(table)} (${listed(
    Object.entries(columns).map(([name, type]) => `${columnOf(name)} ${type}`),
  )})
`
