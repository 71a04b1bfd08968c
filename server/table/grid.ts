// The rows of a grid in their table: removed, changed and new rows are written by one statement each.
import { dayOf } from '../../core/dates.ts'
import type { Field, Fields } from '../../core/model.ts'
import { sameValue } from '../../core/same.ts'
import { empty, raw, sql, type Sql, type Tx } from '../db/db.ts'
import type { Loaded } from '../caller.ts'
import { columnsOf, rowsAs, takenFrom, type Columns, type SqlType } from './columns.ts'
import { columnOf, tableOf } from '../db/names.ts'
import { malformed } from '../refusal.ts'

export type Grid = {
  readonly name: string
  readonly fields: Fields
  readonly table: string
  /** The source for reading: the table, or a view of it. */
  readonly shownFrom: string
  readonly parentColumn: string
  readonly rowKey: string
  readonly keyColumn: string
  readonly rowCounts: readonly string[] | undefined
  readonly order: string | undefined
  readonly dated: boolean
  /** The table and key of the linked record, for rows that are links. */
  readonly link: { readonly table: string; readonly column: string } | undefined
  readonly columnOf: (name: string) => string
}

/** The storage of a field's rows; undefined when it is not a grid, or when its module writes them. */
export const gridOf = (name: string, field: Field, parentColumn: string): Grid | undefined => {
  const { kept, fields = {}, rowKey } = field
  if (field.kind !== 'rows' || !kept || rowKey === undefined) return undefined
  const column = (one: string): string => kept.columns?.[one] ?? columnOf(one)
  return {
    name,
    fields,
    table: kept.table,
    shownFrom: kept.shownFrom ?? kept.table,
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

const types: Readonly<Record<string, SqlType>> = {
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
const typeOf = (field: Field): SqlType => (field.options ? 'text' : (types[field.kind] ?? 'text'))

/** Fields of a row that are stored in addition to its key. */
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

type Written = {
  readonly key: unknown
  readonly isNew: boolean
  readonly place: number
  readonly values: readonly unknown[]
}

/**
 * The sent rows, each with its key (null for a new one), its place and all its values: fields not sent have their
 * stored values.
 */
const toWrite = (grid: Grid, rows: readonly Loaded[], stored: ReadonlyMap<unknown, Loaded>): Written[] => {
  const taken = new Set<unknown>()
  const names = plainOf(grid)
  return rows
    .filter((row) => counts(grid, row))
    .map((row, index) => {
      const key = row[grid.rowKey] ?? null
      const was = stored.get(key)
      if (key !== null && !grid.link && !was) throw malformed(`${grid.rowKey} is not of a row of this record`)
      if (key !== null && taken.has(key)) throw malformed(`${grid.rowKey} ${JSON.stringify(key)} is on two rows`)
      if (key !== null) taken.add(key)
      const values = names.map((name) => valueOf(grid.fields[name], row[name] === undefined ? was?.[name] : row[name]))
      return { key, isNew: !was, place: index + 1, values }
    })
}

type Changes = {
  readonly gone: readonly unknown[]
  readonly changed: readonly Written[]
  readonly added: readonly Written[]
}

/** The writes that turn the stored rows into the sent ones. */
const changesOf = (grid: Grid, rows: readonly Loaded[], stored: readonly Loaded[]): Changes => {
  const before = new Map(stored.map((row, index) => [row[grid.rowKey], { ...row, place: index + 1 }]))
  const sent = toWrite(grid, rows, before)
  const kept = new Set(sent.map((row) => row.key))
  const names = plainOf(grid)
  const differs = ({ key, place, values }: Written): boolean => {
    const was = before.get(key) as Loaded
    const isMoved = grid.order !== undefined && !grid.dated && was['place'] !== place
    return isMoved || names.some((name, at) => !sameValue(valueOf(grid.fields[name], was[name]), values[at]))
  }
  return {
    gone: stored.map((row) => row[grid.rowKey]).filter((key) => !kept.has(key)),
    changed: sent.filter((row) => !row.isNew && differs(row)),
    added: sent.filter((row) => row.isNew),
  }
}

/** Columns written for each row in addition to parent and key. */
const writtenOf = (grid: Grid): Columns => ({
  ...Object.fromEntries(plainOf(grid).map((name) => [grid.columnOf(name), typeOf(grid.fields[name] as Field)])),
  ...(grid.order ? { [grid.order]: 'int' } : {}),
})

/** Rows as a table `given`: key, place, and the written columns. */
const given = (grid: Grid, rows: readonly Written[]): Sql =>
  rowsAs(
    'given',
    { [grid.keyColumn]: 'int', place: 'int', ...writtenOf(grid) },
    rows.map(({ key, place, values }) => ({
      [grid.keyColumn]: key,
      place,
      ...Object.fromEntries(plainOf(grid).map((name, at) => [grid.columnOf(name), values[at]])),
      ...(grid.order ? { [grid.order]: place } : {}),
    })),
  )

const own = (grid: Grid, parent: number): Sql => sql`x.${raw(grid.parentColumn)} = ${parent}`

/** Ends rows: deletes them, or closes their period. */
const end = (grid: Grid, parent: number, keys: readonly unknown[]): Sql => {
  const which = sql`
    x.${raw(grid.keyColumn)} = any (${[...keys]}::int[])
    and ${own(grid, parent)}
  `
  return grid.dated
    ? sql`
        update ${raw(grid.table)} x
        set
          effective_till = now()
        where
          ${which}
      `
    : sql`
        delete from ${raw(grid.table)} x
        where
          ${which}
      `
}
const change = (grid: Grid, parent: number, rows: readonly Written[]): Sql => sql`
  update ${raw(grid.table)} x
  set
    ${takenFrom(writtenOf(grid), 'given')}
  from
    ${given(grid, rows)}
  where
    x.${raw(grid.keyColumn)} = given.${raw(grid.keyColumn)}
    and ${own(grid, parent)}
`
const add = (grid: Grid, parent: number, rows: readonly Written[]): Sql => {
  const written: Columns = { ...(grid.link ? { [grid.keyColumn]: 'int' } : {}), ...writtenOf(grid) }
  return sql`
    insert into
      ${raw(grid.table)} (
        ${raw(grid.parentColumn)},
        ${columnsOf(written)} ${grid.dated ? raw(', effective_from') : empty}
      )
    select
      ${parent}::int,
      ${columnsOf(written, 'given')} ${grid.dated ? raw(', now()') : empty}
    from
      ${given(grid, rows)}
    order by
      given.place
  `
}

/**
 * Saves the sent rows of a grid: missing rows are removed, different ones changed, new ones added, each by one
 * statement at most. `stored` are the rows read in this transaction: a key of another record is refused. Unique values
 * may be swapped if their constraint is deferrable.
 */
export const saveGrid = async (
  tx: Tx,
  grid: Grid,
  parent: number,
  rows: readonly Loaded[],
  stored: readonly Loaded[],
): Promise<void> => {
  const { gone, changed, added } = changesOf(grid, rows, stored)
  const followed = grid.dated ? changed : []
  const ending = [...gone, ...followed.map((row) => row.key)]
  if (ending.length > 0) await tx.run(end(grid, parent, ending))
  if (!grid.dated && changed.length > 0 && Object.keys(writtenOf(grid)).length > 0)
    await tx.run(change(grid, parent, changed))
  const adding = [...added, ...followed].sort((one, other) => one.place - other.place)
  if (adding.length > 0) await tx.run(add(grid, parent, adding))
}
