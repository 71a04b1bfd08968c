// Checks that a record's references exist for the user, by the pick of the referenced module, in its own scope.
import type { Field, Fields } from '../../core/model.ts'
import { rowsIn } from '../../core/same.ts'
import { join, raw, sql, type Sql, type Tx } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { picksOf, type Around, type Picked, type PickedPlace } from '../pick.ts'
import { invalid, notThere } from '../refusal.ts'

const picks = new Map<string, Picked>()

/** Registers the module of each picker; called once with all modules. */
export const registerPicks = (modules: readonly ServerModule[]): void => {
  picks.clear()
  for (const pick of modules.flatMap(picksOf)) {
    if (picks.has(pick.picker)) throw new Error(`Two modules answer for the picker ${pick.picker}`)
    picks.set(pick.picker, pick)
  }
}
const pickOf = (picker: string): Picked => {
  const pick = picks.get(picker)
  if (!pick) throw new Error(`No module answers for the picker ${picker}`)
  return pick
}

type Named = { readonly path: string; readonly label: string; readonly picker: string; readonly id: number }

/** Whether fields that the pick reads have changed, so that a stored reference may no longer fit. */
const hasMoved = (picker: string, record: Loaded, before: readonly Loaded[]): boolean =>
  (pickOf(picker).pick.with ?? []).some(
    (name) => record[name] !== undefined && before.some((one) => one[name] !== record[name]),
  )
/** References in a record and its rows, without those already stored before. */
const namedIn = (fields: Fields, record: Loaded, before: readonly Loaded[], path: string): Named[] =>
  Object.entries(fields).flatMap(([name, field]): Named[] => {
    const isMoved = field.picker !== undefined && !field.computed && hasMoved(field.picker, record, before)
    const value = record[name] ?? (isMoved ? before[0]?.[name] : undefined)
    if (field.computed || value === undefined || value === null) return []
    if (field.kind === 'rows') return inRows(name, field, rowsIn(value), before, path)
    const { label, picker } = field
    if ((field.kind !== 'reference' && field.kind !== 'references') || picker === undefined) return []
    const stood = before.flatMap((one) => one[name])
    return [value]
      .flat()
      .filter((id) => isMoved || !stood.includes(id))
      .map((id) => ({ path: `${path}${name}`, label, picker, id: Number(id) }))
  })
const inRows = (
  name: string,
  field: Field,
  rows: readonly Loaded[],
  before: readonly Loaded[],
  path: string,
): Named[] => {
  const fields = field.fields ?? {}
  const stood = before.flatMap((one) => rowsIn(one[name]))
  // in a map, since a grid may have many thousand rows
  const known = new Map(Object.keys(fields).map((one) => [one, new Set(stood.map((row) => row[one]))]))
  return rows.flatMap((row, index) =>
    namedIn(
      fields,
      Object.fromEntries(Object.entries(row).filter(([one, value]) => !known.get(one)?.has(value))),
      [],
      `${path}${name}.${index}.`,
    ),
  )
}

/** The fields of the referring record that the picks read, as they will be. */
const aroundOf = (record: Loaded, names: readonly string[] = []): Around =>
  Object.fromEntries(names.map((name) => [name, typeof record[name] === 'number' ? record[name] : null]))

/** Whether all users see every record in a scope; then a key of another kind is only an error at the field. */
const isEverybodys = (scope: Sql): boolean => scope.text.trim() === 'true'

type Found = { readonly Id: number; readonly Fits: readonly (boolean | null)[] }
/** The keys that exist in a table, and the pickers that accept each. */
const findIn = (
  { table, alias, keyColumn }: PickedPlace,
  scope: Sql,
  pickers: readonly string[],
  named: readonly Named[],
  user: Caller,
  record: Loaded,
): Sql => {
  const key = raw(`${alias}.${keyColumn}`)
  const fits = pickers.map((picker) => {
    const { pick } = pickOf(picker)
    return sql`(${pick.where(user, aroundOf(record, pick.with))})`
  })
  return sql`
    select
      ${key} as id,
      array[${join(fits, ', ')}] as fits
    from
      ${raw(table)} ${raw(alias)}
    where
      ${key} = any (${[...new Set(named.map((one) => one.id))]}::int[])
      and (${scope})
  `
}

type Wrong = Named & { readonly isHidden: boolean }
/**
 * Refuses a reference that does not exist for the user, at its field. @throws 404 when one of them is out of scope or
 * missing; 400 when all are visible but of another kind or inactive
 */
export const checkReferences = async (
  tx: Tx,
  user: Caller,
  fields: Fields,
  record: Loaded,
  before: Loaded | null,
): Promise<void> => {
  const whole = { ...before, ...record }
  // one statement for each table, for all its pickers
  const asked = Map.groupBy(namedIn(fields, record, before ? [before] : [], ''), ({ picker }) => pickOf(picker).place)
  const answers = [...asked].map(async ([place, named]): Promise<Wrong[]> => {
    const pickers = [...new Set(named.map((one) => one.picker))].sort()
    const reads = pickers.flatMap((picker) => pickOf(picker).pick.with ?? [])
    const scope = place.scope(user, aroundOf(whole, reads))
    const found = await tx.rows<Found>(findIn(place, scope, pickers, named, user, whole))
    const there = new Map(found.map((row) => [row.Id, row.Fits]))
    return named
      .filter((one) => there.get(one.id)?.[pickers.indexOf(one.picker)] !== true)
      .map((one) => ({ ...one, isHidden: !there.has(one.id) && !isEverybodys(scope) }))
  })
  const wrong = (await Promise.all(answers)).flat()
  if (wrong.length === 0) return
  const errors = Object.fromEntries(wrong.map((one) => [one.path, [`${one.label} does not exist`]]))
  throw wrong.some((one) => one.isHidden) ? notThere(errors) : invalid(errors)
}

export const tableOfPicker = (picker: string): string => pickOf(picker).place.table

/** The columns that name a record in a file. */
const namedBy: Readonly<Record<string, readonly string[]>> = {
  users: ['user_name', 'full_name'],
  roles: ['role_name'],
  specimens: ['name'],
  instruments: ['name'],
}
const byNameAndCode = ['name', 'code']

/** Keys of the records that the texts name, in small letters, in the user's scope; `count`: the number of matches. */
export const findNamed = (
  tx: Tx,
  user: Caller,
  picker: string,
  texts: readonly string[],
): Promise<{ Text: string; Id: number; Count: number }[]> => {
  const { place } = pickOf(picker)
  const { table, alias, keyColumn } = place
  const names = (namedBy[table] ?? byNameAndCode).map((column) => raw(`lower(${alias}.${column})`))
  return tx.rows(sql`
    select
      said.text,
      min(${raw(`${alias}.${keyColumn}`)}) as id,
      count(*)::int as count
    from
      ${raw(table)} ${raw(alias)}
      join unnest(${[...texts]}::text[]) said (text) on said.text in (${join(names, ', ')})
    where
      (${place.scope(user, {})})
    group by
      said.text
  `)
}
