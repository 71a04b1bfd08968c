// The rows as an ARIA grid: one selected row, moved with the arrows, opened with Enter or a double click.
import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cardPlaces } from './columns.ts'
import type { Marks } from './use-marks.ts'
import type { Column, Row } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import { TableRow } from './table-row.tsx'
import { useTableKeys } from './use-table-keys.ts'
import '../list.css'

type HeadProps = {
  columns: readonly Column[]
  widths: readonly number[]
  sort: string | undefined
  onSort: (column: string) => void
  onWidth: (column: string, width: number, keep: boolean) => void
}
type Props = HeadProps & {
  label: string
  rows: readonly Row[]
  /** Identity of each row, in their order. */
  ids: readonly string[]
  /** Number of the first row in the whole result, from 0. */
  offset: number
  selected: string | undefined
  /** Rows marked for a common action, where the list has one. */
  marks?: Marks | undefined
  onSelect: (id: string) => void
  onOpen: (row: Row) => void
  top: number
  onTop: (top: number) => void
  /** These are the rows of the latest request. */
  settled: boolean
}

/** Rows drawn first; the rest follows as soon as these show. */
const firstDrawn = 30

/** All rows; the first screen of them is drawn before the others, unless the list was scrolled further down. */
const useDrawn = (count: number, all: boolean): number => {
  const [whole, setWhole] = useState(all)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return whole ? count : Math.min(count, firstDrawn)
}
const Heads = ({ columns, widths, sort, onSort, onWidth }: HeadProps) => (
  <>
    <colgroup>
      {columns.map((column, i) => (
        // the last one takes the rest from rounding and the scroll bar: spread over all it would change chosen widths
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
  </>
)

export const Table = ({
  label,
  columns,
  widths,
  rows,
  ids,
  offset,
  selected,
  marks,
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
    // once: Back restores the scroll position
    if (box.current && start.current > 0) box.current.scrollTop = start.current
  }, [])
  const at = selected === undefined ? -1 : ids.indexOf(selected)
  const drawn = useDrawn(rows.length, top > 0 || at >= firstDrawn)
  const places = useMemo(() => cardPlaces(columns), [columns])
  const listens = useTableKeys({ body, rows, ids, selected, at, drawn, settled, marks, onSelect, onOpen })
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
        <Heads columns={columns} widths={widths} sort={sort} onSort={onSort} onWidth={onWidth} />
        <tbody role="rowgroup" ref={body} {...listens}>
          {rows.slice(0, drawn).map((row, index) => (
            <TableRow
              key={ids[index]}
              row={row}
              columns={columns}
              places={places}
              number={offset + index + 2}
              chosen={index === at}
              marked={marks?.marked.has(ids[index] ?? '') === true}
              reachable={index === at || (at < 0 && index === 0)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
