// Sort, page, widths, selected row and scroll of a list, stored per statement for the session.
import type { RecordSearch } from '../record/record-link.ts'
import { isObject } from '../../core/same.ts'
import { readStored, writeStored } from '../api/storage.ts'

/** `sort` is a field name, with a minus for descending. */
export type ListState = {
  sort?: string | undefined
  page: number
  widths: Readonly<Record<string, number>>
  selected?: string | undefined
  top?: number
  /** The records of its rows in their order, when one of them was opened: next and previous walk through them. */
  walk?: readonly RecordSearch[]
}
const isAbsentOr = (type: 'string' | 'number', value: unknown): boolean => value === undefined || typeof value === type
/** An earlier version of the product may have stored another shape. */
const isState = (value: unknown): value is Partial<ListState> => {
  if (!isObject(value)) return false
  const { sort, page, widths = {}, selected, top, walk = [] }: { readonly [Name in keyof ListState]?: unknown } = value
  return (
    [sort, selected].every((one) => isAbsentOr('string', one)) &&
    [page, top].every((one) => isAbsentOr('number', one)) &&
    isObject(widths) &&
    Object.values(widths).every((width) => typeof width === 'number') &&
    Array.isArray(walk) &&
    walk.every(isObject)
  )
}
const name = (statementId: number) => `list.${statementId}`

export const readListState = (statementId: number): ListState => {
  const kept = readStored(sessionStorage, name(statementId))
  return { page: 1, widths: {}, ...(isState(kept) && kept) }
}
export const keepListState = (statementId: number, state: Partial<ListState>): void =>
  writeStored(sessionStorage, name(statementId), { ...readListState(statementId), ...state })

/** The sort after a click on a head: ascending first, then descending, then ascending again. */
export const nextSort = (sort: string | undefined, column: string): string => (sort === column ? `-${column}` : column)

/** Rows of a page. */
export const pageSize = 100
export type Count = { known: number; more: boolean }
/**
 * The header X-Total-Count: a number, or `10000+` when there are more rows than were counted. A full page comes without
 * one, since its rows do not wait for a count: what is known then are the rows up to its end.
 */
export const countOf = (header: string | null, seen: number): Count => {
  const match = /^(\d+)(\+?)$/.exec(header?.trim() ?? '')
  return match ? { known: Number(match[1]), more: match[2] === '+' } : { known: seen, more: true }
}
/** Page numbers to offer: first, last, the current one and its neighbours; 0 means a gap. */
export const pagesAround = (page: number, pages: number): number[] => {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((one) => one >= 1 && one <= pages)
    .sort((a, b) => a - b)
  return wanted.flatMap((one, i) => (i > 0 && one - (wanted[i - 1] ?? 0) > 1 ? [0, one] : [one]))
}
