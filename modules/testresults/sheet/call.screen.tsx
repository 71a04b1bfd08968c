// A critical result in words, with the call that must be logged before it can be approved.
import { IconCheck, IconPhoneCall } from '@tabler/icons-react'
import { createContext, use, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDateTime } from '../../../core/dates.ts'
import { ApiError } from '../../../web/api/api.ts'
import { Button } from '../../../web/part/button.tsx'
import { DateTimeInput } from '../../../web/field/date-time-input.tsx'
import { sayError } from '../../../web/message/snackbar-store.ts'
import { useDoing } from '../../../web/record/use-form.ts'
import type { Judged } from '../judging/entry.rules.ts'
import { boundText, flagWords, isCriticalFlag } from '../../elements/interval.rules.ts'
import { calledRoles, calledText, whoErrors, type CalledRole } from '../../lists/called.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { focusRow, useDetail } from './record.screen.tsx'
import { useCell } from './typing.screen.tsx'

const calls = '/api/criticalcalls/'
type CriticalCalled = NonNullable<ResultRow['CriticalCall']>

/** Whether a call can be logged about this row now: about its waiting amendment, where there is one. */
export const waitsForCall = (row: ResultRow, judged: Judged | undefined): boolean =>
  row.Actions.update !== undefined &&
  (row.Amendment === null
    ? (row.IsToCallAgain || (isCriticalFlag(judged?.Flag) && row.Result === judged?.Result)) &&
      row.CriticalCall === null
    : isCriticalFlag(row.Amendment.Flag) && row.Amendment.CriticalCall === null)
/** Whether its row says something of a call: the value is critical, or was issued in another patient's name. */
export const isAboutCall = (row: ResultRow, judged: Judged): boolean => isCriticalFlag(judged.Flag) || row.IsToCallAgain
/** The row whose call the key opens: of several, the one under the cursor. */
export const CallKey = createContext<number | undefined>(undefined)

type Call = { spokenTo: string; role: CalledRole | null; at: string | null; readBack: boolean; remarks: string }

/** The call about a row or its waiting amendment: its fields and its errors. */
const useCall = (row: ResultRow) => {
  const record = useDetail()
  const [call, setCall] = useState<Call>(() => ({
    spokenTo: row.DoctorName,
    role: 'doctor',
    at: new Date().toISOString(),
    readBack: false,
    remarks: '',
  }))
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  /** Logs that the person was reached, or was not. Answers whether it was logged. */
  const log = async (reached: boolean): Promise<boolean> => {
    const unknown = whoErrors(call.spokenTo.trim(), call.role, reached)
    if (Object.keys(unknown).length > 0) {
      flushSync(() => setErrors(unknown))
      return false
    }
    const error = await record.tryAct(
      calls,
      {
        WorkItemId: row.WorkItemId,
        CalledTo: call.spokenTo.trim() || null,
        CalledRole: call.role,
        CalledPhone: call.spokenTo === row.DoctorName ? row.DoctorPhone : null,
        CalledAt: call.at,
        Reached: reached,
        ReadBack: reached && call.readBack,
        Remarks: call.remarks.trim() || null,
      },
      'POST',
    )
    const wrong = error instanceof ApiError ? error.errors : {}
    if (error && Object.keys(wrong).length === 0) sayError(error)
    // rendered at once, so that the next key goes to the wrong field
    flushSync(() => {
      setErrors(wrong)
      // the next attempt is another one
      if (!error) setCall((now) => ({ ...now, at: new Date().toISOString(), remarks: '' }))
    })
    return error === undefined
  }
  return { call, errors, set: (part: Partial<Call>) => setCall((now) => ({ ...now, ...part })), log }
}

type CallProps = Omit<ReturnType<typeof useCall>, 'log'> & { readonly doctor: string }
const CallFields = ({ call, errors, set, doctor }: CallProps) => {
  const id = useId()
  const invalid = (name: string) => (errors[name] ? true : undefined)
  return (
    <>
      <label htmlFor={`${id}-told`}>Spoken to</label>
      <input
        id={`${id}-told`}
        className="input told"
        type="text"
        autoComplete="off"
        value={call.spokenTo}
        maxLength={120}
        aria-invalid={invalid('CalledTo')}
        // somebody else has another role
        onChange={(event) => set({ spokenTo: event.target.value, ...(call.spokenTo === doctor && { role: null }) })}
      />
      <select
        className="input"
        aria-label="Who that is"
        aria-invalid={invalid('CalledRole')}
        value={call.role ?? ''}
        onChange={(event) => set({ role: calledRoles.find(([value]) => value === event.target.value)?.[0] ?? null })}
      >
        <option value="" />
        {calledRoles.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-at`}>At</label>
      <span className="called-at">
        <DateTimeInput
          id={`${id}-at`}
          aria-invalid={invalid('CalledAt')}
          value={call.at ?? ''}
          onChange={(value) => set({ at: typeof value === 'string' ? value : null })}
        />
      </span>
      <label className="read-back">
        <input
          className="check"
          type="checkbox"
          checked={call.readBack}
          aria-invalid={invalid('ReadBack')}
          onChange={(event) => set({ readBack: event.target.checked })}
        />{' '}
        Read back
      </label>
      <label htmlFor={`${id}-remarks`}>Remarks</label>
      <input
        id={`${id}-remarks`}
        className="input told"
        type="text"
        autoComplete="off"
        value={call.remarks}
        maxLength={500}
        aria-invalid={invalid('Remarks')}
        onChange={(event) => set({ remarks: event.target.value })}
      />
    </>
  )
}

const Attempts = ({ attempts }: { attempts: ResultRow['CallAttempts'] }) =>
  attempts.length > 0 && (
    <ul className="attempts" aria-label="Not reached">
      {attempts.map(({ CalledTo, CalledRole: as, CalledAt, CalledBy, Remarks }, index) => (
        <li key={index}>
          {CalledBy} did not reach {calledText(CalledTo, as)} on {formatDateTime(CalledAt)}: {Remarks}
        </li>
      ))}
    </ul>
  )

export const CallForm = ({ row }: { row: ResultRow }) => {
  const form = useRef<HTMLSpanElement>(null)
  const hasKey = use(CallKey) === row.WorkItemId
  const { log, ...call } = useCall(row)
  const doing = useDoing()
  const send = async (reached = true) => {
    if (await log(reached)) focusRow(row.WorkItemId)
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  // the first press of the key focuses the call, the second logs it
  const press = (isClick: boolean) => {
    if (isClick || form.current?.contains(document.activeElement)) void send()
    else form.current?.querySelector('input')?.select()
  }
  const said = Object.values(call.errors).flat()[0]
  return (
    <span
      ref={form}
      className="call-form"
      role="group"
      aria-label={`Call about ${row.Element}`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox')
          void send()
      }}
    >
      <CallFields {...call} doctor={row.DoctorName} />
      <Button
        label="Log Call"
        hotkey={hasKey ? 'alt+k' : undefined}
        busy={doing === calls}
        onClick={(event) => press(event !== undefined)}
      />
      <Button label="Not reached" busy={doing === calls} onClick={() => void send(false)} />
      {said && (
        <span className="error" role="alert">
          {said}
        </span>
      )}
      <Attempts attempts={row.Amendment ? row.Amendment.CallAttempts : row.CallAttempts} />
    </span>
  )
}

/** `Vidya Rao spoke to Sister Mary (nurse) on ..., read back.` */
export const callText = ({ CalledTo, CalledRole: as, CalledAt, CalledBy, ReadBack }: CriticalCalled): string =>
  `${CalledBy} spoke to ${calledText(CalledTo, as)} on ${formatDateTime(CalledAt)}${ReadBack ? ', read back' : ''}.`

export const CriticalCall = ({ row }: { row: ResultRow }) => {
  const { judged } = useCell(row)
  const call = row.CriticalCall
  // what was issued is out, whatever it is judged to be now
  const isSaved = row.Result === judged.Result || row.IsToCallAgain
  const bound = boundText(judged.Flag, judged.Range)
  const mayCall = row.Actions.update !== undefined && row.Amendment === null
  const asks = row.Amendment === null && waitsForCall(row, judged)
  return (
    <div className="critical-call">
      {call && isSaved ? <IconCheck size={17} stroke={1.6} /> : <IconPhoneCall size={17} stroke={1.6} />}
      <span>
        {isCriticalFlag(judged.Flag) && (
          <>
            <b>{judged.Flag ? flagWords[judged.Flag] : ''}</b>
            {bound && `, ${bound}`}.{' '}
          </>
        )}
        {row.IsToCallAgain && <b>Issued in another patient’s name. </b>}
        {call && isSaved
          ? callText(call)
          : row.IsToCallAgain
            ? 'Log the call about it to the right patient.'
            : !isSaved
              ? 'Save it, then log the call.'
              : mayCall && row.StatusId < workItemStatus.Approved
                ? 'Log the call before it can be approved.'
                : 'No call is logged.'}
      </span>
      {asks && <CallForm key={row.WorkItemId} row={row} />}
    </div>
  )
}
