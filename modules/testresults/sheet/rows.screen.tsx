// One row of the result grid: its element, its result with flag and interval, and the cells next to it.
import { IconSum } from '@tabler/icons-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { toneOf } from '../../../core/items.ts'
import { unitText } from '../../../core/interval.ts'
import { nothing } from '../../../web/record/shown.ts'
import { flagTone } from '../../elements/interval.rules.ts'
import { workItemStatuses } from '../../lists/items.model.ts'
import { isEnterable, isLong, waitingText } from '../judging/sheet.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { BelowRow } from './below.screen.tsx'
import { NoteInput, noteNames, ReasonCell, StatusCell, useLabels } from './cells.screen.tsx'
import type { Column, Cursor } from './cursor.screen.tsx'
import { FlagChip, IntervalBar, Spark } from '../drawing/result.screen.tsx'
import { placeOf, rowsOf } from './record.screen.tsx'
import { ResultInput } from './result.screen.tsx'
import { judgedOf, useCell, useSheet } from './typing.screen.tsx'

type Props = Pick<Cursor, 'onEnter' | 'onPick'> & {
  row: ResultRow
  /** The column of this row under the cursor; undefined on other rows. */
  at: Column | undefined
  isFocusable: boolean
  picks: boolean
  picked: boolean
}
type Part = Pick<Props, 'row' | 'at' | 'onEnter'>

/** Why a row has no result yet. */
export const useWaits = (row: ResultRow): string =>
  useSheet((sheet) => waitingText(row, rowsOf(sheet), judgedOf(sheet)))

const Measured = ({ row }: { row: ResultRow }) => {
  const { error } = useCell(row)
  const waits = useWaits(row)
  return (
    <>
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
          <span className="two-lines">
            {row.Instrument ?? row.OutsideLab ?? <span className="quiet">{nothing}</span>}
          </span>
        )}
      </td>
    </>
  )
}

const Value = ({ row, at }: Omit<Part, 'onEnter'>) => {
  const { editing, judged } = useCell(row)
  const isTyped = editing && isEnterable(row)
  const isClosed = editing && !isTyped
  const why = isClosed && !row.Formula && typeof row.Actions.update === 'string' ? row.Actions.update : undefined
  const nothingYet = <span className="quiet">{nothing}</span>
  return (
    <>
      <td className="result" aria-readonly={isClosed ? true : undefined} title={why}>
        {isLong(row) ? (
          <span className="quiet">{judged.Result ? 'below' : nothing}</span>
        ) : isTyped ? (
          <ResultInput row={row} autoFocus={at === 'Result'} />
        ) : (
          <span className="two-lines">{judged.Result ?? nothingYet}</span>
        )}
      </td>
      <td className="secondary unit">{unitText(row.UnitOfMeasure)}</td>
      <td>
        <FlagChip flag={judged.Flag} />
      </td>
      <td>
        <IntervalBar range={judged.Range} result={judged.Result} flag={judged.Flag} unverified={row.ToBeVerified} />
      </td>
      <td>
        <span className="previous">
          {row.PreviousResult ?? ''}
          <Spark history={row.History} result={judged.Result} flag={judged.Flag} />
        </span>
      </td>
    </>
  )
}

/** The cells next to the result: boxes on the row under the cursor, else their texts. */
const Beside = ({ row, at, onEnter }: Part) => {
  const { editing, change } = useCell(row)
  const { StatusId, status, reason } = useLabels(row)
  const bench = editing && row.Actions.update !== undefined
  // what is printed and reasons follow the rules of the value; a picked status asks for its reason
  const noting = row.Actions.note === true
  const reasoning = noting || (change?.StatusId !== undefined && change.StatusId !== row.StatusId)
  const cell = (column: Column, editor: ReactNode, text: ReactNode, open = true) => {
    if (bench && open && at !== undefined) return editor
    if (!bench || !open) return <span className="two-lines">{text}</span>
    const enter = () => onEnter(row.WorkItemId, column)
    // an error links to the reason, though no key does
    const place = column === 'Reason' ? { 'data-field': placeOf(row.WorkItemId, 'ReasonId'), tabIndex: -1 } : {}
    return (
      <span
        className="two-lines"
        {...place}
        onFocus={(event) => {
          event.stopPropagation()
          enter()
        }}
        onMouseDown={(event) => {
          event.preventDefault()
          enter()
        }}
      >
        {text}
      </span>
    )
  }
  return (
    <>
      {noteNames.map((name) => (
        <td key={name}>
          {cell(
            name,
            <NoteInput row={row} name={name} autoFocus={at === name} />,
            change?.[name] ?? row[name],
            name === 'Remarks' || noting,
          )}
        </td>
      ))}
      <td>
        {cell(
          'Status',
          <StatusCell row={row} autoFocus={at === 'Status'} />,
          <>
            <i className={`dot ${toneOf(workItemStatuses, StatusId)}`} aria-hidden="true" /> {status}
          </>,
        )}
      </td>
      <td className="secondary">
        {cell('Reason', <ReasonCell row={row} autoFocus={at === 'Reason'} />, reason, reasoning)}
      </td>
    </>
  )
}

const Line = ({ row, at, isFocusable, picks, picked, onPick, onEnter }: Props) => {
  const { editing, judged, change } = useCell(row)
  const id = row.WorkItemId
  return (
    <>
      <tr
        className={`result-row ${flagTone(judged.Flag)} ${at ? 'selected' : ''} ${change ? 'changed' : ''}`}
        data-row={id}
        aria-selected={picks && !editing ? picked : at !== undefined}
        tabIndex={editing ? undefined : isFocusable ? 0 : -1}
        onFocus={(event) => {
          if (!at || event.target === event.currentTarget) onEnter(id, 'Result')
        }}
        onClick={() => {
          if (!at) onEnter(id, 'Result')
        }}
      >
        {picks && (
          <td className="pick">
            {!editing && (
              <input
                className="check"
                type="checkbox"
                tabIndex={-1}
                aria-label={`Select ${row.Element}`}
                checked={picked}
                onChange={(event) => onPick([id], event.target.checked)}
              />
            )}
          </td>
        )}
        <Measured row={row} />
        <Value row={row} at={at} />
        <Beside row={row} at={at} onEnter={onEnter} />
      </tr>
      <BelowRow row={row} isAt={at === 'Result'} columns={picks ? 12 : 11} />
    </>
  )
}

/** A keystroke renders only its own row and the formulas that follow, not the whole sheet. */
export const ResultLine = memo(Line)
