// Sorts loaded rows: numbers by their size, texts as a reader sorts them, empty values last.
type Row = Readonly<Record<string, unknown>>

const numeric = /^-?\d+(\.\d+)?$/
const compare = (one: unknown, other: unknown): number => {
  const [a, b] = [String(one), String(other)]
  return numeric.test(a) && numeric.test(b)
    ? Number(a) - Number(b)
    : a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' })
}
const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The rows by a column, `-Name` in reverse; without one as they are. Equal ones keep their order. */
export const sortedBy = <R extends Row>(rows: readonly R[], sort: string | undefined): readonly R[] => {
  if (sort === undefined) return rows
  const [name, way] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1]
  return rows.toSorted((one, other) => {
    const [a, b] = [one[name], other[name]]
    if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b))
    return way * compare(a, b)
  })
}
