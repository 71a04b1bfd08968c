// Whether what was chosen stands in the list that it is chosen from.
import type { Fields } from '../core/model.ts'
import { sql, type Tx } from './db.ts'
import type { Loaded } from './module.ts'
import { invalid } from './refusal.ts'

type Chosen = { readonly path: string; readonly label: string; readonly listId: number; readonly id: number }
const rowsOf = (value: unknown): readonly Loaded[] => (Array.isArray(value) ? (value as readonly Loaded[]) : [])

/** Choices of lists in a record and its rows; what stood there before is not asked again. */
const chosenIn = (fields: Fields, record: Loaded, before: readonly Loaded[], path: string): Chosen[] =>
  Object.entries(fields).flatMap(([name, field]): Chosen[] => {
    const value = record[name]
    if (field.computed || value === undefined || value === null) return []
    if (field.kind === 'rows')
      return rowsOf(value).flatMap((row, index) =>
        chosenIn(
          field.fields ?? {},
          row,
          before.flatMap((one) => rowsOf(one[name])),
          `${path}${name}.${index}.`,
        ),
      )
    if (field.listId === undefined || (field.kind !== 'choice' && field.kind !== 'choices')) return []
    const [label, listId] = [field.label, field.listId]
    const known = new Set(before.flatMap((one) => one[name]).map(Number))
    return [value]
      .flat()
      .map(Number)
      .filter((id) => !known.has(id))
      .map((id) => ({ path: `${path}${name}`, label, listId, id }))
  })

/** Refuses a choice that its list does not have, at its field. `prefix` stands before the path: `Invoice.`. */
export const checkChoices = async (tx: Tx, fields: Fields, record: Loaded, before: Loaded | null, prefix = ''): Promise<void> => {
  const chosen = chosenIn(fields, record, before ? [before] : [], prefix)
  if (chosen.length === 0) return
  const items = await tx.rows<{ list_item_id: number; list_id: number }>(
    sql`select list_item_id, list_id from list_items where list_item_id = any(${[...new Set(chosen.map((one) => one.id))]}::int[])`,
  )
  const lists = new Map(items.map((item) => [item.list_item_id, item.list_id]))
  const wrong = chosen.filter((one) => lists.get(one.id) !== one.listId)
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((one) => [one.path, [`${one.label} is not one of its choices`]])))
}
