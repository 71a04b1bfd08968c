// The result grid: rows grouped by test; Enter goes down the results, the arrows move between rows, space picks one.
import type { KeyboardEvent } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { nextOf } from '../judging/changes.rules.ts'
import { isEnterable } from './cells.screen.tsx'
import type { Entry } from './entry.screen.tsx'
import { ResultLine, waitingText } from './rows.screen.tsx'
import type { Column } from './rows.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'

export type Cursor = { readonly id: number; readonly column: Column }
export type GridProps = {
  entry: Entry
  cursor: Cursor | undefined
  onCursor: (cursor: Cursor) => void
  /** Rows can be picked for signing; the column stays while they are edited, so that nothing shifts. */
  picks: boolean
  picked: ReadonlySet<number>
  onPick: (ids: readonly number[], picked: boolean) => void
}
/** Rows by test, in the order they came. */
export const groupsOf = (rows: readonly ResultRow[]): readonly (readonly ResultRow[])[] => [
  ...Map.groupBy(rows, (row) => `${row.TestId}/${row.Barcode}`).values(),
]

const heads = [
  'Element',
  'Instrument',
  'Result',
  'Unit',
  'Flag',
  'Interval',
  'Previous',
  'Remarks',
  'Comments',
  'Status',
  'Reason',
] as const

export const ResultGrid = ({ entry, cursor, onCursor, picks, picked, onPick }: GridProps) => {
  const { rows, judged } = entry
  const groups = groupsOf(rows)
  const order = groups.flat()
  const ids = order.map((row) => row.WorkItemId)
  const enterable = order.filter(isEnterable).map((row) => row.WorkItemId)
  const all = rows.length > 0 && rows.every((row) => picked.has(row.WorkItemId))
  const columns = picks ? 12 : 11
  const press = (event: KeyboardEvent<HTMLTableElement>) => {
    const line = event.target instanceof HTMLElement && event.target.matches('[data-row]') ? event.target : undefined
    if (!line || entry.editing) return
    const id = Number(line.dataset.row)
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (step !== undefined) {
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>(`[data-row="${nextOf(ids, id, step)}"]`)?.focus()
    } else if (event.key === 'Home' || event.key === 'End') {
      event.preventDefault()
      event.currentTarget
        .querySelector<HTMLElement>(`[data-row="${event.key === 'Home' ? ids[0] : ids.at(-1)}"]`)
        ?.focus()
    } else if (event.key === ' ' && picks) {
      event.preventDefault()
      onPick([id], !picked.has(id))
    }
  }
  return (
    <div className="result-scroll">
      <table
        role="grid"
        aria-label="Results"
        aria-multiselectable={(picks && !entry.editing) || undefined}
        aria-readonly={!entry.editing || undefined}
        className={`results ${picks ? 'with-picks' : ''}`}
        onKeyDown={press}
      >
        <thead>
          <tr>
            {picks && (
              <th scope="col" className="pick">
                {entry.editing ? (
                  <span className="unseen">Select</span>
                ) : (
                  <input
                    className="check"
                    type="checkbox"
                    aria-label="Select all results"
                    checked={all}
                    ref={(box) => {
                      if (box) box.indeterminate = !all && picked.size > 0
                    }}
                    onChange={(event) => onPick(ids, event.target.checked)}
                  />
                )}
              </th>
            )}
            {heads.map((head) => (
              <th key={head} scope="col" className={`col-${head.toLowerCase()}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={`${group[0]?.TestId}/${group[0]?.Barcode}`}>
            <tr className="group">
              <th scope="rowgroup" colSpan={columns}>
                {group[0]?.Test ?? 'Without a test'}{' '}
                <span className="secondary">
                  {group[0]?.Specimen} · {group[0]?.Barcode}
                  {group[0]?.ReceivedDate && ` · received ${formatDateTime(group[0].ReceivedDate)}`}
                </span>
              </th>
            </tr>
            {group.map((row) => {
              const now = judged.get(row.WorkItemId)
              if (!now) return null
              const here = cursor?.id === row.WorkItemId
              return (
                <ResultLine
                  key={row.WorkItemId}
                  entry={entry}
                  row={row}
                  judged={now}
                  waits={waitingText(row, rows, judged)}
                  at={here ? cursor.column : undefined}
                  isFocusable={here || (!cursor && row === order[0])}
                  picks={picks}
                  picked={picked.has(row.WorkItemId)}
                  onPick={(value) => onPick([row.WorkItemId], value)}
                  onEnter={(column) => onCursor({ id: row.WorkItemId, column })}
                  next={(step) => nextOf(enterable, row.WorkItemId, step)}
                />
              )
            })}
          </tbody>
        ))}
      </table>
    </div>
  )
}
