// Reads a record by one statement, made from its model: plain fields, the names of references, and the rows of grids.
import type { Field, Fields, Model } from '../../core/model.ts'
import { join, raw, sql, type Sql } from '../db/db.ts'
import { gridOf, type Grid } from './grid.ts'
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

/** The value of a row's field: from the row's own table, or from the linked record. */
const rowValue = (grid: Grid, name: string, field: Field): string => {
  if (field.kind === 'object') return namesOf(grid.fields, name, 'part')
  return grid.link && field.computed ? `linked.${columnOf(name)}` : `part.${grid.columnOf(name)}`
}

const rowsColumn = (name: string, grid: Grid, place: Place): string => {
  const values = pairs(Object.keys(grid.fields), (field) => rowValue(grid, field, grid.fields[field] as Field))
  const link = grid.link ? `join ${grid.link.table} linked on linked.${grid.link.column} = part.${grid.keyColumn}` : ''
  const order = [...(grid.order ? [`part.${grid.order}`] : []), `part.${grid.keyColumn}`].join(', ')
  const now = grid.dated ? 'and part.effective_from <= now() and part.effective_till > now()' : ''
  return `(
      select coalesce(json_agg(json_build_object(${values}) order by ${order}), '[]')
      from ${grid.shownFrom} part ${link}
      where part.${grid.parentColumn} = ${place.alias}.${place.keyColumn} ${now}
    ) as "${name}"`
}

/** Reads a record by its key; `more` adds columns that the model cannot declare. */
export const readOf =
  (place: Place, more?: (key: number, user: Caller) => Sql) =>
  (key: number, user: Caller): Sql => {
    const { model, table, alias, keyColumn } = place
    const columns = [
      ...objects(model.fields).map((name) => `${namesOf(model.fields, name, alias)} as "${name}"`),
      ...Object.entries(model.fields).flatMap(([name, field]) => {
        const grid = gridOf(name, field, keyColumn)
        return grid ? [rowsColumn(name, grid, place)] : []
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
const shownValue = (name: string, field: Field, alias: string): string => {
  if (field.kind !== 'object') return `${alias}.${columnOf(name)}`
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
      ([name, field]) => sql`${byHand[name] ?? raw(shownValue(name, field, alias))} as ${raw(`"${name}"`)}`,
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
