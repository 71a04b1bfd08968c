// The one rule between the specification's field names and columns: SaleId <-> sale_id.
const known = new Map<string, string>([
  ['LRN', 'lrn'],
  ['createdAt', 'created_at'],
])

const columns = new Map(known)
/** SaleDate -> sale_date, LRN -> lrn, AccessionNo -> accession_no. */
export const columnOf = (field: string): string => {
  const found = columns.get(field)
  if (found !== undefined) return found
  const column = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  // statements are put together for each request, of the same fields
  if (columns.size < 5000) columns.set(field, column)
  return column
}

/** sale_date -> SaleDate, lrn -> LRN. */
export const fieldOf = (column: string): string =>
  [...known].find(([, name]) => name === column)?.[0] ??
  column
    .split('_')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')

/** The table that a key is of: DepartmentId -> departments, ListItemId -> list_items. */
export const tableOf = (key: string): string => `${columnOf(key.replace(/Id$/, ''))}s`
