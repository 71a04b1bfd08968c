// What the address of a list may contain; anything else in it is ignored.
import { isObject } from '../../core/same.ts'

/** Values by filter name, as far as they differ from the defaults; null for one that is emptied. */
type FilterSearch = Readonly<Record<string, unknown>>
export type ListSearch = {
  readonly filter?: FilterSearch
  /** What the pickers of the filter show for their ids. */
  readonly names?: Readonly<Record<string, string | readonly string[]>>
  /** A field name, with a minus for descending. */
  readonly sort?: string
  readonly page?: number
  /** Names of the columns that show, in their order; all when absent. */
  readonly columns?: readonly string[]
}

/** How an address says that the filter is the one that the list starts with. */
const start = 'start'

type Plain = string | number | boolean | null
const isPlain = (value: unknown): value is Plain =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isValue = (value: unknown): value is Plain | readonly Plain[] =>
  Array.isArray(value) ? value.every(isPlain) : isPlain(value)
/** What a picker of a filter shows: one text, or one for each chip. */
export const isText = (value: unknown): value is string | readonly string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
const isColumn = (name: unknown): name is string => typeof name === 'string' && /^\w{1,60}$/.test(name)
const only = <T>(value: unknown, fits: (one: unknown) => one is T): Record<string, T> | undefined =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (fits(one) ? [[name, one] as const] : [])))
    : undefined

/** An address as it was typed or sent: each of its parts may be anything. */
type Typed = { readonly [Name in keyof ListSearch]?: unknown }
export const listSearch = (search: Readonly<Record<string, unknown>>): ListSearch => {
  const { filter, names, sort, page, columns }: Typed = search
  const values = filter === start ? {} : only(filter, isValue)
  const texts = only(names, isText)
  return {
    ...(values && { filter: values }),
    ...(texts && Object.keys(texts).length > 0 && { names: texts }),
    ...(typeof sort === 'string' && /^-?\w+$/.test(sort) && { sort }),
    ...(Array.isArray(columns) && columns.length > 0 && columns.length <= 60 && columns.every(isColumn) && { columns }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

/** What the address holds for it: an empty filter has a word. */
export const writtenSearch = (search: Typed): Typed =>
  isObject(search.filter) && Object.keys(search.filter).length === 0 ? { ...search, filter: start } : search
