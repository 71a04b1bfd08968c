// The dot of a status, and whether its record is struck through, as the fields of the models define for their items.
import type { Item, Tone } from '../../core/items.ts'
import type { Fields } from '../../core/model.ts'
import { commonOf } from './values.ts'
import type { Row } from './values.ts'

const itemsIn = (fields: Fields): Item[] =>
  Object.values(fields).flatMap((field) => [...Object.values(field.items ?? {}), ...itemsIn(field.fields ?? {})])
// no id is in two lists
const byId = new Map<number, Item>()
/** Registers the look of the models' items; called once with all of them. */
export const registerItems = (models: readonly ({ readonly fields: Fields } | undefined)[]): void => {
  for (const model of models) for (const item of itemsIn(model?.fields ?? {})) byId.set(item.id, item)
}
const words: readonly (readonly [RegExp, Tone])[] = [
  [/cancel|reject|lost|missing|inactive|failed/i, 'cancelled'],
  [/part|exception|hold/i, 'partly'],
  [/clos|done|complete|approved|released|received|paid|active/i, 'done'],
  [/open|book|pend|new|draft/i, 'none'],
]
const itemOf = (id: unknown): Item | undefined => (typeof id === 'number' ? byId.get(id) : undefined)

/** By the row's status id (`SaleStatusId` for `SaleStatus`, else `StatusId`), else by its words. */
export const dotOf = (row: Row, name: string): Tone =>
  itemOf(row[`${name}Id`] ?? commonOf(row).StatusId)?.tone ??
  words.find(([pattern]) => pattern.test(String(row[name] ?? '')))?.[1] ??
  'moving'
/** A cancelled record: struck and tinted. */
export const isCancelled = (row: Row): boolean => itemOf(commonOf(row).StatusId)?.struck === true
