// A record as one statement, made from its model: plain fields, the names of references, and the rows of grids.
import type { Field, Fields, Model, RowsName } from '../../core/model.ts'
import { join, raw, sql, type Sql } from '../db/db.ts'
import { fieldOf, gridOf, type Grid } from './grid.ts'
import type { Caller } from '../caller.ts'
import { columnOf, tableOf } from '../db/names.ts'
import { fieldColumns } from './table.ts'

export type Place = {
  readonly model: Model
  readonly table: string
  readonly alias: string
  readonly keyColumn: string
}

/** `'Name', n.name, ...`: the arguments of json_build_object. */
const pairs = (names: readonly string[], expression: (name: string) => string): string =>
  names.map((name) => `'${name}', ${expression(name)}`).join(', ')

/** Some columns of the record that a column refers to, null without a reference. */
const linked = (shown: readonly string[], key: string, column: string): string => {
  const object = pairs(shown, (field) => `named.${columnOf(field)}`)
  return `(
      select json_build_object(${object})
      from ${tableOf(key)} named
      where named.${columnOf(key)} = ${column}
    )`
}

/** The names of a referenced record, null without a reference; `row` is the alias with the reference. */
const namesOf = (fields: Fields, name: string, row: string): string => {
  const [reference, source] = Object.entries(fields).find(([, field]) => field.names === name) ?? []
  if (reference === undefined || source === undefined) throw new Error(`No field has its names in ${name}`)
  const shown = Object.keys(fields[name]?.fields ?? {})
  const key = source.kind === 'choice' ? 'ListItemId' : (shown[0] ?? '')
  return linked(shown, key, `${row}.${columnOf(reference)}`)
}

const objects = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]?.kind === 'object')

const isNamed = (fields: Fields, name: string): boolean => Object.values(fields).some((field) => field.names === name)
/** Fields of rows that are read. */
const read = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => !fields[name]?.asked && !fields[name]?.view)

/** A field of a row: of the row's own table or view, or of the record that it links. */
const rowValue = (grid: Grid, name: string, field: Field): string => {
  if (field.kind === 'object' && isNamed(grid.fields, name)) return namesOf(grid.fields, name, 'part')
  return grid.link && field.computed ? `linked.${columnOf(name)}` : `part.${grid.columnOf(name)}`
}

/** The fields of the record that is read, its alias in the statement, and its key column. */
type Parent = { readonly fields: Fields; readonly alias: string; readonly keyColumn: string }

const fromView = ({ from, fields = {} }: Field, { alias, keyColumn }: Parent): string | undefined => {
  if (!from) return undefined
  const values = pairs(read(fields), (name) =>
    fields[name]?.kind === 'object' && isNamed(fields, name)
      ? namesOf(fields, name, 'part')
      : `part.${from.columns?.[name] ?? columnOf(name)}`,
  )
  const order = from.order.map((column) => `part.${column}`).join(', ')
  return `(
      select coalesce(json_agg(json_build_object(${values}) order by ${order}), '[]')
      from ${from.view} part
      where part.${keyColumn} = ${alias}.${keyColumn}
    )`
}

const fromTable = (grid: Grid, { alias, keyColumn }: Parent): string => {
  const values = pairs(read(grid.fields), (field) => rowValue(grid, field, fieldOf(grid, field)))
  const link = grid.link ? `join ${grid.link.table} linked on linked.${grid.link.column} = part.${grid.keyColumn}` : ''
  const order = [...(grid.order ? [`part.${grid.order}`] : []), `part.${grid.keyColumn}`].join(', ')
  const newest = grid.dated ? "and part.effective_till = 'infinity'" : ''
  return `(
      select coalesce(json_agg(json_build_object(${values}) order by ${order}), '[]')
      from ${grid.shownFrom} part ${link}
      where part.${grid.parentColumn} = ${alias}.${keyColumn} ${newest}
    )`
}

/** The rows of a grid, as the model says where they are; undefined where their module reads them by hand. */
const rowsColumn = (name: string, parent: Parent): string | undefined => {
  const field = parent.fields[name]
  if (field?.kind !== 'rows') return undefined
  const grid = gridOf(name, field, parent.keyColumn)
  return fromView(field, parent) ?? (grid && fromTable(grid, parent))
}
/** The same for a read by hand of all else of the record. */
export const rowsOf = <F extends Fields>(parent: Parent & { readonly fields: F }, name: RowsName<F>): Sql => {
  const column = rowsColumn(name, parent)
  if (column === undefined) throw new Error(`The model does not say where ${name} is kept`)
  return raw(column)
}

/** Reads a record by its key; `more` adds columns that the model cannot declare. */
export const readOf =
  (place: Place, more?: (key: number, user: Caller) => Sql) =>
  (key: number, user: Caller): Sql => {
    const { model, table, alias, keyColumn } = place
    const columns = [
      ...objects(model.fields).map((name) => `${namesOf(model.fields, name, alias)} as "${name}"`),
      ...Object.keys(model.fields).flatMap((name) => {
        const rows = rowsColumn(name, { fields: model.fields, alias, keyColumn })
        return rows === undefined ? [] : [`${rows} as "${name}"`]
      }),
    ]
    return sql`
      select
        ${raw(`${alias}.${keyColumn} as "${model.key[0] ?? ''}"`)},
        ${fieldColumns(model.fields, alias)} ${raw(columns.map((column) => `, ${column}`).join(''))} ${more
          ? sql`
              ,
              ${more(key, user)}
            `
          : sql``}
      from
        ${raw(table)} ${raw(alias)}
      where
        ${raw(`${alias}.${keyColumn}`)} = ${key}
    `
  }

/**
 * A field of a read-only record: its column, or the names of the record that a column refers to (`owner_id` for
 * `Owner`).
 */
const shownValue = (name: string, field: Field, parent: Parent): string => {
  const { alias } = parent
  if (field.kind !== 'object') return rowsColumn(name, parent) ?? `${alias}.${columnOf(name)}`
  const shown = Object.keys(field.fields ?? {})
  return linked(shown, shown[0] ?? '', `${alias}.${columnOf(name)}_id`)
}

/**
 * Reads a record that no form writes: every field in the model's order, also computed ones, which are columns here.
 * `byHand` are the fields that the model cannot declare, as SQL over the alias.
 */
export const readShown = ({ model, table, alias, keyColumn }: Place, byHand: Readonly<Record<string, Sql>>) => {
  const strange = Object.keys(byHand).find((name) => model.fields[name] === undefined)
  if (strange !== undefined) throw new Error(`${strange} is not a field of ${model.id}`)
  const columns = join(
    Object.entries(model.fields).map(
      ([name, field]) => sql`
        ${byHand[name] ?? raw(shownValue(name, field, { fields: model.fields, alias, keyColumn }))} as ${raw(
          `"${name}"`,
        )}
      `,
    ),
  )
  return (key: number): Sql => sql`
    select
      ${columns}
    from
      ${raw(table)} ${raw(alias)}
    where
      ${raw(`${alias}.${keyColumn}`)} = ${key}
  `
}
