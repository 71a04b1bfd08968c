// The rows of a dashboard's table on a phone, as cards; loaded on phones only.
import { isQuiet } from '../../list/table/cell.ts'
import type { Column } from '../../list/table/columns.ts'
import { figureText, isFigure, written } from './figures.ts'
import { recordOf } from './record-of.ts'
import type { WidgetRow } from '../use-widget.ts'
import { barsOf, cellOf, type RowsProps } from './widget-rows.tsx'

/** Columns that name a card. */
const isName = ({ name }: Column): boolean => /^(Patient|Name|Seller|Department|Element|Client|Party)$/.test(name)
/** What is below the name of a card; a missing date is labelled. */
const restOf = (columns: readonly Column[], row: WidgetRow): string =>
  columns
    .filter((column) => column.kind === 'date' || !isQuiet(column, row[column.name]))
    .map((column) =>
      isFigure(column) || column.name === 'LastVisitDate'
        ? `${column.title} ${figureText(column, row)}`
        : figureText(column, row),
    )
    .join(' · ')

/** On a phone: a name and a figure, with the rest below. */
export const Cards = ({ label, rows, columns: all, onOpen }: RowsProps) => {
  const bar = barsOf(rows, all)
  const columns = written(all)
  const name = columns.find(isName) ?? columns[0]
  const figure =
    columns.find((column) => column.kind === 'money') ??
    columns.find(isFigure) ??
    columns.find((column) => column.kind === 'status')
  const change = columns.find((column) => column.name === 'Change')
  const rest = columns.filter((column) => column !== name && column !== figure && column !== change)
  return (
    <ul className="widget-cards" aria-label={`${label}, rows`}>
      {rows.map((row, index) => {
        const inside = (
          <>
            <span>{name && figureText(name, row)}</span>
            <span className="card-end">{figure && cellOf(row, figure)}</span>
            {rest.length > 0 && <small>{restOf(rest, row)}</small>}
            {change && <small className="card-end">{cellOf(row, change)}</small>}
            {bar?.(row, index)}
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
