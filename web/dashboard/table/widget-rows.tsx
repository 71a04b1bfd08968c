// The rows of a dashboard's table, on screens wide enough for one.
import { Fragment, type ReactNode } from 'react'
import { isQuiet, nothing } from '../../list/table/cell.ts'
import type { Column } from '../../list/table/columns.ts'
import { roomFor } from '../../list/table/columns.ts'
import { useRoom } from '../../list/table/use-room.ts'
import { dotOf } from '../../record/status.ts'
import { agesOf, figureText, hasAges, isFigure, isLong, sharesOf, written } from './figures.ts'
import { recordOf } from './record-of.ts'
import type { WidgetRow } from '../use-widget.ts'

const Trend = ({ value }: { value: number }) =>
  value === 0 ? null : (
    <b className={value > 0 ? 'good' : 'bad'} role="img" aria-label={value > 0 ? 'up' : 'down'}>
      {value > 0 ? '▲ ' : '▼ '}
    </b>
  )
const Share = ({ part }: { part: number }) => (
  <i className="share" style={{ width: `${Math.max(1, Math.round(part * 100))}%` }} aria-hidden="true" />
)
const Ageing = ({ row }: { row: WidgetRow }) => {
  const parts = agesOf(row)
  const words = parts.map(({ text }) => text).join(', ')
  return (
    <span className="ageing" role="img" aria-label={words} title={words}>
      {parts.map(({ name, part }) => (
        <i key={name} className={name} style={{ flexGrow: part }} />
      ))}
    </span>
  )
}
/** The bar of each row, for tables whose rows have one. */
export const barsOf = (
  rows: readonly WidgetRow[],
  columns: readonly Column[],
): ((row: WidgetRow, index: number) => ReactNode) | undefined => {
  if (hasAges(columns)) return (row) => <Ageing row={row} />
  const shares = sharesOf(rows, columns)
  return shares.length > 0 ? (_row, index) => <Share part={shares[index] ?? 0} /> : undefined
}

/** The class of a cell by the kind of its column; a name in the first column is not running text. */
const kindClass = (column: Column, at: number): string => {
  if (isFigure(column)) return 'number '
  if (column.kind === 'status') return 'text status '
  return column.kind === 'text' && at > 0 ? 'text ' : ''
}
export const cellOf = (row: WidgetRow, column: Column) => {
  const text = figureText(column, row)
  const change = Number(row[column.name])
  if (column.name === 'Change' && text !== nothing && change !== 0)
    return (
      <span className={change > 0 ? 'good' : 'bad'}>
        <Trend value={change} />
        {text}
      </span>
    )
  if (isLong(column, row)) return <span className="bad">{text}</span>
  return (
    <>
      {column.kind === 'status' && <i className={`dot ${dotOf(row, column.name)}`} aria-hidden="true" />}
      {text}
    </>
  )
}
export type RowsProps = {
  label: string
  rows: readonly WidgetRow[]
  columns: readonly Column[]
  onOpen: (row: WidgetRow) => void
}
/** The smallest width of a bar next to the columns. */
const barRoom = 60

export const Table = ({ label, rows, columns: all, onOpen }: RowsProps) => {
  const { room, measure } = useRoom({ scrolls: false })
  const bar = barsOf(rows, all)
  // the first column is written whole
  const whole = written(all).map((column, i) => (i === 0 ? { ...column, tightest: column.width } : column))
  const columns = roomFor(whole, room > 0 && bar ? room - barRoom : room)
  // the bar is after the last text, before the figures
  const barAt = bar ? columns.findIndex(isFigure) : -1
  return (
    <div className="widget-rows" tabIndex={0} role="region" aria-label={`${label}, rows`} ref={measure}>
      <table>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <Fragment key={column.name}>
                {i === barAt && (hasAges(all) ? <th scope="col">Ageing</th> : <td className="head" />)}
                <th scope="col" className={isFigure(column) ? 'number' : undefined}>
                  {column.title}
                </th>
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className={recordOf(row) ? 'opens' : undefined} onDoubleClick={() => onOpen(row)}>
              {columns.map((column, i) => (
                <Fragment key={column.name}>
                  {i === barAt && <td className="share-cell">{bar?.(row, index)}</td>}
                  <td
                    className={`${kindClass(column, i)}${isQuiet(column, row[column.name]) ? 'quiet' : ''}`}
                    title={column.kind === 'text' || column.kind === 'status' ? figureText(column, row) : undefined}
                  >
                    {i === 0 && recordOf(row) ? (
                      <button type="button" className="button link" onClick={() => onOpen(row)}>
                        {figureText(column, row)}
                      </button>
                    ) : (
                      cellOf(row, column)
                    )}
                  </td>
                </Fragment>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
