// The rows as an ARIA grid: one selected row, moved with the arrows, opened with Enter or a double click.
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { isFree } from '../../record/focus.ts'
import { usePhone } from '../../part/use-phone.ts'
import { cardPlaces } from './columns.ts'
import type { Column, Row } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import { TableRow } from './table-row.tsx'

type Props = {
  label: string
  columns: readonly Column[]
  widths: readonly number[]
  rows: readonly Row[]
  /** Identity of each row, in their order. */
  ids: readonly string[]
  /** Number of the first row in the whole result, from 0. */
  offset: number
  selected: string | undefined
  sort: string | undefined
  onSelect: (id: string) => void
  onOpen: (row: Row) => void
  onSort: (column: string) => void
  onWidth: (column: string, width: number, keep: boolean) => void
  top: number
  onTop: (top: number) => void
  /** These are the rows that were asked for last. */
  settled: boolean
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (at) => at + 15,
  PageUp: (at) => at - 15,
}
/** Rows drawn at once; the rest follows as soon as these are seen. */
const firstDrawn = 30

/** All rows, but the first screen of them before the others, unless the list is left further down. */
const useDrawn = (count: number, all: boolean): number => {
  const [whole, setWhole] = useState(all)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return whole ? count : Math.min(count, firstDrawn)
}
const indexIn = (body: HTMLElement | null, target: EventTarget): number => {
  const row = target instanceof Element ? target.closest('tr') : null
  return row && body?.contains(row) ? row.sectionRowIndex : -1
}

export const Table = ({
  label,
  columns,
  widths,
  rows,
  ids,
  offset,
  selected,
  sort,
  onSelect,
  onOpen,
  onSort,
  onWidth,
  top,
  onTop,
  settled,
}: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const start = useRef(top)
  useLayoutEffect(() => {
    // once: back brings the list where it was left
    if (box.current && start.current > 0) box.current.scrollTop = start.current
  }, [])
  const at = selected === undefined ? -1 : ids.indexOf(selected)
  const drawn = useDrawn(rows.length, top > 0 || at >= firstDrawn)
  const places = useMemo(() => cardPlaces(columns), [columns])
  const phone = usePhone()
  useEffect(() => {
    // a list just opened begins in its rows, unless something on it is already in use
    const row = body.current?.rows[Math.max(0, at)]
    // on a phone nothing is selected before a finger says so: the second tap opens
    if (!settled || !row || (phone && at < 0) || !(isFree() || body.current?.contains(document.activeElement))) return
    if (row !== document.activeElement) row.focus({ preventScroll: true })
    if (at >= 0) row.scrollIntoView({ block: 'nearest' })
  }, [settled, at, drawn, phone])
  // what has the focus is what is selected
  const follow = (event: FocusEvent) => {
    const id = ids[indexIn(body.current, event.target)]
    if (id !== undefined && id !== selected) onSelect(id)
  }
  const pressed = useRef(-1)
  const press = (event: KeyboardEvent) => {
    // a row that has the focus and is not selected yet opens as well
    const row = rows[at < 0 ? indexIn(body.current, event.target) : at]
    if (event.key === 'Enter' && row) onOpen(row)
    const step = steps[event.key]
    if (!step || event.altKey || event.ctrlKey) return
    event.preventDefault()
    const to = Math.max(0, Math.min(drawn - 1, step(at, drawn - 1)))
    const next = ids[to]
    if (next === undefined) return
    onSelect(next)
    const element = body.current?.rows[to]
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  }
  const click = (event: MouseEvent) => {
    const index = indexIn(body.current, event.target)
    const [id, row] = [ids[index], rows[index]]
    if (id !== undefined) onSelect(id)
    // a finger has no double click that it knows of: the second tap opens
    if (phone && row && index === pressed.current) onOpen(row)
  }
  const open = (event: MouseEvent) => {
    const row = rows[indexIn(body.current, event.target)]
    if (row) onOpen(row)
  }
  return (
    <div
      className={`table-box ${rows.length === 0 ? 'without-rows' : ''}`}
      ref={box}
      onScroll={(event) => onTop(event.currentTarget.scrollTop)}
    >
      <table
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        style={{ width: widths.reduce((sum, width) => sum + width, 0) }}
      >
        <colgroup>
          {columns.map((column, i) => (
            // the last one takes what rounding and the scroll bar leave: spread over all it would move chosen widths
            <col key={column.name} style={i < columns.length - 1 ? { width: widths[i] } : undefined} />
          ))}
        </colgroup>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, i) => (
              <HeadCell
                key={column.name}
                column={column}
                width={widths[i] ?? column.width}
                sort={sort}
                onSort={onSort}
                onWidth={onWidth}
              />
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          ref={body}
          onFocus={follow}
          onKeyDown={press}
          onPointerDown={() => {
            pressed.current = at
          }}
          onClick={click}
          onDoubleClick={open}
        >
          {rows.slice(0, drawn).map((row, index) => (
            <TableRow
              key={ids[index]}
              row={row}
              columns={columns}
              places={places}
              number={offset + index + 2}
              chosen={index === at}
              reachable={index === at || (at < 0 && index === 0)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
