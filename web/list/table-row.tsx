// One row of a list; drawn again only when it, its columns or its selection change.
import { memo } from 'react'
import { cellText, isQuiet } from './cell.ts'
import type { Column, Row } from './columns.ts'
import { dotOf, isCancelled } from './status.ts'

// what is struck through in a cancelled row: the name and the amounts
const struck = new Set(['Patient', 'Name'])
const lookOf = (column: Column, value: unknown): string | undefined =>
  [
    column.kind === 'money' || column.kind === 'number' ? 'number' : '',
    isQuiet(column, value) ? 'quiet' : column.secondary ? 'secondary' : '',
    column.kind === 'money' || struck.has(column.name) ? 'strike' : '',
  ]
    .filter(Boolean)
    .join(' ') || undefined

const cell = (column: Column, row: Row) => {
  const value = row[column.name]
  const text = cellText(column, value)
  return (
    <td key={column.name} role="gridcell" className={lookOf(column, value)}>
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
type Props = { row: Row; columns: readonly Column[]; number: number; chosen: boolean; reachable: boolean }

export const TableRow = memo(({ row, columns, number, chosen, reachable }: Props) => (
  <tr
    role="row"
    aria-rowindex={number}
    aria-selected={chosen}
    className={isCancelled(row) ? 'cancelled' : undefined}
    tabIndex={reachable ? 0 : -1}
  >
    {columns.map((column) => cell(column, row))}
  </tr>
))
TableRow.displayName = 'TableRow'
