// The cells next to the result: remarks, comments, status and reason.
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { signedIn } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { useOptions } from '../../../web/record/use-options.ts'
import { labelOf } from '../../../web/record/shown.ts'
import { Picker } from '../../../web/picker/picker.tsx'
import { asPicked } from '../judging/entry.rules.ts'
import { printedNames } from '../../testreports/printed/printed.model.ts'
import { valuedOf } from '../judging/follow.rules.ts'
import { mayMove, statusLabel } from '../status.rules.ts'
import { resultFields } from '../testresults.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { placeOf, rowsOf } from './record.screen.tsx'
import type { CellProps } from './result.screen.tsx'
import { moveFrom, type, useCell } from './typing.screen.tsx'

/** What is written beside a value: internal remarks, and what is printed. */
export const noteNames = ['Remarks', ...printedNames] as const
export type NoteName = (typeof noteNames)[number]

export const NoteInput = ({ row, name, autoFocus = false }: CellProps & { name: NoteName }) => {
  const { form, change } = useCell(row)
  const value = change?.[name] ?? row[name] ?? ''
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
      onChange={(event) => type(form, row, { [name]: event.target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') moveFrom(form, row, 1)
        else if (event.key === 'Escape' && value !== began) {
          event.stopPropagation()
          type(form, row, { [name]: began })
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
  /** The target of an error's link. */
  place?: string
  autoFocus: boolean
  refuse?: (id: number) => string | undefined
  onPick: (id: number) => void
  onClear?: () => void
}
/** A cell with a look-up: Enter, a click or the first letters open it, Delete empties the cell. */
const ListCell = ({ label, picker, title, shown, error, place, autoFocus, refuse, onPick, onClear }: LookUp) => {
  const [typed, setTyped] = useState<string>()
  return (
    <>
      <button
        type="button"
        className="cell-box cell-look-up"
        data-field={place}
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

/** Statuses of a work item; a status that may not follow the present one shows why. */
export const StatusCell = ({ row, autoFocus = false }: CellProps) => {
  const { form, judged } = useCell(row)
  const user = signedIn(useSession())
  const { status } = useLabels(row)
  const refuse = (id: number): string | undefined => {
    const typed = valuedOf(row, judged)
    const item = asPicked(row, rowsOf(form.state().values), new Set(), typed, user)
    // the server knows the signatories of the lab
    if (id === workItemStatus.Approved && row.StatusId !== workItemStatus.Approved && !typed)
      return row.Actions.approve === true ? undefined : String(row.Actions.approve ?? 'Your role cannot approve')
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
      onPick={(StatusId) => type(form, row, { StatusId })}
    />
  )
}
export const ReasonCell = ({ row, autoFocus = false }: CellProps) => {
  const { form, error } = useCell(row)
  return (
    <ListCell
      label={`Reason of ${row.Element}`}
      picker="workitemstatusreason"
      title="Reason"
      shown={useLabels(row).reason}
      error={error}
      place={placeOf(row.WorkItemId, 'ReasonId')}
      autoFocus={autoFocus}
      onPick={(ReasonId) => type(form, row, { ReasonId })}
      onClear={() => type(form, row, { ReasonId: null })}
    />
  )
}
/** The present status and reason in words. */
export const useLabels = (row: ResultRow) => {
  const [statuses, reasons] = [useOptions(resultFields.StatusId), useOptions(resultFields.ReasonId)]
  const { change } = useCell(row)
  const StatusId = change?.StatusId ?? row.StatusId
  const reasonId = change?.ReasonId === undefined ? row.ReasonId : change.ReasonId
  return {
    StatusId,
    status: StatusId === row.StatusId ? statusLabel(row) : labelOf(statuses, StatusId),
    reason:
      reasonId === row.ReasonId ? (row.Reason?.ItemLabel ?? '') : reasonId === null ? '' : labelOf(reasons, reasonId),
  }
}
