// What the address of a list may contain; anything else in it is ignored.

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown): boolean => value === null || ['string', 'number', 'boolean'].includes(typeof value)
const isValue = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : isPlain(value))
const isText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))
const only = <T>(value: unknown, fits: (one: unknown) => boolean): Record<string, T> | undefined =>
  isObject(value)
    ? (Object.fromEntries(Object.entries(value).filter(([, one]) => fits(one))) as Record<string, T>)
    : undefined

export const listSearch = (search: Record<string, unknown>): ListSearch => {
  const filter = search['filter'] === start ? {} : only<unknown>(search['filter'], isValue)
  const names = only<string | readonly string[]>(search['names'], isText)
  const { sort, page, columns } = search
  return {
    ...(filter && { filter }),
    ...(names && Object.keys(names).length > 0 && { names }),
    ...(typeof sort === 'string' && /^-?\w+$/.test(sort) && { sort }),
    ...(Array.isArray(columns) &&
      columns.length > 0 &&
      columns.length <= 60 &&
      columns.every((name) => typeof name === 'string' && /^\w{1,60}$/.test(name)) && { columns: columns as string[] }),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 && { page }),
  }
}

/** What the address holds for it: an empty filter has a word. */
export const writtenSearch = (search: Record<string, unknown>): Record<string, unknown> =>
  isObject(search['filter']) && Object.keys(search['filter']).length === 0 ? { ...search, filter: start } : search
