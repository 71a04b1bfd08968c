// Writing a model's plain fields to its table: one insert or update from the declaration, and the rows of a grid.
import { dayOf } from '../core/dates.ts'
import type { Fields } from '../core/model.ts'
import { join, raw, sql, type Sql, type Tx } from './db.ts'
import type { Loaded } from './module.ts'
import { columnOf } from './names.ts'
import { malformed } from './refusal.ts'

const stored = (fields: Fields): [string, Fields[string]][] =>
  Object.entries(fields).filter(
    ([, field]) => !field.computed && !['rows', 'object', 'choices', 'references', 'password'].includes(field.kind),
  )

const bound = (field: Fields[string] | undefined, value: unknown): Sql =>
  // a day sent as an instant is the day in the network's time zone
  field?.kind === 'date' && typeof value === 'string' && value.length > 10
    ? sql`${dayOf(value)}`
    : field?.kind === 'json'
      ? sql`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`
      : sql`${typeof value === 'string' && value.trim() === '' ? null : (value ?? null)}`

/** Select list of a model's plain fields over an alias: `s.sale_id as "SaleId", ...`. */
export const fieldColumns = (fields: Fields, alias: string): Sql =>
  raw(
    stored(fields)
      .map(([name]) => `${alias}.${columnOf(name)} as "${name}"`)
      .join(', '),
  )

/** Inserts the given fields (and extra columns) and answers the key. */
export const insertRecord = async (
  tx: Tx,
  table: string,
  keyColumn: string,
  fields: Fields,
  record: Loaded,
  extra: Readonly<Record<string, unknown>> = {},
): Promise<number> => {
  const sent = stored(fields).filter(
    ([name]) => record[name] !== undefined && columnOf(name) !== keyColumn && !Object.hasOwn(extra, columnOf(name)),
  )
  const columns = [...sent.map(([name]) => columnOf(name)), ...Object.keys(extra)]
  const values = [...sent.map(([name, field]) => bound(field, record[name])), ...Object.values(extra).map((value) => sql`${value}`)]
  const row =
    columns.length === 0
      ? await tx.one<{ key: number }>(sql`insert into ${raw(table)} default values returning ${raw(keyColumn)} as key`)
      : await tx.one<{ key: number }>(
          sql`insert into ${raw(table)} (${raw(columns.join(', '))}) values (${join(values)}) returning ${raw(keyColumn)} as key`,
        )
  return row.key
}

/** Updates the fields that were sent; the others keep what they have. */
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
    ([name]) => record[name] !== undefined && columnOf(name) !== keyColumn && !Object.hasOwn(extra, columnOf(name)),
  )
  const sets = [
    ...sent.map(([name, field]) => sql`${raw(columnOf(name))} = ${bound(field, record[name])}`),
    ...Object.entries(extra).map(([column, value]) => sql`${raw(column)} = ${value}`),
  ]
  if (sets.length > 0) await tx.run(sql`update ${raw(table)} set ${join(sets)} where ${raw(keyColumn)} = ${key}`)
}

type Grid = { table: string; keyColumn: string; rowKey: string; parentColumn: string; fields: Fields }
/** Makes the rows of a grid what was sent: updates those with a key, adds those without, removes the rest. A key of another parent is refused. */
export const saveRows = async (tx: Tx, grid: Grid, parent: number, rows: readonly Loaded[], remove = true): Promise<void> => {
  const existing = new Set(
    (
      await tx.rows<{ key: number }>(
        sql`select ${raw(grid.keyColumn)} as key from ${raw(grid.table)} where ${raw(grid.parentColumn)} = ${parent}`,
      )
    ).map((row) => row.key),
  )
  const kept = new Set<number>()
  for (const row of rows) {
    const key = row[grid.rowKey] ?? null
    if (key === null) continue
    if (typeof key !== 'number' || !existing.has(key)) throw malformed(`${grid.rowKey} is not of a row of this record`)
    if (kept.has(key)) throw malformed(`${grid.rowKey} ${key} stands on two rows`)
    kept.add(key)
  }
  const gone = [...existing].filter((key) => !kept.has(key))
  if (remove && gone.length > 0) await tx.run(sql`delete from ${raw(grid.table)} where ${raw(grid.keyColumn)} = any(${gone})`)
  for (const row of rows) {
    const key = row[grid.rowKey]
    if (typeof key === 'number') await updateRecord(tx, grid.table, grid.keyColumn, key, grid.fields, row)
    else await insertRecord(tx, grid.table, grid.keyColumn, grid.fields, row, { [grid.parentColumn]: parent })
  }
}
