// The result grid: rows grouped by test; Enter moves down the results, arrows move between rows, Space picks one.
import type { KeyboardEvent } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { useMode } from '../../../web/record/use-form.ts'
import { nextOf } from '../judging/changes.rules.ts'
import { groupsOf } from '../judging/sheet.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { noteNames } from './cells.screen.tsx'
import type { Cursor } from './cursor.screen.tsx'
import { rowsOf, useForm } from './record.screen.tsx'
import { ResultLine } from './rows.screen.tsx'
import { pasteColumn, useSheet } from './typing.screen.tsx'

export type GridProps = {
  cursor: Cursor
  /** Rows can be picked for signing; the column is there while editing too, so that the grid does not shift. */
  picks: boolean
}

export const heads = [
  'Element',
  'Instrument',
  'Result',
  'Unit',
  'Flag',
  'Interval',
  'Previous',
  ...noteNames,
  'Status',
  'Reason',
] as const

/** The keys of a row in reading mode: to another row, and to pick it. */
const pressOn = (event: KeyboardEvent<HTMLTableElement>, ids: readonly number[], { picked, onPick }: Cursor) => {
  const line = event.target instanceof HTMLElement && event.target.matches('[data-row]') ? event.target : undefined
  if (!line) return
  const id = Number(line.dataset.row)
  const ends: Readonly<Record<string, number | undefined>> = {
    ArrowDown: nextOf(ids, id, 1),
    ArrowUp: nextOf(ids, id, -1),
    Home: ids[0],
    End: ids.at(-1),
  }
  if (event.key in ends) {
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[data-row="${ends[event.key]}"]`)?.focus()
  } else if (event.key === ' ' && event.currentTarget.ariaMultiSelectable === 'true') {
    event.preventDefault()
    onPick([id], !picked.has(id))
  }
}

const Heads = ({ cursor: { picked, onPick }, picks }: GridProps) => {
  const editing = useMode() === 'edit'
  const ids = useSheet(rowsOf).map((row) => row.WorkItemId)
  const all = ids.every((id) => picked.has(id))
  return (
    <thead>
      <tr>
        {picks && (
          <th scope="col" className="pick">
            {editing ? (
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
  )
}

const GroupHead = ({ first, columns }: { first: ResultRow | undefined; columns: number }) => (
  <tr className="group">
    <th scope="rowgroup" colSpan={columns}>
      {first?.Test ?? 'Without a test'}{' '}
      <span className="secondary">
        {first?.Specimen} · {first?.Barcode}
        {first?.ReceivedDate && ` · received ${formatDateTime(first.ReceivedDate)}`}
      </span>
    </th>
  </tr>
)

export const ResultGrid = ({ cursor, picks }: GridProps) => {
  const form = useForm()
  const editing = useMode() === 'edit'
  const groups = groupsOf(useSheet(rowsOf))
  const ids = groups.flat().map((row) => row.WorkItemId)
  return (
    <div className="result-scroll" onPaste={(event) => pasteColumn(form, event)}>
      <table
        role="grid"
        aria-label="Results"
        aria-multiselectable={(picks && !editing) || undefined}
        aria-readonly={!editing || undefined}
        className={`results ${picks ? 'with-picks' : ''}`}
        onKeyDown={(event) => {
          if (!editing) pressOn(event, ids, cursor)
        }}
      >
        <Heads cursor={cursor} picks={picks} />
        {groups.map((group) => (
          <tbody key={`${group[0]?.TestId}/${group[0]?.Barcode}`}>
            <GroupHead first={group[0]} columns={heads.length + (picks ? 1 : 0)} />
            {group.map((row) => (
              <ResultLine
                key={row.WorkItemId}
                row={row}
                at={cursor.at?.id === row.WorkItemId ? cursor.at.column : undefined}
                isFocusable={(cursor.at?.id ?? ids[0]) === row.WorkItemId}
                picks={picks}
                picked={cursor.picked.has(row.WorkItemId)}
                onPick={cursor.onPick}
                onEnter={cursor.onEnter}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
