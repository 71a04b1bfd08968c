// One row of the result grid, with the text below it when its result is long and the call below it when it is critical.
import { IconSum } from '@tabler/icons-react'
import { memo } from 'react'
import { nothing } from '../../../web/record/shown.ts'
import { WaitingAmendment } from './amendment.screen.tsx'
import { CriticalCall } from './call.screen.tsx'
import {
  focusResult,
  isEnterable,
  isLong,
  NoteInput,
  ReasonCell,
  ResultInput,
  SaidOfCell,
  saidId,
  StatusCell,
  useLabels,
} from './cells.screen.tsx'
import { FlagChip, IntervalBar, Spark } from './drawing.screen.tsx'
import type { Judged } from '../judging/entry.rules.ts'
import type { Entry } from './entry.screen.tsx'
import { flagTone, isCriticalFlag } from '../../elements/interval.rules.ts'
import { unitText } from '../../../core/interval.ts'
import type { ResultRow } from '../testresults.model.ts'
import { toneOf } from '../../../core/items.ts'
import { workItemStatuses } from '../../lists/items.model.ts'

export type Column = 'Result' | 'Remarks' | 'Comments' | 'Status' | 'Reason'
type Props = {
  entry: Entry
  row: ResultRow
  judged: Judged
  /** The column of this row that is being worked on; undefined on other rows. */
  at: Column | undefined
  isFocusable: boolean
  picks: boolean
  picked: boolean
  onPick: (picked: boolean) => void
  onEnter: (column: Column) => void
  next: (step: 1 | -1) => number | undefined
}
/** Why a calculated row has no result. */
export const waitingText = (
  row: ResultRow,
  rows: readonly ResultRow[],
  judged: ReadonlyMap<number, Judged>,
): string => {
  const now = judged.get(row.WorkItemId)
  if (!row.Formula || now?.Result) return ''
  if (now?.NotCalculated) return `Not calculated: ${now.NotCalculated}`
  const missing = rows.filter(
    (one) => row.Formula?.includes(`{${one.ElementId}}`) && !judged.get(one.WorkItemId)?.Result,
  )
  return missing.length > 0
    ? `Waits for ${missing.map((one) => one.Element).join(', ')}`
    : 'Waits for another worksheet'
}

const Line = ({
  entry,
  row,
  judged,
  at,
  isFocusable,
  picks,
  picked,
  onPick,
  onEnter,
  next,
  waits,
}: Props & { waits: string }) => {
  const { StatusId, status, reason } = useLabels(entry, row)
  const enterable = entry.editing && isEnterable(row)
  const bench = entry.editing && row.Actions.update !== undefined
  const change = entry.changes.get(row.WorkItemId)
  const tone = flagTone(judged.Flag)
  const long = isLong(row)
  // comments and reasons follow the moves of the value; a status that is picked asks for its reason
  const noting = row.Actions.note === true
  const reasoning = noting || (change?.StatusId !== undefined && change.StatusId !== row.StatusId)
  const move = (step: 1 | -1) => focusResult(next(step))
  const error = entry.errors.get(row.WorkItemId)
  const cell = (column: Column, editor: React.ReactNode, text: React.ReactNode, open = true) =>
    bench && open && at !== undefined ? (
      editor
    ) : (
      <span
        className="two-lines"
        onMouseDown={
          bench && open
            ? (event) => {
                event.preventDefault()
                onEnter(column)
              }
            : undefined
        }
      >
        {text}
      </span>
    )
  return (
    <>
      <tr
        className={`result-row ${tone} ${at ? 'selected' : ''} ${change ? 'changed' : ''}`}
        data-row={row.WorkItemId}
        aria-selected={picks && !entry.editing ? picked : at !== undefined}
        tabIndex={entry.editing ? undefined : isFocusable ? 0 : -1}
        onFocus={(event) => {
          if (!at || event.target === event.currentTarget) onEnter('Result')
        }}
        onClick={() => {
          if (!at) onEnter('Result')
        }}
      >
        {picks && (
          <td className="pick">
            {!entry.editing && (
              <input
                className="check"
                type="checkbox"
                tabIndex={-1}
                aria-label={`Select ${row.Element}`}
                checked={picked}
                onChange={(event) => onPick(event.target.checked)}
              />
            )}
          </td>
        )}
        <th scope="row" className="element">
          {waits || error ? (
            <>
              <span className="one-line" title={row.Element}>
                {row.Element}
              </span>
              <small className={error ? 'error one-line' : 'one-line'} title={error ?? waits}>
                {error ?? waits}
              </small>
            </>
          ) : (
            <span className="two-lines">{row.Element}</span>
          )}
        </th>
        <td className="secondary instrument">
          {row.Formula ? (
            <span className="sum" title={row.Formula}>
              <IconSum size={14} stroke={1.6} /> Formula
            </span>
          ) : (
            <span className="two-lines">{row.Instrument ?? <span className="quiet">{nothing}</span>}</span>
          )}
        </td>
        <td
          className="result"
          aria-readonly={entry.editing && !enterable ? true : undefined}
          title={
            entry.editing && !enterable && !row.Formula && typeof row.Actions.update === 'string'
              ? row.Actions.update
              : undefined
          }
        >
          {long ? (
            <span className="quiet">{judged.Result ? 'below' : nothing}</span>
          ) : enterable ? (
            <ResultInput entry={entry} row={row} judged={judged} autoFocus={at === 'Result'} onMove={move} />
          ) : (
            <span className="two-lines">{judged.Result ?? <span className="quiet">{nothing}</span>}</span>
          )}
        </td>
        <td className="secondary unit">{unitText(row.UnitOfMeasure)}</td>
        <td>
          <FlagChip flag={judged.Flag} />
        </td>
        <td>
          <IntervalBar range={judged.Range} result={judged.Result} flag={judged.Flag} />
        </td>
        <td>
          <span className="previous">
            {row.PreviousResult ?? ''}
            <Spark history={row.History} result={judged.Result} flag={judged.Flag} />
          </span>
        </td>
        <td>
          {cell(
            'Remarks',
            <NoteInput entry={entry} row={row} name="Remarks" autoFocus={at === 'Remarks'} onMove={move} />,
            change?.Remarks ?? row.Remarks,
          )}
        </td>
        <td>
          {cell(
            'Comments',
            <NoteInput entry={entry} row={row} name="Comments" autoFocus={at === 'Comments'} onMove={move} />,
            change?.Comments ?? row.Comments,
            noting,
          )}
        </td>
        <td>
          {cell(
            'Status',
            <StatusCell entry={entry} row={row} judged={judged} autoFocus={at === 'Status'} />,
            <>
              <i className={`dot ${toneOf(workItemStatuses, StatusId)}`} aria-hidden="true" /> {status}
            </>,
          )}
        </td>
        <td className="secondary">
          {cell('Reason', <ReasonCell entry={entry} row={row} autoFocus={at === 'Reason'} />, reason, reasoning)}
        </td>
      </tr>
      {long && (enterable || judged.Result) && (
        <tr className="below">
          <td colSpan={picks ? 12 : 11}>
            {enterable ? (
              <ResultInput entry={entry} row={row} judged={judged} autoFocus={at === 'Result'} onMove={move} />
            ) : (
              <p className="narrative">{judged.Result}</p>
            )}
          </td>
        </tr>
      )}
      {entry.said.has(row.WorkItemId) && (
        <tr className="below said">
          <td colSpan={picks ? 3 : 2} />
          <td colSpan={9}>
            <SaidOfCell entry={entry} row={row} id={saidId(row)} />
          </td>
        </tr>
      )}
      {isCriticalFlag(judged.Flag) && (
        <tr className="below critical">
          <td colSpan={picks ? 12 : 11}>
            <CriticalCall entry={entry} row={row} judged={judged} />
          </td>
        </tr>
      )}
      {row.Amendment && (
        <tr className="below">
          <td colSpan={picks ? 12 : 11}>
            <WaitingAmendment entry={entry} row={row} />
          </td>
        </tr>
      )}
    </>
  )
}

type LineProps = Props & { waits: string }
const sameJudged = (a: Judged, b: Judged): boolean =>
  a.Result === b.Result &&
  a.Flag === b.Flag &&
  a.NotCalculated === b.NotCalculated &&
  a.Range?.ElementMeasurementId === b.Range?.ElementMeasurementId
/**
 * A keystroke draws its own row and the formulas that follow, not the whole sheet: what a row shows is compared, not
 * who handed it over.
 */
export const ResultLine = memo(Line, (a: LineProps, b: LineProps) => {
  const id = a.row.WorkItemId
  return (
    a.row === b.row &&
    a.at === b.at &&
    a.isFocusable === b.isFocusable &&
    a.picks === b.picks &&
    a.picked === b.picked &&
    a.waits === b.waits &&
    a.entry.editing === b.entry.editing &&
    a.entry.busy === b.entry.busy &&
    a.entry.changes.get(id) === b.entry.changes.get(id) &&
    a.entry.errors.get(id) === b.entry.errors.get(id) &&
    a.entry.said.get(id) === b.entry.said.get(id) &&
    sameJudged(a.judged, b.judged)
  )
})
