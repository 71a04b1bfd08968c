// The dot of a status, and whether its record is struck through, as the fields of the models define for their items.
import type { Tone } from '../../core/items.ts'
import { looks, type Look } from '../heads.ts'
import { commonOf } from './values.ts'
import type { Row } from './values.ts'

// no id is in two lists
const byId = new Map(looks.map((look) => [look.id, look]))
const words: readonly (readonly [RegExp, Tone])[] = [
  [/cancel|reject|lost|missing|inactive|failed/i, 'cancelled'],
  [/part|exception|hold/i, 'partly'],
  [/clos|done|complete|approved|released|received|paid|active/i, 'done'],
  [/open|book|pend|new|draft/i, 'none'],
]
const lookOf = (id: unknown): Look | undefined => (typeof id === 'number' ? byId.get(id) : undefined)

/** By the row's status id (`SaleStatusId` for `SaleStatus`, else `StatusId`), else by its words. */
export const dotOf = (row: Row, name: string): Tone =>
  lookOf(row[`${name}Id`] ?? commonOf(row).StatusId)?.tone ??
  words.find(([pattern]) => pattern.test(String(row[name] ?? '')))?.[1] ??
  'moving'
/** A cancelled record: struck and tinted. */
export const isCancelled = (row: Row): boolean => lookOf(commonOf(row).StatusId)?.struck === true
