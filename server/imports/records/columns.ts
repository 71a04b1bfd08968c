// The columns of a file of records: the titles of its head, and the meaning of a cell.
import { unguarded } from '../../../core/files/csv.ts'
import { parseDate, parseDateTime } from '../../../core/dates.ts'
import type { Field, Fields } from '../../../core/model.ts'
import { numberOr, small } from '../file.ts'

/** The target of a cell: a field of the record, or of a row of one of its grids. */
export type Column = {
  readonly title: string
  readonly name: string
  readonly field: Field
  /** The grid of the row. */
  readonly grid?: string
  /** Several rows in one cell, separated by semicolons. */
  readonly isMany?: boolean
}
/** The text of a cell, without the guard of an export. */
export const plain = (text: string): string => unguarded(text.trim())

const isTaken = ({ computed, view, asked, kind }: Field): boolean =>
  !computed &&
  !view &&
  !asked &&
  !['object', 'rows', 'image', 'password', 'json', 'choices', 'references'].includes(kind)
const isNaming = ({ kind }: Field): boolean => kind === 'reference' || kind === 'choice'

const ofGrid = (grid: string, { label, fields = {} }: Field): Column[] => {
  const taken = Object.entries(fields).filter(([, field]) => isTaken(field))
  const [naming] = taken.filter(([, field]) => isNaming(field))
  return [
    // rows with one value each are in one cell: the roles of a user, the elements of a test
    ...(naming ? [{ title: label, name: naming[0], field: naming[1], grid, isMany: true }] : []),
    ...taken.map(([name, field]) => ({ title: `${label} / ${titleOf(name, field)}`, name, field, grid })),
  ]
}
// a reference in a grid is often labelled only Id
const titleOf = (name: string, { label }: Field): string => (label === 'Id' ? name.replace(/Id$/, '') : label)

/** Every column that a file of these records can have. */
export const columnsOf = (fields: Fields): readonly Column[] =>
  Object.entries(fields).flatMap(([name, field]): Column[] =>
    field.kind === 'rows' && !field.computed
      ? ofGrid(name, field)
      : isTaken(field)
        ? [{ title: titleOf(name, field), name, field }]
        : [],
  )

const isNamed = (column: Column, cell: string): boolean =>
  [column.title, column.grid === undefined ? column.name : `${column.grid} / ${column.name}`].some(
    (one) => small(one) === small(cell),
  )
/** The columns in the order of a head, or the first unknown title. */
export const headOf = (fields: Fields, cells: readonly string[]): readonly Column[] | string => {
  const all = columnsOf(fields)
  const found = cells.map((cell) => all.find((column) => isNamed(column, cell)))
  const at = found.indexOf(undefined)
  return at === -1 ? found.flatMap((column) => column ?? []) : (cells[at] ?? '')
}

const yes = ['yes', 'true', 'y', '1']
const no = ['no', 'false', 'n', '0']
/** The value of a cell for a field without a look-up; unreadable text is passed on, and the save refuses it. */
export const valueOf = ({ kind, options }: Field, cell: string, now: Date): unknown => {
  const text = plain(cell)
  if (options) return options.find((one) => one.some((part) => small(String(part)) === small(text)))?.[0] ?? text
  if (kind === 'boolean') return yes.includes(small(text)) ? true : no.includes(small(text)) ? false : text
  if (kind === 'date') return parseDate(text, { now: now.getTime() }) ?? text
  if (kind === 'datetime') return parseDateTime(text, { now: now.getTime() }) ?? text
  if (['integer', 'number', 'money', 'percent'].includes(kind)) return numberOr(text)
  return text
}
/** Whether the cell names another record or a list item, instead of a value. */
export const isLookedUp = ({ kind, listId, options }: Field): boolean =>
  kind === 'reference' || (kind === 'choice' && listId !== undefined && options === undefined)
/** The names in a cell. */
export const textsIn = ({ isMany }: Pick<Column, 'isMany'>, cell: string): readonly string[] =>
  (isMany ? cell.split(';') : [cell]).map((text) => small(plain(text))).filter((text) => text !== '')
