// The one rule between the specification's field names and columns: SaleId <-> sale_id.
const known = new Map<string, string>([
  ['LRN', 'lrn'],
  ['createdAt', 'created_at'],
])

/** SaleDate -> sale_date, LRN -> lrn, AccessionNo -> accession_no. */
export const columnOf = (field: string): string =>
  known.get(field) ?? field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** The table that a key is of: DepartmentId -> departments, ListItemId -> list_items. */
export const tableOf = (key: string): string => `${columnOf(key.replace(/Id$/, ''))}s`
