// What kind of dot a status has: not begun, moving, in the lab, partly, done, cancelled.
import type { Row } from './columns.ts'
import { textOf } from './text-of.ts'

export type Dot = 'none' | 'moving' | 'lab' | 'partly' | 'done' | 'cancelled'
const dots: readonly (readonly [Dot, readonly number[]])[] = [
  ['none', [91, 92, 101, 110, 115, 140, 150]],
  ['moving', [94, 95, 102, 103, 104, 111, 113, 116, 117, 120, 141, 158]],
  ['lab', [96, 97, 105, 106, 107, 151, 152, 155]],
  ['partly', [93, 142, 144, 156, 159]],
  ['done', [98, 99, 108, 109, 112, 114, 121, 126, 143, 153, 154]],
  ['cancelled', [90, 100, 122, 123, 124, 125, 127, 145, 146, 157]],
]
const byId = new Map(dots.flatMap(([dot, ids]) => ids.map((id) => [id, dot] as const)))
const words: readonly (readonly [RegExp, Dot])[] = [
  [/cancel|reject|lost|missing|inactive|failed/i, 'cancelled'],
  [/part|exception|hold/i, 'partly'],
  [/clos|done|complete|approved|released|received|paid|active/i, 'done'],
  [/open|book|pend|new|draft/i, 'none'],
]

/** By the row's status id (`SaleStatusId` beside `SaleStatus`, else `StatusId`), else by its words. */
export const dotOf = (row: Row, name: string): Dot => {
  const id = row[`${name}Id`] ?? row['StatusId']
  const known = typeof id === 'number' ? byId.get(id) : undefined
  return known ?? words.find(([pattern]) => pattern.test(textOf(row[name])))?.[1] ?? 'moving'
}
/** A cancelled record: struck and tinted. */
export const isCancelled = (row: Row): boolean => row['StatusId'] === 90 || row['StatusId'] === 146 || row['StatusId'] === 100
