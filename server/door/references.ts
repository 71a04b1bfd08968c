// Whether what a record refers to is there for whom refers to it: asked of the module whose record it is, in its own
// scope.
import type { Field, Fields } from '../../core/model.ts'
import { raw, sql, type Tx } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { invalid } from '../refusal.ts'

const picked = new Map<string, ServerModule>()

/** Takes down which module answers for which picker; called once with all modules. */
export const registerPicks = (modules: readonly ServerModule[]): void => {
  picked.clear()
  for (const module of modules)
    for (const picker of Object.keys(module.picks ?? {})) {
      if (picked.has(picker)) throw new Error(`Two modules answer for the picker ${picker}`)
      picked.set(picker, module)
    }
}

type Named = { readonly path: string; readonly label: string; readonly picker: string; readonly id: number }
const rowsOf = (value: unknown): readonly Loaded[] => (Array.isArray(value) ? (value as readonly Loaded[]) : [])

/** References in a record and its rows; what stood there before is not asked again. */
const namedIn = (fields: Fields, record: Loaded, before: readonly Loaded[], path: string): Named[] =>
  Object.entries(fields).flatMap(([name, field]): Named[] => {
    const value = record[name]
    if (field.computed || value === undefined || value === null) return []
    if (field.kind === 'rows') return inRows(name, field, rowsOf(value), before, path)
    if (field.kind !== 'reference' || field.picker === undefined || !picked.has(field.picker)) return []
    if (before.some((one) => one[name] === value)) return []
    return [{ path: `${path}${name}`, label: field.label, picker: field.picker, id: Number(value) }]
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

/** Refuses a reference to what is not there for the user, at its field. */
export const checkReferences = async (
  tx: Tx,
  user: Caller,
  fields: Fields,
  record: Loaded,
  before: Loaded | null,
): Promise<void> => {
  const asked = Map.groupBy(namedIn(fields, record, before ? [before] : [], ''), (one) => one.picker)
  const answers = [...asked].map(async ([picker, named]) => {
    const module = picked.get(picker) as ServerModule
    const key = raw(`${module.alias}.${module.keyColumn}`)
    const found = await tx.rows<{ id: number }>(sql`
      select
        ${key} as id
      from
        ${raw(module.table)} ${raw(module.alias)}
      where
        ${key} = any (${[...new Set(named.map((one) => one.id))]}::int[])
        and (${module.scope(user)})
        and (${module.picks?.[picker]?.(user) ?? sql`false`})
    `)
    const there = new Set(found.map((row) => row.id))
    return named.filter((one) => !there.has(one.id))
  })
  const wrong = (await Promise.all(answers)).flat()
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((one) => [one.path, [`${one.label} does not exist`]])))
}
