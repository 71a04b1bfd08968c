// The one rule between the specification's field names and columns, SaleId <-> sale_id, and the rows of a statement by
// those names.
import type pg from 'pg'

const known = new Map<string, string>([
  ['LRN', 'lrn'],
  ['createdAt', 'created_at'],
])

const columns = new Map(known)
/** SaleDate -> sale_date, LRN -> lrn, AccessionNo -> accession_no; a column remains what it is. */
export const columnOf = (field: string): string => {
  const found = columns.get(field)
  if (found !== undefined) return found
  const column = field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  // statements are put together for each request, of the same fields
  if (columns.size < 5000) columns.set(field, column)
  return column
}

const fields = new Map([...known].map(([field, column]) => [column, field]))
/** sale_date -> SaleDate, mandate_lrn -> MandateLRN; a name with a capital letter remains what it is. */
export const fieldOf = (column: string): string =>
  /[A-Z]/.test(column)
    ? column
    : (fields.get(column) ??
      column
        .split('_')
        .map((part) => (part === 'lrn' ? 'LRN' : part.slice(0, 1).toUpperCase() + part.slice(1)))
        .join(''))

/** The table that a key is of: DepartmentId -> departments, ListItemId -> list_items. */
export const tableOf = (key: string): string => `${columnOf(key.replace(/Id$/, ''))}s`

export type Row = Record<string, unknown>
/** `count`: of the rows that were read or written. */
export type Named = { readonly names: readonly string[]; readonly rows: Row[]; readonly count: number }
/** What the driver answers: the rows as lists, in the order of the columns. */
export type Answer = Pick<pg.QueryArrayResult<unknown[]>, 'fields' | 'rows' | 'rowCount'>

/** Columns as PostgreSQL names them, their names here, and a row without values. */
type Shape = { readonly columns: readonly string[]; readonly names: readonly string[]; readonly empty: Row }

const shapeOf = (columns: readonly string[]): Shape => {
  const names = columns.map(fieldOf)
  const sources = new Map<string, string>()
  names.forEach((name, at) => {
    const column = columns[at] ?? ''
    const other = sources.get(name) ?? column
    if (other !== column) throw new Error(`The columns ${other} and ${column} would both be ${name}`)
    sources.set(name, column)
  })
  return { columns, names, empty: Object.fromEntries(names.map((name) => [name, null])) }
}

const shapes = new Map<string, Shape>()
/** The shape of a statement's rows: worked out once, and again when its columns are others (`select *`). */
const shapeFor = (text: string, fields: Answer['fields']): Shape => {
  const known = shapes.get(text)
  if (known?.columns.length === fields.length && fields.every(({ name }, at) => name === known.columns[at]))
    return known
  const shape = shapeOf(fields.map(({ name }) => name))
  if (known !== undefined || shapes.size < 2000) shapes.set(text, shape)
  return shape
}

/** The answered rows of the statement with this text, under their names. */
export const named = (text: string, { fields, rows, rowCount }: Answer): Named => {
  // one that writes answers no columns, and `select from` rows without any
  if (fields.length === 0) return { names: [], rows: rows.map(() => ({})), count: rowCount ?? 0 }
  const { names, empty } = shapeFor(text, fields)
  const { length } = names
  const made = rows.map((values) => {
    const row = { ...empty }
    for (let at = 0; at < length; at += 1) row[names[at] ?? ''] = values[at]
    return row
  })
  return { names, rows: made, count: rowCount ?? 0 }
}
