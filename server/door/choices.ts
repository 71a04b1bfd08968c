// Checks that each choice is in its list.
import type { Field, Fields } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { sql, type Tx } from '../db/db.ts'
import type { Loaded } from '../caller.ts'
import { invalid } from '../refusal.ts'

type Chosen = { readonly path: string; readonly label: string; readonly field: Field; readonly id: number }

/** Records inside a value, each with its path: the rows of a grid, or a nested record. */
const partsOf = (value: unknown, path: string): readonly (readonly [path: string, part: Loaded])[] => {
  if (isObject(value)) return [[`${path}.`, value]]
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  return rows.flatMap((row, index) => (isObject(row) ? [[`${path}.${index}.`, row] as const] : []))
}
/** A key as sent; -1 for an invalid one. */
const keyOf = (value: unknown): number => {
  const key = Number(value)
  return Number.isInteger(key) && Math.abs(key) < 2 ** 31 ? key : -1
}
const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

const isChoice = (field: Field): boolean =>
  field.listId !== undefined && (field.kind === 'choice' || field.kind === 'choices')

/** Choices in records of one kind and their rows, without those already stored before. */
const chosenIn = (
  fields: Fields,
  records: readonly (readonly [path: string, record: Loaded])[],
  before: readonly Loaded[],
): Chosen[] =>
  Object.entries(fields).flatMap(([name, field]): Chosen[] => {
    if (field.computed) return []
    if (field.kind === 'rows' || (field.kind === 'json' && field.fields))
      return chosenIn(
        field.fields ?? {},
        records.flatMap(([path, record]) => partsOf(record[name], `${path}${name}`)),
        before.flatMap((one) => partsOf(one[name], name).map(([, part]) => part)),
      )
    if (!isChoice(field)) return []
    // collected once for all rows: a grid may have many thousand
    const known = new Set(before.flatMap((one) => one[name]).map(Number))
    return records.flatMap(([path, record]) =>
      [record[name] ?? []]
        .flat()
        .filter((value) => !isBlank(value))
        .map(keyOf)
        .filter((id) => !known.has(id))
        .map((id) => ({ path: `${path}${name}`, label: field.label, field, id })),
    )
  })

/** Refuses a choice that is not in its list, at its field. */
export const checkChoices = async (tx: Tx, fields: Fields, record: Loaded, before: Loaded | null): Promise<void> => {
  const chosen = chosenIn(fields, [['', record]], before ? [before] : [])
  if (chosen.length === 0) return
  const items = await tx.rows<{ ListItemId: number; ListId: number; ItemValue: string | null }>(sql`
    select
      list_item_id,
      list_id,
      item_value
    from
      list_items
    where
      list_item_id = any (${[...new Set(chosen.map((one) => one.id))]}::int[])
  `)
  const known = new Map(items.map((item) => [item.ListItemId, item]))
  const wrong = chosen.filter(({ id, field: { listId, valued, only } }) => {
    const item = known.get(id)
    return (
      item?.ListId !== listId ||
      (valued !== undefined && item?.ItemValue !== valued) ||
      (only !== undefined && !only.includes(id))
    )
  })
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((one) => [one.path, [`${one.label} is not one of its choices`]])))
}
