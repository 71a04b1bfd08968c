// The cells that are typed into: result, remarks, comments, status and reason. Enter goes down, Escape brings the old value back.
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { signedIn } from '../../web/permission.ts'
import { useSession } from '../../web/session.ts'
import { useOptions } from '../../web/field/use-options.ts'
import { labelOf } from '../../web/field/shown.ts'
import { asWorkItem } from './entry.rules.ts'
import type { Judged } from './entry.rules.ts'
import type { Entry } from './entry.screen.tsx'
import { mayMove } from './testresults.rules.ts'
import { resultFields } from './testresults.model.ts'
import type { ResultRow } from './testresults.model.ts'

/** Types whose result is a text of many lines, entered below its row. */
export const isLong = (row: ResultRow): boolean => row.resultTypeId === 35 || row.resultTypeId === 36
/** Whether its result can be typed now. */
export const isEnterable = (row: ResultRow): boolean => !row.Formula && row.Actions.update === true
const choicesOf = (row: ResultRow): readonly string[] =>
  row.resultTypeId === 33 && row.PossibleValues
    ? row.PossibleValues.split('|')
        .map((one) => one.trim())
        .filter(Boolean)
    : []

/** Puts the focus on the result of a row. */
export const focusResult = (id: number | undefined): void => {
  const input = id === undefined ? null : document.querySelector<HTMLElement>(`[data-result="${id}"]`)
  input?.focus()
  input?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
}

export type CellProps = { entry: Entry; row: ResultRow; judged: Judged; autoFocus?: boolean; onMove: (step: 1 | -1) => void }

/** The result's own control: a box, a list of values or an area; it settles when it is left. */
export const ResultInput = ({ entry, row, judged, autoFocus = false, onMove }: CellProps) => {
  const text = entry.changes.get(row.WorkItemId)?.Result
  const value = (text === undefined ? row.Result : text) ?? ''
  const [before, setBefore] = useState<string>()
  const choices = choicesOf(row)
  const error = entry.errors.get(row.WorkItemId)
  const set = (Result: string) => entry.change(row, { Result })
  const settle = () => {
    if (before !== undefined && value !== before) entry.settle(row, value, before === '' ? null : before)
    setBefore(undefined)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const long = event.currentTarget.tagName === 'TEXTAREA'
    const isSelect = event.currentTarget.tagName === 'SELECT'
    const down = event.key === 'Enter' && (!long || event.ctrlKey)
    if (event.key === 'Escape' && before !== undefined && value !== before) {
      event.preventDefault()
      event.stopPropagation()
      set(before)
    } else if (down || (!long && !isSelect && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))) {
      event.preventDefault()
      settle()
      onMove(event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1)
    }
  }
  const given = {
    'data-result': row.WorkItemId,
    value,
    autoFocus,
    onKeyDown: press,
    onBlur: settle,
    'aria-label': `Result of ${row.Element}`,
    'aria-invalid': error ? (true as const) : undefined,
    title: error,
    onChange: (event: { target: { value: string } }) => set(event.target.value),
  }
  if (isLong(row)) return <textarea {...given} className="input area" rows={4} onFocus={() => setBefore(value)} />
  if (choices.length > 0) {
    return (
      <select {...given} className="result-input" onFocus={() => setBefore(value)}>
        <option value=""></option>
        {value !== '' && !choices.includes(value) && <option value={value}>{value}</option>}
        {choices.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    )
  }
  const tone = judged.Flag === 'HH' || judged.Flag === 'LL' ? 'critical' : judged.Flag && judged.Flag !== 'N' ? 'outside' : ''
  return (
    <input
      {...given}
      className={`result-input ${tone}`}
      type="text"
      inputMode={[30, 34].includes(row.resultTypeId) ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => {
        setBefore(value)
        event.target.select()
      }}
    />
  )
}

export const NoteInput = ({
  entry,
  row,
  name,
  autoFocus,
  onMove,
}: {
  entry: Entry
  row: ResultRow
  name: 'Remarks' | 'Comments'
  autoFocus: boolean
  onMove: (step: 1 | -1) => void
}) => {
  const value = entry.changes.get(row.WorkItemId)?.[name] ?? row[name] ?? ''
  const [began] = useState(value)
  return (
    <input
      className="cell-box"
      type="text"
      autoComplete="off"
      autoFocus={autoFocus}
      value={value}
      maxLength={resultFields[name].maxLength}
      aria-label={`${name} of ${row.Element}`}
      onChange={(event) => entry.change(row, { [name]: event.target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onMove(1)
        else if (event.key === 'Escape' && value !== began) {
          event.stopPropagation()
          entry.change(row, { [name]: began })
        }
      }}
    />
  )
}

/** Items of list 121; what may not follow the present status is grey. */
export const StatusSelect = ({ entry, row, judged, autoFocus }: { entry: Entry; row: ResultRow; judged: Judged; autoFocus: boolean }) => {
  const user = signedIn(useSession())
  const options = useOptions(resultFields.StatusId)
  const item = { ...asWorkItem(row), Result: judged.Result }
  const may = (id: number): boolean =>
    id === 153 ? row.Actions.approve === true || row.StatusId === 153 : mayMove(item, id, user, { ReasonId: 1, signatories: 2 }).ok
  return (
    <select
      className="cell-box"
      autoFocus={autoFocus}
      aria-label={`Status of ${row.Element}`}
      value={entry.changes.get(row.WorkItemId)?.StatusId ?? row.StatusId}
      onChange={(event) => entry.change(row, { StatusId: Number(event.target.value) })}
    >
      {options.map(([id, label]) => (
        <option key={id} value={id} disabled={!may(Number(id))}>
          {label}
        </option>
      ))}
    </select>
  )
}
export const ReasonSelect = ({ entry, row, autoFocus }: { entry: Entry; row: ResultRow; autoFocus: boolean }) => {
  const options = useOptions(resultFields.ReasonId)
  const error = entry.errors.get(row.WorkItemId)
  const change = entry.changes.get(row.WorkItemId)
  return (
    <select
      className="cell-box"
      autoFocus={autoFocus}
      aria-label={`Reason of ${row.Element}`}
      aria-invalid={error ? true : undefined}
      title={error}
      value={(change?.ReasonId === undefined ? row.ReasonId : change.ReasonId) ?? ''}
      onChange={(event) => entry.change(row, { ReasonId: event.target.value === '' ? null : Number(event.target.value) })}
    >
      <option value=""></option>
      {options.map(([id, label]) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  )
}
/** Status and reason as they stand now, in words. */
export const useLabels = (entry: Entry, row: ResultRow) => {
  const [statuses, reasons] = [useOptions(resultFields.StatusId), useOptions(resultFields.ReasonId)]
  const change = entry.changes.get(row.WorkItemId)
  const StatusId = change?.StatusId ?? row.StatusId
  const reasonId = change?.ReasonId === undefined ? row.ReasonId : change.ReasonId
  return {
    StatusId,
    status: StatusId === row.StatusId ? row.Status.ItemLabel : labelOf(statuses, StatusId),
    reason: reasonId === row.ReasonId ? (row.Reason?.ItemLabel ?? '') : reasonId === null ? '' : labelOf(reasons, reasonId),
  }
}
