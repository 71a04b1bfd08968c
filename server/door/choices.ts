// Whether what was chosen stands in the list that it is chosen from.
import type { Field, Fields } from '../../core/model.ts'
import { sql, type Tx } from '../db/db.ts'
import type { Loaded } from '../caller.ts'
import { invalid } from '../refusal.ts'

type Chosen = { readonly path: string; readonly label: string; readonly listId: number; readonly id: number }
const rowsOf = (value: unknown): readonly Loaded[] => (Array.isArray(value) ? (value as readonly Loaded[]) : [])

const isChoice = (field: Field): boolean =>
  field.listId !== undefined && (field.kind === 'choice' || field.kind === 'choices')

/** Choices of lists in records of one kind and their rows; what stood in any of them before is not asked again. */
const chosenIn = (
  fields: Fields,
  records: readonly (readonly [path: string, record: Loaded])[],
  before: readonly Loaded[],
): Chosen[] =>
  Object.entries(fields).flatMap(([name, field]): Chosen[] => {
    if (field.computed) return []
    if (field.kind === 'rows') {
      const rows = records.flatMap(([path, record]) =>
        rowsOf(record[name]).map((row, index) => [`${path}${name}.${index}.`, row] as const),
      )
      return chosenIn(
        field.fields ?? {},
        rows,
        before.flatMap((one) => rowsOf(one[name])),
      )
    }
    if (!isChoice(field)) return []
    // asked once for all rows: a grid has many thousand
    const known = new Set(before.flatMap((one) => one[name]).map(Number))
    return records.flatMap(([path, record]) =>
      [record[name] ?? []]
        .flat()
        .map(Number)
        .filter((id) => !known.has(id))
        .map((id) => ({ path: `${path}${name}`, label: field.label, listId: field.listId ?? 0, id })),
    )
  })

/** Refuses a choice that its list does not have, at its field. `prefix` stands before the path: `Invoice.`. */
export const checkChoices = async (
  tx: Tx,
  fields: Fields,
  record: Loaded,
  before: Loaded | null,
  prefix = '',
): Promise<void> => {
  const chosen = chosenIn(fields, [[prefix, record]], before ? [before] : [])
  if (chosen.length === 0) return
  const items = await tx.rows<{ list_item_id: number; list_id: number }>(sql`
    select
      list_item_id,
      list_id
    from
      list_items
    where
      list_item_id = any (${[...new Set(chosen.map((one) => one.id))]}::int[])
  `)
  const lists = new Map(items.map((item) => [item.list_item_id, item.list_id]))
  const wrong = chosen.filter((one) => lists.get(one.id) !== one.listId)
  if (wrong.length > 0)
    throw invalid(Object.fromEntries(wrong.map((one) => [one.path, [`${one.label} is not one of its choices`]])))
}
