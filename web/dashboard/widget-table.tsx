// A table of the dashboard: its rows, each opening its record where there is one.
import { useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { usePhone } from '../part/use-phone.ts'
import { cellText, isQuiet, nothing } from '../list/table/cell.ts'
import { columnsOf } from '../list/table/columns.ts'
import { recordLink } from '../record/record-link.ts'
import type { Column } from '../list/table/columns.ts'
import { dotOf } from '../record/status.ts'
import { isScreen, modelsInOrder } from '../modules.ts'
import { Arrange } from './arrange.tsx'
import { useWidget } from './use-widget.ts'
import type { WidgetRow } from './use-widget.ts'
import { serialised } from './widgets.ts'
import type { Widget } from './widgets.ts'

const Trend = ({ value }: { value: number }) =>
  value === 0 ? null : (
    <b className={value > 0 ? 'good' : 'bad'} role="img" aria-label={value > 0 ? 'up' : 'down'}>
      {value > 0 ? '▲ ' : '▼ '}
    </b>
  )

/** The record a row is about: the first model whose key it carries. */
const recordOf = (row: WidgetRow) => {
  for (const { id, key, opens } of modelsInOrder()) {
    const value = row[key[0] ?? '']
    if (key.length === 1 && opens === undefined && isScreen(id) && typeof value === 'number')
      return recordLink(id, { [key[0] ?? '']: value })
  }
  return undefined
}

const isFigure = (column: Column): boolean => column.kind === 'money' || column.kind === 'number'
/** The class of a cell by the kind of its column; a name in the first column is no running text. */
const kindClass = (column: Column, at: number): string => {
  if (isFigure(column)) return 'number '
  if (column.kind === 'status') return 'text status '
  return column.kind === 'text' && at > 0 ? 'text ' : ''
}
/** The amounts of a table of sums, or its hours, as parts of the greatest one; nothing where rows are records. */
const sharesOf = (rows: readonly WidgetRow[], columns: readonly Column[]): readonly number[] => {
  const amount =
    columns.find((column) => column.kind === 'money') ?? columns.find((column) => column.name === 'MedianHours')
  if (!amount || columns[0]?.kind !== 'text' || rows.some(recordOf)) return []
  const values = rows.map((row) => Math.max(0, Number(row[amount.name]) || 0))
  const most = Math.max(...values, 0)
  return most > 0 && rows.length > 1 ? values.map((value) => value / most) : []
}
const Share = ({ part }: { part: number }) => (
  <i className="share" style={{ width: `${Math.max(1, Math.round(part * 100))}%` }} aria-hidden="true" />
)

const cellOf = (row: WidgetRow, column: Column) => {
  const text = cellText(column, row[column.name])
  return (
    <>
      {column.name === 'Change' && text !== nothing && <Trend value={Number(row[column.name])} />}
      {column.kind === 'status' && <i className={`dot ${dotOf(row, column.name)}`} aria-hidden="true" />}
      {text}
    </>
  )
}
type RowsProps = {
  label: string
  rows: readonly WidgetRow[]
  columns: readonly Column[]
  onOpen: (row: WidgetRow) => void
}

const Table = ({ label, rows, columns, onOpen }: RowsProps) => {
  const shares = sharesOf(rows, columns)
  // the bar stands after the last text, before the figures
  const barAt = shares.length > 0 ? columns.findIndex(isFigure) : -1
  return (
    <div className="widget-rows" tabIndex={0} role="region" aria-label={`${label}, rows`}>
      <table>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <Fragment key={column.name}>
                {i === barAt && <td className="head" />}
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
                  {i === barAt && (
                    <td className="share-cell">
                      <Share part={shares[index] ?? 0} />
                    </td>
                  )}
                  <td
                    className={`${kindClass(column, i)}${isQuiet(column, row[column.name]) ? 'quiet' : ''}`}
                    title={
                      column.kind === 'text' || column.kind === 'status'
                        ? cellText(column, row[column.name])
                        : undefined
                    }
                  >
                    {i === 0 && recordOf(row) ? (
                      <button type="button" className="button link" onClick={() => onOpen(row)}>
                        {cellText(column, row[column.name])}
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

/** On a phone: a name and a figure, the rest below them. */
const Cards = ({ label, rows, columns, onOpen }: RowsProps) => {
  const shares = sharesOf(rows, columns)
  const name = columns.find((column) => /^(Patient|Name|Seller|Department|Element)$/.test(column.name)) ?? columns[0]
  const figure =
    columns.find((column) => column.kind === 'money') ??
    columns.find(isFigure) ??
    columns.find((column) => column.kind === 'status')
  const rest = columns.filter((column) => column !== name && column !== figure)
  return (
    <ul className="widget-cards" aria-label={`${label}, rows`}>
      {rows.map((row, index) => {
        const inside = (
          <>
            <span>{name && cellText(name, row[name.name])}</span>
            <span className="card-end">{figure && cellOf(row, figure)}</span>
            {rest.length > 0 && (
              <small>
                {rest
                  .filter((column) => !isQuiet(column, row[column.name]))
                  .map((column) =>
                    isFigure(column)
                      ? `${column.title} ${cellText(column, row[column.name])}`
                      : cellText(column, row[column.name]),
                  )
                  .join(' · ')}
              </small>
            )}
            {shares.length > 0 && <Share part={shares[index] ?? 0} />}
          </>
        )
        return (
          <li key={index}>
            {recordOf(row) ? (
              <button type="button" onClick={() => onOpen(row)}>
                {inside}
              </button>
            ) : (
              <div>{inside}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

export const WidgetTable = ({ widget }: { widget: Widget }) => {
  const navigate = useNavigate()
  const phone = usePhone()
  const { data, error, isPending } = useWidget(widget)
  const rows = Array.isArray(data) ? data : []
  const columns = columnsOf(rows, [], {})
  const open = (row: WidgetRow) => {
    const record = recordOf(row)
    if (record) void navigate(record)
  }
  const Rows = phone ? Cards : Table
  return (
    <section className="widget card" aria-label={widget.Label}>
      <h2>{widget.Label}</h2>
      <Arrange widget={widget} />
      {error && (
        <code className="widget-error" role="alert">
          {serialised(error)}
        </code>
      )}
      {isPending && (
        <p className="widget-empty late">
          <span className="skeleton" />
        </p>
      )}
      {!error && !isPending && rows.length === 0 && <p className="widget-empty quiet">Nothing here today.</p>}
      {rows.length > 0 && <Rows label={widget.Label} rows={rows} columns={columns} onOpen={open} />}
    </section>
  )
}
