// The rows of a grid in their table: removed, changed and new rows are written by one statement each.
import { dayOf } from '../../core/dates.ts'
import type { Field, Fields, RowsName } from '../../core/model.ts'
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
  /** Computed fields that are written all the same. */
  readonly computed: ReadonlySet<string>
  /** The table of the linked record and its key, for rows that link. */
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
    computed: new Set(kept.computed),
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

/** The field of a grid's row. Throws for a name that no row has. */
export const fieldOf = (grid: Grid, name: string): Field => {
  const field = grid.fields[name]
  if (!field) throw new Error(`A row of ${grid.name} has no ${name}`)
  return field
}

/** Fields of a row that are stored in addition to its key. */
const plainOf = (grid: Grid): string[] =>
  Object.entries(grid.fields)
    .filter(([name, field]) => name !== grid.rowKey && (!field.computed || grid.computed.has(name)))
    .map(([name]) => name)

/** Whether a sent row is one, over the stored values of fields that were not sent: an emptied row is none. */
const counts = (grid: Grid, row: Loaded, was: Loaded | undefined): boolean => {
  const valueIn = (name: string): unknown => (row[name] === undefined ? was?.[name] : row[name]) ?? ''
  return grid.rowCounts === undefined
    ? Object.keys(grid.fields).some(
        (name) =>
          name !== grid.rowKey && valueIn(name) !== '' && valueIn(name) !== false && !grid.fields[name]?.computed,
      )
    : grid.rowCounts.every((name) => valueIn(name) !== '')
}

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
    .filter((row) => counts(grid, row, stored.get(row[grid.rowKey] ?? null)))
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

/** What is special about the rows of a grid. */
export type Hooks = {
  /** Keys of stored rows that are left unchanged, whatever was sent of them. */
  readonly stays?: (key: unknown) => boolean
  /** What becomes of the rows that were left out, instead of being deleted. */
  readonly remove?: (keys: readonly unknown[]) => readonly Sql[]
  /** Of dated rows: the moment from which the new ones hold, by default now. */
  readonly from?: Sql
}

/** What has to be written so that the stored rows are those that were sent. */
const changesOf = (grid: Grid, rows: readonly Loaded[], stored: readonly Loaded[], { stays }: Hooks): Changes => {
  const before = new Map(stored.map((row, index) => [row[grid.rowKey], { ...row, place: index + 1 }]))
  const sent = toWrite(grid, rows, before)
  const kept = new Set(sent.map((row) => row.key))
  const names = plainOf(grid)
  const stood = sent.filter((row) => !row.isNew && stays?.(row.key) !== true)
  // if one moved, all are numbered again, wherever their numbers began
  const isMoved = grid.order !== undefined && !grid.dated && stood.some((r) => before.get(r.key)?.place !== r.place)
  const differs = ({ key, values }: Written): boolean => {
    const was: Loaded = before.get(key) ?? {}
    return names.some((name, at) => !sameValue(valueOf(grid.fields[name], was[name]), values[at]))
  }
  return {
    gone: stored.map((row) => row[grid.rowKey]).filter((key) => !kept.has(key) && stays?.(key) !== true),
    changed: stood.filter((row) => isMoved || differs(row)),
    added: sent.filter((row) => row.isNew),
  }
}

/** Columns written for each row in addition to parent and key. */
const writtenOf = (grid: Grid): Columns => ({
  ...Object.fromEntries(plainOf(grid).map((name) => [grid.columnOf(name), typeOf(fieldOf(grid, name))])),
  ...(grid.order ? { [grid.order]: 'int' } : {}),
})

/** Rows as a table `given`: key, place, and the written columns. */
const given = (grid: Grid, rows: readonly Written[]): Sql =>
  rowsAs(
    'given',
    { [grid.keyColumn]: 'int', Place: 'int', ...writtenOf(grid) },
    rows.map(({ key, place, values }) => ({
      [grid.keyColumn]: key,
      Place: place,
      ...Object.fromEntries(plainOf(grid).map((name, at) => [grid.columnOf(name), values[at]])),
      ...(grid.order ? { [grid.order]: place } : {}),
    })),
  )

const own = (grid: Grid, parent: number): Sql => sql`x.${raw(grid.parentColumn)} = ${parent}`

/** Ends rows: deletes them, or closes their period. */
const end = (grid: Grid, parent: number, keys: readonly unknown[], from: Sql): Sql => {
  const which = sql`
    x.${raw(grid.keyColumn)} = any (${[...keys]}::int[])
    and ${own(grid, parent)}
  `
  return grid.dated
    ? sql`
        update ${raw(grid.table)} x
        set
          effective_till = greatest(x.effective_from, ${from})
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
const add = (grid: Grid, parent: number, rows: readonly Written[], from: Sql): Sql => {
  const written: Columns = { ...(grid.link ? { [grid.keyColumn]: 'int' } : {}), ...writtenOf(grid) }
  return sql`
    insert into
      ${raw(grid.table)} (
        ${raw(grid.parentColumn)},
        ${columnsOf(written)} ${grid.dated ? raw(', effective_from') : empty}
      )
    select
      ${parent}::int,
      ${columnsOf(written, 'given')} ${grid.dated
        ? sql`
            ,
            ${from}
          `
        : empty}
    from
      ${given(grid, rows)}
    order by
      given.place
  `
}

/**
 * What makes the rows of a grid those that were sent, in its order: what is gone is removed, what differs changed, what
 * is new added, each by one statement at most. `stored` are the rows as they were read in this transaction: a key of
 * another record is refused. Unique columns may be swapped where their constraint is deferrable.
 */
const writesOf = (
  grid: Grid,
  parent: number,
  rows: readonly Loaded[],
  stored: readonly Loaded[],
  hooks: Hooks = {},
): readonly Sql[] => {
  const { gone, changed, added } = changesOf(grid, rows, stored, hooks)
  const { from = sql`now()` } = hooks
  const followed = grid.dated ? changed : []
  const ending = [...gone, ...followed.map((row) => row.key)]
  const isChanged = !grid.dated && changed.length > 0 && Object.keys(writtenOf(grid)).length > 0
  const adding = [...added, ...followed].sort((one, other) => one.place - other.place)
  return [
    ...(ending.length > 0 ? (hooks.remove?.(ending) ?? [end(grid, parent, ending, from)]) : []),
    ...(isChanged ? [change(grid, parent, changed)] : []),
    ...(adding.length > 0 ? [add(grid, parent, adding, from)] : []),
  ]
}
const writeAll = async (tx: Tx, writes: readonly Sql[]): Promise<void> => {
  await Promise.all(writes.map((write) => tx.run(write)))
}
export const saveGrid = (
  tx: Tx,
  grid: Grid,
  parent: number,
  rows: readonly Loaded[],
  stored: readonly Loaded[],
): Promise<void> => writeAll(tx, writesOf(grid, parent, rows, stored))

/**
 * The same for a grid of a model whose module writes the record itself: no statement where no row differs. `stored` is
 * empty for a new record.
 */
export const rowWrites = <F extends Fields, Name extends RowsName<F>>(
  { fields, keyColumn }: { readonly fields: F; readonly keyColumn: string },
  name: Name,
  parent: number,
  rows: readonly Loaded[],
  stored: readonly Loaded[],
  hooks?: Hooks,
): readonly Sql[] => {
  const field: Field | undefined = fields[name]
  const grid = field && gridOf(name, field, keyColumn)
  if (!grid) throw new Error(`The model does not say where ${name} is kept`)
  return writesOf(grid, parent, rows, stored, hooks)
}
export const saveRows = <F extends Fields, Name extends RowsName<F>>(
  tx: Tx,
  ...rest: Parameters<typeof rowWrites<F, Name>>
): Promise<void> => writeAll(tx, rowWrites(...rest))
