// One row of a list; redrawn only when it, its columns or its selection change.
import { memo } from 'react'
import { cellText, isQuiet } from './cell.ts'
import { rowNames } from './columns.ts'
import type { CardPlace, Column, Row } from './columns.ts'
import { dotOf, isCancelled } from '../../record/status.ts'

// a cancelled row strikes through the name and the amounts, but never an amount owed
const isStruck = (column: Column, value: unknown): boolean =>
  rowNames.has(column.name) || (column.kind === 'money' && !(Number(value) < 0))
const lookOf = (column: Column, value: unknown, place: CardPlace): string =>
  [
    `card-${place}`,
    column.kind === 'money' || column.kind === 'number' ? 'number' : '',
    isQuiet(column, value) || (place === 'line' && column.kind === 'number' && value === 0)
      ? 'quiet'
      : column.secondary
        ? 'secondary'
        : '',
    isStruck(column, value) ? 'strike' : '',
  ]
    .filter(Boolean)
    .join(' ')

// longer texts may be cut off: the tooltip shows them in full
const roomy = 14
const cell = (column: Column, row: Row, place: CardPlace) => {
  const value = row[column.name]
  const text = cellText(column, value)
  return (
    <td
      key={column.name}
      role="gridcell"
      className={lookOf(column, value, place)}
      data-label={column.kind === 'number' ? column.title : undefined}
      title={column.kind === 'text' && text.length > roomy ? text : undefined}
    >
      {column.kind === 'status' && value ? (
        <>
          <i className={`dot ${dotOf(row, column.name)}`} aria-hidden="true" /> {text}
        </>
      ) : (
        text
      )}
    </td>
  )
}
type Props = {
  row: Row
  columns: readonly Column[]
  places: readonly CardPlace[]
  number: number
  chosen: boolean
  /** It is one of the rows that an action will change at once. */
  marked: boolean
  reachable: boolean
}

export const TableRow = memo(({ row, columns, places, number, chosen, marked, reachable }: Props) => (
  <tr
    role="row"
    aria-rowindex={number}
    aria-selected={chosen}
    aria-description={marked ? 'Marked' : undefined}
    className={[isCancelled(row) && 'cancelled', marked && 'marked'].filter(Boolean).join(' ') || undefined}
    tabIndex={reachable ? 0 : -1}
  >
    {columns.map((column, at) => cell(column, row, places[at] ?? 'rest'))}
  </tr>
))
TableRow.displayName = 'TableRow'
