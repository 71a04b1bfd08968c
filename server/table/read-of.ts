// A record as one statement, made from its model: plain fields, the names of references, and the rows of grids.
import type { Field, Fields, Model } from '../../core/model.ts'
import { raw, sql, type Sql } from '../db/db.ts'
import { gridOf, type Grid } from './grid.ts'
import type { Caller } from '../caller.ts'
import { columnOf, tableOf } from './names.ts'
import { fieldColumns } from './table.ts'

export type Place = {
  readonly model: Model
  readonly table: string
  readonly alias: string
  readonly keyColumn: string
}

/** `'Name', n.name, ...`: what json_build_object takes. */
const pairs = (names: readonly string[], expression: (name: string) => string): string =>
  names.map((name) => `'${name}', ${expression(name)}`).join(', ')

/** The names of a referenced record, null where there is none: `row` is the alias that has the reference. */
const namesOf = (fields: Fields, name: string, row: string): string => {
  const [reference, source] = Object.entries(fields).find(([, field]) => field.names === name) ?? []
  if (reference === undefined || source === undefined)
    throw new Error(`No reference of these fields is named by ${name}`)
  const shown = Object.keys(fields[name]?.fields ?? {})
  const key = source.kind === 'choice' ? 'ListItemId' : (shown[0] ?? '')
  const object = pairs(shown, (field) => `named.${columnOf(field)}`)
  return `(
      select json_build_object(${object})
      from ${tableOf(key)} named
      where named.${columnOf(key)} = ${row}.${columnOf(reference)}
    )`
}

const objects = (fields: Fields): string[] => Object.keys(fields).filter((name) => fields[name]?.kind === 'object')

/** A field of a row: of the row's own table, or of the record that it links. */
const rowValue = (grid: Grid, name: string, field: Field): string => {
  if (field.kind === 'object') return namesOf(grid.fields, name, 'part')
  return grid.link && field.computed ? `linked.${columnOf(name)}` : `part.${grid.columnOf(name)}`
}

const rowsColumn = (name: string, grid: Grid, place: Place): string => {
  const values = pairs(Object.keys(grid.fields), (field) => rowValue(grid, field, grid.fields[field] as Field))
  const link = grid.link ? `join ${grid.link.table} linked on linked.${grid.link.column} = part.${grid.keyColumn}` : ''
  const order = [...(grid.order ? [`part.${grid.order}`] : []), `part.${grid.keyColumn}`].join(', ')
  return `(
      select coalesce(json_agg(json_build_object(${values}) order by ${order}), '[]')
      from ${grid.table} part ${link}
      where part.${grid.parentColumn} = ${place.alias}.${place.keyColumn} ${grid.dated ? 'and part.effective_from <= now() and part.effective_till > now()' : ''}
    ) as "${name}"`
}

/** Reads a record by its key; `more` adds columns that the model cannot say. */
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
