// How a screen describes a grid: its rows, its columns, what may be done with them.
import type { ReactNode } from 'react'
import type { Decision } from '../../core/refusal.ts'
import type { Row, Values } from '../record/values.ts'

type Look<R> = {
  readonly title?: string
  /** Pixels, or `minmax(200px, 1fr)`. */
  readonly width?: number | string
  /** Whether the cell can be edited; absent: when its field is not computed. */
  readonly editable?: boolean | Asked<R>
  /** Picks another field: the Code column picks ProductId. */
  readonly picks?: keyof R & string
  /** Filled in as soon as the row's record is picked: its price. */
  readonly next?: boolean
  readonly quiet?: boolean
  readonly strong?: boolean
}
/** Methods, so that a column of its own rows can be called with any row. */
type Asked<R> = { ask(row: R): boolean }['ask']
type Drawn<R> = { draw(row: R, index: number): ReactNode }['draw']
/** A column of a field of the row, or one drawn from the whole row under its own name. */
export type GridColumn<R = Row> =
  | (Look<R> & {
      readonly name: keyof R & string
      /** What the cell shows instead of its value. */
      readonly show?: Drawn<R>
    })
  | (Look<R> & { readonly view: string; readonly show: Drawn<R> })

/** The name of a column: its field's, or its own. */
export const columnName = (column: GridColumn): string => ('view' in column ? column.view : column.name)

export type GridProps<R = Row> = {
  /** Field of the record with the rows. */
  name: string
  columns: readonly GridColumn<R>[]
  /** Whether rows can be added and removed while the record is editable. */
  grows?: boolean
  /** Hint of the blank row. */
  blank?: string
  /** Column that shows the hint and starts the row. */
  blankAt?: number
  /** Runs after the user changed a row; answers the row to store. */
  onRow?(row: R, name: string, before: R, index: number): R
  /** Whether a record may be picked into a row, with the reason why not. */
  mayPick?(rows: readonly R[], index: number, id: number): Decision
  /** A picked row; false refuses it. Absent: key and names are set. */
  onPick?(index: number, picked: Values, id: number): boolean | void
  rowClass?(row: R): string | undefined
  canRemove?(row: R): boolean
  /** Button at the end of a row that is not being edited. */
  action?(row: R, index: number): ReactNode
  /** Two lines of a row on a phone: name and amount, and the rest. */
  card(row: R): { title: ReactNode; end?: ReactNode; note?: ReactNode }
  /** Fields of the item dialog (F2); absent: no dialog. */
  item?: readonly (keyof R & string)[]
}
