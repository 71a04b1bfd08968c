// The columns of the grid for react-data-grid: how a cell is written, how it is edited, what is at its end.
import { IconX } from '@tabler/icons-react'
import { createContext, useContext } from 'react'
import type { Column } from 'react-data-grid'
import type { Field, Fields } from '../../core/model.ts'
import type { Errors } from '../../core/validate.ts'
import type { Row } from '../record/values.ts'
import { nothing, shownText } from '../record/shown.ts'
import { useOptions } from '../record/use-options.ts'
import type { BegunKey } from './cell-keys.ts'
import { EditCell } from './edit-cell.tsx'
import { columnName, type GridColumn, type GridProps } from './grid-props.ts'
import { blankRow } from '../record/rows.ts'

const amounts = new Set<Field['kind']>(['money', 'percent', 'number'])
const text: Field = { kind: 'text', label: '' }
/** Numbers are aligned right; a key is a name, not a number. */
const standsRight = (name: string, field: Field): boolean =>
  amounts.has(field.kind) || (field.kind === 'integer' && !/Id$/.test(name))

const Plain = ({ field, row, name, quiet }: { field: Field; row: Row; name: string; quiet: boolean }) => {
  const options = useOptions(field)
  const shown = shownText(field, row[name], row, options)
  if (shown === '') return <span className="quiet">{nothing}</span>
  const zero = amounts.has(field.kind) && Number(row[name]) === 0
  return <span className={zero || quiet ? 'quiet' : ''}>{shown}</span>
}

type Given = Pick<GridProps, 'name' | 'columns' | 'blank' | 'action' | 'canRemove'> & {
  fields: Fields
  errors: Errors
  growing: boolean
  blankAt: number
  /** The key that opened a cell. */
  begun: BegunKey
  canEdit: (column: GridColumn, row: Row) => boolean
}

/** Removes a row; the surrounding grid supplies it. */
export const RemoveRow = createContext<(index: number) => void>(() => undefined)
const RemoveButton = ({ index, tabIndex }: { index: number; tabIndex: number }) => {
  const remove = useContext(RemoveRow)
  return (
    <button
      type="button"
      className="cell-button"
      tabIndex={tabIndex}
      aria-label={`Remove row ${index + 1}`}
      onClick={() => remove(index)}
    >
      <IconX size={15} stroke={1.6} />
    </button>
  )
}
const endColumn = ({ growing, action, canRemove }: Given): Column<Row> => ({
  key: '#end',
  name: <span className="unseen">Actions</span>,
  width: 40,
  renderCell: ({ row, rowIdx, tabIndex }) => {
    if (row === blankRow) return null
    if (!growing) return action?.(row, rowIdx)
    return canRemove?.(row) === false ? null : <RemoveButton index={rowIdx} tabIndex={tabIndex} />
  },
})

/** The error of a cell: of its own field or the one it picks. The first cell also shows the row's error. */
const errorIn = (errors: Errors, row: string, column: GridColumn, at: number): string | undefined =>
  (errors[`${row}.${columnName(column)}`] ??
    (column.picks === undefined ? undefined : errors[`${row}.${column.picks}`]) ??
    (at === 0 ? errors[row] : undefined))?.[0]

const dataColumn = (column: GridColumn, at: number, given: Given): Column<Row> => {
  const { name, columns, fields, errors, blank, blankAt, begun, canEdit } = given
  const field = fields[columnName(column)] ?? text
  const picks = column.picks !== undefined || field.kind === 'reference'
  const right = standsRight(columnName(column), field)
  return {
    key: columnName(column),
    name: column.title ?? field.label,
    width: column.width,
    headerCellClass: right ? 'number' : undefined,
    cellClass: (row) => `${right ? 'number' : ''} ${column.strong ? 'strong' : ''} ${row === blankRow ? 'blank' : ''}`,
    colSpan: (args) =>
      args.type === 'ROW' && args.row === blankRow && at === blankAt && columns.length > 1 && blank !== undefined
        ? 2
        : undefined,
    editable: (row) => !picks && canEdit(column, row),
    renderCell: ({ row, rowIdx }) => {
      if (row === blankRow) return at === blankAt ? <span className="quiet">{blank}</span> : null
      const error = errorIn(errors, `${name}.${rowIdx}`, column, at)
      if (error !== undefined)
        return (
          <span className="cell-error" role="alert" title={error}>
            {error}
          </span>
        )
      return (
        column.show?.(row, rowIdx) ?? (
          <Plain field={field} row={row} name={columnName(column)} quiet={column.quiet ?? false} />
        )
      )
    },
    renderEditCell: picks
      ? undefined
      : ({ row, onRowChange, onClose }) => (
          <EditCell
            field={field}
            begun={begun}
            value={row[columnName(column)]}
            label={column.title ?? field.label}
            onChange={(value) => onRowChange({ ...row, [columnName(column)]: value })}
            onLeave={() => onClose(true, false)}
          />
        ),
  }
}

/** The columns in their order; the last one has the button of the row or the one that removes it. */
export const dataColumns = (given: Given): Column<Row>[] => [
  ...given.columns.map((column, at) => dataColumn(column, at, given)),
  ...(given.growing || given.action ? [endColumn(given)] : []),
]
