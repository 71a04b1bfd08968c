// What kind of dot a status has, and whether its record is struck through: as the fields of the models say of their
// items.
import type { Item, Tone } from '../../../core/items.ts'
import type { Fields } from '../../../core/model.ts'
import { modelsInOrder } from '../../modules.ts'
import type { Row } from './columns.ts'
import { textOf } from './text-of.ts'

const itemsIn = (fields: Fields): Item[] =>
  Object.values(fields).flatMap((field) => [...Object.values(field.items ?? {}), ...itemsIn(field.fields ?? {})])
// no id stands in two lists
const byId = new Map(modelsInOrder().flatMap((model) => itemsIn(model.fields).map((item) => [item.id, item] as const)))
const words: readonly (readonly [RegExp, Tone])[] = [
  [/cancel|reject|lost|missing|inactive|failed/i, 'cancelled'],
  [/part|exception|hold/i, 'partly'],
  [/clos|done|complete|approved|released|received|paid|active/i, 'done'],
  [/open|book|pend|new|draft/i, 'none'],
]
const itemOf = (id: unknown): Item | undefined => (typeof id === 'number' ? byId.get(id) : undefined)

/** By the row's status id (`SaleStatusId` beside `SaleStatus`, else `StatusId`), else by its words. */
export const dotOf = (row: Row, name: string): Tone =>
  itemOf(row[`${name}Id`] ?? row['StatusId'])?.tone ??
  words.find(([pattern]) => pattern.test(textOf(row[name])))?.[1] ??
  'moving'
/** A cancelled record: struck and tinted. */
export const isCancelled = (row: Row): boolean => itemOf(row['StatusId'])?.struck === true
