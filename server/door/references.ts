// Whether what a record refers to is there for whom refers to it: asked of the module whose record it is, in its own
// scope.
import type { Field, Fields } from '../../core/model.ts'
import { join, raw, sql, type Sql, type Tx } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { picksOf, type Around, type Picked, type PickedPlace } from '../pick.ts'
import { invalid, notThere } from '../refusal.ts'

const picks = new Map<string, Picked>()

/** Takes down which module answers for which picker; called once with all modules. */
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
const rowsOf = (value: unknown): readonly Loaded[] => (Array.isArray(value) ? (value as readonly Loaded[]) : [])

/** Whether what the pick reads of the record is another now: what stood there before may not fit it. */
const hasMoved = (picker: string, record: Loaded, before: readonly Loaded[]): boolean =>
  (pickOf(picker).pick.with ?? []).some(
    (name) => record[name] !== undefined && before.some((one) => one[name] !== record[name]),
  )
/** References in a record and its rows; what stood there before is not asked again. */
const namedIn = (fields: Fields, record: Loaded, before: readonly Loaded[], path: string): Named[] =>
  Object.entries(fields).flatMap(([name, field]): Named[] => {
    const isMoved = field.picker !== undefined && !field.computed && hasMoved(field.picker, record, before)
    const value = record[name] ?? (isMoved ? before[0]?.[name] : undefined)
    if (field.computed || value === undefined || value === null) return []
    if (field.kind === 'rows') return inRows(name, field, rowsOf(value), before, path)
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
  const stood = before.flatMap((one) => rowsOf(one[name]))
  // a grid of many thousand rows is looked up, not searched for each row
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

/** What the picks read of the record that names, as it will be. */
const aroundOf = (record: Loaded, names: readonly string[] = []): Around =>
  Object.fromEntries(names.map((name) => [name, typeof record[name] === 'number' ? record[name] : null]))

/** What exists for everybody hides nobody: a key of another kind there is no more than a mistake. */
const isEverybodys = (scope: Sql): boolean => scope.text.trim() === 'true'

type Found = { readonly id: number; readonly fits: readonly (boolean | null)[] }
/** Which of them are in a place, and what each may be picked as. */
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
 * Refuses a reference to what is not there for the user, at its field. @throws 404 where one of them is out of reach,
 * the same as for one that is nowhere; 400 where all can be seen and are of another kind or not in use
 */
export const checkReferences = async (
  tx: Tx,
  user: Caller,
  fields: Fields,
  record: Loaded,
  before: Loaded | null,
): Promise<void> => {
  const whole = { ...before, ...record }
  // what is named in one place is asked in one statement, whatever it is picked as
  const asked = Map.groupBy(namedIn(fields, record, before ? [before] : [], ''), ({ picker }) => pickOf(picker).place)
  const answers = [...asked].map(async ([place, named]): Promise<Wrong[]> => {
    const pickers = [...new Set(named.map((one) => one.picker))].sort()
    const reads = pickers.flatMap((picker) => pickOf(picker).pick.with ?? [])
    const scope = place.scope(user, aroundOf(whole, reads))
    const found = await tx.rows<Found>(findIn(place, scope, pickers, named, user, whole))
    const there = new Map(found.map((row) => [row.id, row.fits]))
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

/** By which columns a record is named in a file. */
const namedBy: Readonly<Record<string, readonly string[]>> = {
  users: ['user_name', 'full_name'],
  roles: ['role_name'],
  specimens: ['name'],
  instruments: ['name'],
}
const byNameAndCode = ['name', 'code']

/** Keys of what the texts name, in small letters, among what the user may refer to; `count`: how many they name. */
export const findNamed = (
  tx: Tx,
  user: Caller,
  picker: string,
  texts: readonly string[],
): Promise<{ text: string; id: number; count: number }[]> => {
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
