// The rows of a grid in their table: what was added, changed and removed is written by one statement.
import { dayOf } from '../core/dates.ts'
import type { Field, Fields } from '../core/model.ts'
import { sameValue } from '../core/same.ts'
import { raw, sql, type Sql, type Tx } from './db.ts'
import type { Loaded } from './module.ts'
import { columnOf, tableOf } from './names.ts'
import { malformed } from './refusal.ts'

export type Grid = {
  readonly name: string
  readonly fields: Fields
  readonly table: string
  readonly parentColumn: string
  readonly rowKey: string
  readonly keyColumn: string
  readonly rowCounts: readonly string[] | undefined
  readonly order: string | undefined
  readonly dated: boolean
  /** The table of the linked record and its key, for rows that link. */
  readonly link: { readonly table: string; readonly column: string } | undefined
  readonly columnOf: (name: string) => string
}

/** How the rows of a field are kept; undefined when it is no grid, or one that its module writes by hand. */
export const gridOf = (name: string, field: Field, parentColumn: string): Grid | undefined => {
  const { kept, fields = {}, rowKey } = field
  if (field.kind !== 'rows' || !kept || rowKey === undefined) return undefined
  const column = (one: string): string => kept.columns?.[one] ?? columnOf(one)
  return {
    name,
    fields,
    table: kept.table,
    parentColumn,
    rowKey,
    keyColumn: column(rowKey),
    rowCounts: field.rowCounts === undefined ? undefined : [field.rowCounts].flat(),
    order: kept.order,
    dated: kept.dated === true,
    link: fields[rowKey]?.computed ? undefined : { table: tableOf(rowKey), column: columnOf(rowKey) },
    columnOf: column,
  }
}

const types: Readonly<Record<string, string>> = {
  integer: 'int',
  reference: 'int',
  choice: 'int',
  number: 'numeric',
  money: 'numeric',
  percent: 'numeric',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  json: 'jsonb',
}
const typeOf = (field: Field): string => (field.options ? 'text' : (types[field.kind] ?? 'text'))

/** Fields of a row that are stored beside its key. */
const plainOf = (grid: Grid): string[] =>
  Object.entries(grid.fields)
    .filter(([name, field]) => name !== grid.rowKey && !field.computed)
    .map(([name]) => name)

const counts = (grid: Grid, row: Loaded): boolean =>
  grid.rowCounts === undefined
    ? Object.entries(row).some(([name, value]) => name !== grid.rowKey && (value ?? '') !== '' && value !== false)
    : grid.rowCounts.every((name) => (row[name] ?? '') !== '')

const valueOf = (field: Field | undefined, value: unknown): unknown => {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return field?.kind === 'boolean' ? false : (field?.otherwise ?? null)
  // a day sent as an instant is the day in the network's time zone
  return field?.kind === 'date' && typeof value === 'string' && value.length > 10 ? dayOf(value) : value
}

/** What was sent, each row with its key (null when it is new), its place and all its values: what was not sent of a stored row stays as it is. */
const toWrite = (grid: Grid, rows: readonly Loaded[], stored: readonly Loaded[]): Loaded[] => {
  const before = new Map(stored.map((row) => [row[grid.rowKey], row]))
  const taken = new Set<unknown>()
  return rows
    .filter((row) => counts(grid, row))
    .map((row, index) => {
      const key = row[grid.rowKey] ?? null
      if (key !== null && !grid.link && !before.has(key)) throw malformed(`${grid.rowKey} is not of a row of this record`)
      if (key !== null && taken.has(key)) throw malformed(`${grid.rowKey} ${JSON.stringify(key)} stands on two rows`)
      taken.add(key ?? row)
      const was = before.get(key) ?? {}
      const values = plainOf(grid).map((name): [string, unknown] => [
        grid.columnOf(name),
        valueOf(grid.fields[name], row[name] === undefined ? was[name] : row[name]),
      ])
      return { key, place: index + 1, is_new: !before.has(key), ...Object.fromEntries(values) }
    })
}

const list = (columns: readonly string[], alias = ''): Sql => raw(columns.map((column) => `${alias}${column}`).join(', '))

/** Columns written for each row beside parent and key, and where in `sent` they come from. */
const columnsOf = (grid: Grid): [column: string, source: string][] => [
  ...plainOf(grid).map((name): [string, string] => [grid.columnOf(name), `sent.${grid.columnOf(name)}`]),
  ...(grid.order ? [[grid.order, 'sent.place'] as [string, string]] : []),
]

const sentRows = (grid: Grid, rows: readonly Loaded[]): Sql => {
  const typed = plainOf(grid).map((name) => `${grid.columnOf(name)} ${typeOf(grid.fields[name] as Field)}`)
  const columns = ['key int', 'place int', 'is_new boolean', ...typed].join(', ')
  return sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(${raw(columns)})`
}

const inForce = (grid: Grid): Sql => (grid.dated ? sql`and x.effective_till > now()` : sql``)

/** Removes what is not among the rows sent, or ends it. */
const goneRows = (grid: Grid, parent: number): Sql => {
  const which = sql`x.${raw(grid.parentColumn)} = ${parent} ${inForce(grid)}
      and not exists (select from sent where sent.key = x.${raw(grid.keyColumn)})`
  return grid.dated
    ? sql`update ${raw(grid.table)} x set effective_till = now() where ${which}`
    : sql`delete from ${raw(grid.table)} x where ${which}`
}

/** Rows that differ from what was sent: changed, or ended when they are dated. */
const changedRows = (grid: Grid, parent: number): Sql => {
  const columns = columnsOf(grid)
  if (columns.length === 0) return sql`select`
  const plain = columns.filter(([column]) => !grid.dated || column !== grid.order)
  const differs = sql`(${list(plain.map(([column]) => `x.${column}`))}) is distinct from (${list(plain.map(([, source]) => source))})`
  const sets = grid.dated ? raw('effective_till = now()') : list(columns.map(([column, source]) => `${column} = ${source}`))
  return sql`
    update ${raw(grid.table)} x
    set ${sets}
    from sent
    where x.${raw(grid.parentColumn)} = ${parent} and x.${raw(grid.keyColumn)} = sent.key ${inForce(grid)} and ${differs}
    returning x.${raw(grid.keyColumn)} as key`
}

/**
 * Makes the rows of a grid what was sent: removes, changes and adds by one statement, in this order. `stored` are the rows as they were read in this
 * transaction: a key of another record is refused. Unique columns may be swapped where their constraint is deferrable.
 */
export const saveGrid = async (tx: Tx, grid: Grid, parent: number, rows: readonly Loaded[], stored: readonly Loaded[]): Promise<void> => {
  const sent = toWrite(grid, rows, stored)
  const before = stored.map((row) => [row[grid.rowKey], ...plainOf(grid).map((name) => row[name] ?? null)])
  const after = sent.map((row) => [row['key'], ...plainOf(grid).map((name) => row[grid.columnOf(name)] ?? null)])
  if (sameValue(before, after)) return
  const columns = columnsOf(grid)
  const key = grid.link ? [[grid.keyColumn, 'sent.key'] as const] : []
  const written = [...key, ...columns, ...(grid.dated ? [['effective_from', 'now()'] as const] : [])]
  await tx.run(sql`
    with sent as (${sentRows(grid, sent)}),
    gone as (${goneRows(grid, parent)}),
    changed as (${changedRows(grid, parent)})
    insert into ${raw(grid.table)} (${list([grid.parentColumn, ...written.map(([column]) => column)])})
    select ${parent}::int${raw(written.map(([, source]) => `, ${source}`).join(''))}
    from sent
    where sent.is_new ${grid.dated && columns.length > 0 ? sql`or sent.key in (select changed.key from changed)` : sql``}
    order by sent.place`)
}
