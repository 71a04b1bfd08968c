// The cells that are typed into: result, remarks, comments, status and reason. Enter goes down, Escape brings the old
// value back.
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { signedIn } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { useOptions } from '../../../web/record/use-options.ts'
import { labelOf } from '../../../web/record/shown.ts'
import { Picker } from '../../../web/picker/picker.tsx'
import { asPicked } from '../judging/entry.rules.ts'
import { valuedOf } from '../judging/follow.rules.ts'
import type { Judged } from '../judging/entry.rules.ts'
import type { Entry } from './entry.screen.tsx'
import { mayMove } from '../status.rules.ts'
import { resultFields } from '../testresults.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { flagTone } from '../../elements/interval.rules.ts'
import { resultType, workItemStatus } from '../../lists/items.model.ts'

/** Types whose result is a text of many lines, entered below its row. */
export const isLong = (row: ResultRow): boolean =>
  row.resultTypeId === resultType.Narrative || row.resultTypeId === resultType.Culture
/** Whether its result can be typed now. */
export const isEnterable = (row: ResultRow): boolean => !row.Formula && row.Actions.update === true
const choicesOf = (row: ResultRow): readonly string[] =>
  row.resultTypeId === resultType.PossibleValues && row.PossibleValues
    ? row.PossibleValues.split('|')
        .map((one) => one.trim())
        .filter(Boolean)
    : []

/** Puts the focus on the result of a row; answers whether it is there. */
export const focusResult = (id: number | undefined): boolean => {
  const input = id === undefined ? null : document.querySelector<HTMLElement>(`[data-result="${id}"]`)
  input?.focus()
  input?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
  return input !== null
}

/** Where the next key belongs after an act: the row's result while it is typed, else the row. */
export const focusRow = (id: number | undefined): void =>
  void requestAnimationFrame(() => {
    if (!focusResult(id)) document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus()
  })

/** `onMove` answers whether there was a result to go to. */
export type CellProps = {
  entry: Entry
  row: ResultRow
  judged: Judged
  autoFocus?: boolean
  onMove: (step: 1 | -1) => boolean
}

/** What became of a text that was typed: in red that it was not taken, else that it was rounded. */
export const SaidOfCell = ({ entry, row, id }: Pick<CellProps, 'entry' | 'row'> & { id?: string }) => {
  const said = entry.said.get(row.WorkItemId)
  return (
    said && (
      <span id={id} role="status" className={said.refused === undefined ? 'warn' : 'error'}>
        {said.refused ?? said.rounded}
      </span>
    )
  )
}
/** The place that tells of a cell, for the control it belongs to. */
export const saidId = (row: ResultRow): string => `said-${row.WorkItemId}`

/** The result's own control: a box, a list of values or an area; it settles when it is left. */
export const ResultInput = ({ entry, row, judged, autoFocus = false, onMove }: CellProps) => {
  const text = entry.changes.get(row.WorkItemId)?.Result
  const value = (text === undefined ? row.Result : text) ?? ''
  const [before, setBefore] = useState<string>()
  const choices = choicesOf(row)
  const error = entry.errors.get(row.WorkItemId)
  const set = (Result: string) => entry.change(row, { Result })
  const said = entry.said.get(row.WorkItemId)
  const settle = () => {
    if (before === undefined || value === before) return
    setBefore(entry.settle(row, value, before === '' ? null : before) ?? '')
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
      // drawn at once: the next key may be here already
      flushSync(settle)
      const moved = onMove(event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1)
      // at the end what is typed next replaces the finished value, it is not put behind it
      if (!moved && event.currentTarget instanceof HTMLInputElement) event.currentTarget.select()
    }
  }
  const given = {
    'data-result': row.WorkItemId,
    value,
    autoFocus,
    onKeyDown: press,
    onBlur: settle,
    'aria-label': `Result of ${row.Element}`,
    'aria-invalid': error || said?.refused ? (true as const) : undefined,
    'aria-describedby': said && saidId(row),
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
  return (
    <input
      {...given}
      className={`result-input ${flagTone(judged.Flag)}`}
      type="text"
      inputMode={[resultType.Numeric, resultType.Limited].includes(row.resultTypeId) ? 'decimal' : 'text'}
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
  onMove: (step: 1 | -1) => boolean
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

type LookUp = {
  label: string
  picker: 'workitemstatus' | 'workitemstatusreason'
  title: string
  shown: string
  error?: string | undefined
  autoFocus: boolean
  refuse?: (id: number) => string | undefined
  onPick: (id: number) => void
  onClear?: () => void
}
/** A cell that is filled from a list: Enter, a click or the first letters open the look-up, Delete empties it. */
const ListCell = ({ label, picker, title, shown, error, autoFocus, refuse, onPick, onClear }: LookUp) => {
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <button
        type="button"
        className="cell-box cell-look-up"
        aria-label={`${label}: ${shown || 'none'}`}
        aria-haspopup="dialog"
        aria-invalid={error ? true : undefined}
        title={error}
        autoFocus={autoFocus}
        onClick={() => setTyped('')}
        onKeyDown={(event) => {
          if (event.key === 'Delete' || event.key === 'Backspace') onClear?.()
          else if (event.key.length === 1 && event.key !== ' ' && !event.altKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            setTyped(event.key)
          }
        }}
      >
        <span>{shown}</span>
        <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
      </button>
      {typed !== undefined && (
        <Picker
          name={picker}
          title={title}
          start={typed}
          around={{}}
          refuse={refuse && ((row) => refuse(Number(row.ListItemId)))}
          onPick={(_row, id) => {
            setTyped(undefined)
            onPick(id)
          }}
          onClose={() => setTyped(undefined)}
        />
      )}
    </>
  )
}

/** Statuses of a work item; what may not follow the present status says why. */
export const StatusCell = ({
  entry,
  row,
  judged,
  autoFocus,
}: {
  entry: Entry
  row: ResultRow
  judged: Judged
  autoFocus: boolean
}) => {
  const user = signedIn(useSession())
  const { status } = useLabels(entry, row)
  const typed = valuedOf(row, judged)
  const item = asPicked(row, entry.rows, new Set(), typed, user)
  const refuse = (id: number): string | undefined => {
    // the server knows the signatories of the lab
    if (id === workItemStatus.Approved && row.StatusId !== workItemStatus.Approved && !typed)
      return row.Actions.approve === true ? undefined : String(row.Actions.approve ?? 'Your role may not approve')
    const decision = mayMove(item, id, user, { ReasonId: 'unknown', signatories: 'unknown' })
    return decision.ok ? undefined : decision.reason
  }
  return (
    <ListCell
      label={`Status of ${row.Element}`}
      picker="workitemstatus"
      title="Status"
      shown={status}
      autoFocus={autoFocus}
      refuse={refuse}
      onPick={(StatusId) => entry.change(row, { StatusId })}
    />
  )
}
export const ReasonCell = ({ entry, row, autoFocus }: { entry: Entry; row: ResultRow; autoFocus: boolean }) => (
  <ListCell
    label={`Reason of ${row.Element}`}
    picker="workitemstatusreason"
    title="Reason"
    shown={useLabels(entry, row).reason}
    error={entry.errors.get(row.WorkItemId)}
    autoFocus={autoFocus}
    onPick={(ReasonId) => entry.change(row, { ReasonId })}
    onClear={() => entry.change(row, { ReasonId: null })}
  />
)
/** Status and reason as they stand now, in words. */
export const useLabels = (entry: Entry, row: ResultRow) => {
  const [statuses, reasons] = [useOptions(resultFields.StatusId), useOptions(resultFields.ReasonId)]
  const change = entry.changes.get(row.WorkItemId)
  const StatusId = change?.StatusId ?? row.StatusId
  const reasonId = change?.ReasonId === undefined ? row.ReasonId : change.ReasonId
  return {
    StatusId,
    status: StatusId === row.StatusId ? row.Status.ItemLabel : labelOf(statuses, StatusId),
    reason:
      reasonId === row.ReasonId ? (row.Reason?.ItemLabel ?? '') : reasonId === null ? '' : labelOf(reasons, reasonId),
  }
}
