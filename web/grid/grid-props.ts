// What a screen says of a grid: its rows, its columns, what may be done with them.
import type { ReactNode } from 'react'
import type { Fields } from '../../core/model.ts'
import type { Row, Values } from '../record/values.ts'

export type GridColumn = {
  /** Field of the row. */
  readonly name: string
  readonly title?: string
  /** Pixels, or `minmax(200px, 1fr)`. */
  readonly width?: number | string
  /** What the cell shows when that is not its value. */
  readonly show?: (row: Row, index: number) => ReactNode
  /** Whether the cell can be edited; absent: when its field is not computed. */
  readonly editable?: boolean | ((row: Row) => boolean)
  /** Picks the field of another name: the Code column picks ProductId. */
  readonly picks?: string
  readonly quiet?: boolean
  readonly strong?: boolean
}
export type GridProps = {
  /** Field of the record that holds the rows. */
  name: string
  label: string
  columns: readonly GridColumn[]
  fields?: Fields
  /** Whether rows can be added and taken out while the record is editable. */
  grows?: boolean
  /** Hint of the blank row. */
  blank?: string
  /** Column that shows the hint and starts the row. */
  blankAt?: number
  /** Follows a change of a row by the user; answers the row as it is to be kept. */
  onRow?: (row: Row, name: string, before: Row, index: number) => Row
  /** A picked row; false refuses it. Absent: key and names are set. */
  onPick?: (index: number, picked: Values, id: number) => boolean | void
  rowClass?: (row: Row) => string | undefined
  canRemove?: (row: Row) => boolean
  /** Button at the end of a row while it is read. */
  action?: (row: Row, index: number) => ReactNode
  /** Two lines of a row on a phone: name and amount, and what else there is. */
  card: (row: Row) => { title: ReactNode; end?: ReactNode; note?: ReactNode }
  /** Fields of the item dialog (F2); absent: no dialog. */
  item?: readonly string[]
}
