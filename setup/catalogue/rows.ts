// The rows of catalogue.json (its organisations and prices are fictional; LOINC notice inside), and their insertion:
// one statement for each table.
import { readFile } from 'node:fs/promises'
import { raw, sql, type Tx } from '../../server/db/db.ts'
import { columnOf } from '../../server/db/names.ts'

export type Row = Record<string, unknown>
export type Catalogue = Record<
  | 'departments'
  | 'specimens'
  | 'instruments'
  | 'labInstruments'
  | 'elements'
  | 'tests'
  | 'products'
  | 'clients'
  | 'priceLists'
  | 'referralSchemes',
  Row[]
>

export const readCatalogue = async (): Promise<Catalogue> =>
  JSON.parse(await readFile(new URL('./catalogue.json', import.meta.url), 'utf8')) as Catalogue

export const rowsOf = (row: Row, name: string): Row[] => {
  const rows = row[name]
  return Array.isArray(rows) ? (rows as Row[]) : []
}

/** Inserts rows of plain fields with one statement; columns by the naming rule, types by the table. */
export const insertAll = async (
  tx: Tx,
  table: string,
  fields: readonly string[],
  rows: readonly Row[],
): Promise<void> => {
  if (rows.length === 0) return
  const columns = fields.map(columnOf)
  const data = rows.map((row): Row =>
    Object.fromEntries(fields.map((field, i) => [columns[i] ?? '', row[field] ?? null] as const)),
  )
  const list = raw(columns.join(', '))
  await tx.run(sql`
    insert into
      ${raw(table)} (${list})
    select
      ${list}
    from
      jsonb_populate_recordset(null::${raw(table)}, ${JSON.stringify(data)}::jsonb)
  `)
}
