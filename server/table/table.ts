// Writing a model to its table: one insert or update from the declaration, then its grids.
import { dayOf } from '../../core/dates.ts'
import type { Fields } from '../../core/model.ts'
import { rowsIn } from '../../core/same.ts'
import { join, raw, sql, type Sql, type Tx } from '../db/db.ts'
import { gridOf, saveGrid } from './grid.ts'
import type { Loaded } from '../caller.ts'
import type { SaveContext } from '../module.ts'
import { columnOf } from '../db/names.ts'

const stored = (fields: Fields): [string, Fields[string]][] =>
  Object.entries(fields).filter(
    ([, field]) =>
      !field.computed &&
      !field.asked &&
      !field.view &&
      !['rows', 'object', 'choices', 'references', 'password'].includes(field.kind),
  )

const bound = (field: Fields[string] | undefined, value: unknown): Sql =>
  // a day sent as an instant is the day in the network's time zone
  field?.kind === 'date' && typeof value === 'string' && value.length > 10
    ? sql`${dayOf(value)}`
    : field?.kind === 'json'
      ? sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`
      : sql`${(typeof value === 'string' && value.trim() === '' ? null : value) ?? field?.otherwise ?? null}`

/** Select list of a model's plain fields over an alias: `s.sale_id as "SaleId", ...`. */
export const fieldColumns = (fields: Fields, alias: string): Sql =>
  raw(
    stored(fields)
      .map(([name]) => `${alias}.${columnOf(name)} as "${name}"`)
      .join(', '),
  )

/** Inserts the given fields, and further columns under their names here (`{ CreatedBy: 7 }`). Answers the key. */
export const insertRecord = async (
  tx: Tx,
  table: string,
  keyColumn: string,
  fields: Fields,
  record: Loaded,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<number> => {
  const sent = stored(fields).filter(
    ([name]) => record[name] !== undefined && columnOf(name) !== keyColumn && !Object.hasOwn(extra, name),
  )
  const columns = [...sent.map(([name]) => name), ...Object.keys(extra)].map(columnOf)
  const values = [
    ...sent.map(([name, field]) => bound(field, record[name])),
    ...Object.values(extra).map((value) => sql`${value}`),
  ]
  const row =
    columns.length === 0
      ? await tx.one<{ Key: number }>(sql`
          insert into
            ${raw(table)}
          default values
          returning
            ${raw(keyColumn)} as key
        `)
      : await tx.one<{ Key: number }>(sql`
          insert into
            ${raw(table)} (${raw(columns.join(', '))})
          values
            (${join(values)})
          returning
            ${raw(keyColumn)} as key
        `)
  return row.Key
}

/** Updates the sent fields; the others do not change. */
export const updateRecord = async (
  tx: Tx,
  table: string,
  keyColumn: string,
  key: number,
  fields: Fields,
  record: Loaded,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const sent = stored(fields).filter(
    ([name]) => record[name] !== undefined && columnOf(name) !== keyColumn && !Object.hasOwn(extra, name),
  )
  const sets = [
    ...sent.map(([name, field]) => sql`${raw(columnOf(name))} = ${bound(field, record[name])}`),
    ...Object.entries(extra).map(([name, value]) => sql`${raw(columnOf(name))} = ${value}`),
  ]
  if (sets.length > 0)
    await tx.run(sql`
      update ${raw(table)}
      set
        ${join(sets)}
      where
        ${raw(keyColumn)} = ${key}
    `)
}

/**
 * Saves a record that the model declares completely: its plain fields, then its grids. `extra` are further columns.
 * Answers the key.
 */
export const saveModel = async (
  place: { readonly model: { readonly fields: Fields }; readonly table: string; readonly keyColumn: string },
  { tx, record, before, key }: Pick<SaveContext, 'tx' | 'record' | 'before' | 'key'>,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<number> => {
  const { fields } = place.model
  const filled = withoutEmptyBooleans(fields, record, key === null)
  if (key !== null) await updateRecord(tx, place.table, place.keyColumn, key, fields, filled, extra)
  const saved = key ?? (await insertRecord(tx, place.table, place.keyColumn, fields, filled, extra))
  for (const [name, field] of Object.entries(fields)) {
    const grid = gridOf(name, field, place.keyColumn)
    if (grid && record[name] !== undefined)
      await saveGrid(tx, grid, saved, rowsIn(record[name]), rowsIn(before?.[name]))
  }
  return saved
}
/** Handles a box that is neither ticked nor unticked: a new record gets the table's default, else unticked. */
const withoutEmptyBooleans = (fields: Fields, record: Loaded, isNew: boolean): Loaded =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (fields[name]?.kind !== 'boolean' || (value ?? null) !== null) return [[name, value]]
      return isNew ? [] : [[name, false]]
    }),
  )
