// The rows as an ARIA grid: one selected row, moved with the arrows, opened with Enter or a double click.
import { useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { cellText, isQuiet } from './cell.ts'
import type { Column, Row } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import { dotOf, isCancelled } from './status.ts'

type Props = {
  label: string
  columns: readonly Column[]
  widths: readonly number[]
  rows: readonly Row[]
  /** Number of the first row in the whole result, from 0. */
  offset: number
  idOf: (row: Row) => string
  selected: string | undefined
  sort: string | undefined
  onSelect: (row: Row) => void
  onOpen: (row: Row) => void
  onSort: (column: string) => void
  onWidth: (column: string, width: number, keep: boolean) => void
  top: number
  onTop: (top: number) => void
}

// what is struck through in a cancelled row: the name and the amounts
const struck = new Set(['Patient', 'Name'])
const Cell = ({ column, row }: { column: Column; row: Row }) => {
  const value = row[column.name]
  const text = cellText(column, value)
  const look = `${column.kind === 'money' || column.kind === 'number' ? 'number ' : ''}${isQuiet(column, value) ? 'quiet' : column.secondary ? 'secondary' : ''}${column.kind === 'money' || struck.has(column.name) ? ' strike' : ''}`.trim()
  return (
    <td role="gridcell" className={look || undefined}>
      {column.kind === 'status' && value ? <><i className={`dot ${dotOf(row, column.name)}`} aria-hidden="true" /> {text}</> : text}
    </td>
  )
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1, ArrowUp: (at) => at - 1, Home: () => 0, End: (_, last) => last, PageDown: (at) => at + 15, PageUp: (at) => at - 15,
}

export const Table = ({ label, columns, widths, rows, offset, idOf, selected, sort, onSelect, onOpen, onSort, onWidth, top, onTop }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  useLayoutEffect(() => {
    if (box.current && top > 0) box.current.scrollTop = top
    // once: back brings the list where it was left
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const at = rows.findIndex((row) => idOf(row) === selected)
  const press = (event: KeyboardEvent) => {
    const row = rows[at]
    if (event.key === 'Enter' && row) onOpen(row)
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey) return
    event.preventDefault()
    const to = Math.max(0, Math.min(rows.length - 1, step(at, rows.length - 1)))
    const next = rows[to]
    if (!next) return
    onSelect(next)
    const element = body.current?.rows[to]
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  }
  const total = widths.reduce((sum, width) => sum + width, 0)
  return (
    <div className="table-box" ref={box} onScroll={(event) => onTop(event.currentTarget.scrollTop)}>
      <table role="grid" aria-label={label} aria-rowcount={rows.length + 1} aria-colcount={columns.length} style={{ width: total }}>
        <colgroup>{columns.map((column, i) => <col key={column.name} style={{ width: widths[i] }} />)}</colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, i) => <HeadCell key={column.name} column={column} width={widths[i] ?? column.width} sort={sort} onSort={onSort} onWidth={onWidth} />)}
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body} onKeyDown={press}>
          {rows.map((row, index) => {
            const chosen = index === at
            return (
              <tr
                key={idOf(row)}
                role="row"
                aria-rowindex={offset + index + 2}
                aria-selected={chosen}
                className={isCancelled(row) ? 'cancelled' : undefined}
                tabIndex={chosen || (at < 0 && index === 0) ? 0 : -1}
                onClick={() => onSelect(row)}
                onDoubleClick={() => onOpen(row)}
              >
                {columns.map((column) => <Cell key={column.name} column={column} row={row} />)}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
