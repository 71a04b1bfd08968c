// A critical result: said in words, with the call that must be logged before it can be approved.
import { IconCheck, IconPhoneCall } from '@tabler/icons-react'
import { createContext, use, useId, useRef, useState } from 'react'
import { formatDateTime } from '../../../core/dates.ts'
import { Button } from '../../../web/part/button.tsx'
import { DateTimeInput } from '../../../web/field/date-time-input.tsx'
import type { Judged } from '../judging/entry.rules.ts'
import type { Entry } from './entry.screen.tsx'
import { focusRow } from './cells.screen.tsx'
import { boundText, flagWords, isCriticalFlag } from '../../elements/interval.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { workItemStatus } from '../../lists/items.model.ts'

type Props = { entry: Entry; row: ResultRow; judged: Judged }

/** Whether a call can be logged about this row now: about the amendment that waits, where there is one. */
export const waitsForCall = (row: ResultRow, judged: Judged | undefined): boolean =>
  row.Actions.update !== undefined &&
  (row.Amendment === null
    ? isCriticalFlag(judged?.Flag) && row.Result === judged?.Result && row.CriticalCall === null
    : isCriticalFlag(row.Amendment.Flag) && row.Amendment.CriticalCall === null)
/** The row whose call the key is for: of several, the one under the cursor. */
export const CallKey = createContext<number | undefined>(undefined)

/** The call is about the amendment that waits, where there is one. */
export const CallForm = ({ entry, row }: Pick<Props, 'entry' | 'row'>) => {
  const id = useId()
  const form = useRef<HTMLSpanElement>(null)
  const hasKey = use(CallKey) === row.WorkItemId
  const [told, setTold] = useState(row.DoctorName)
  const [at, setAt] = useState<string | null>(() => new Date().toISOString())
  const [readBack, setReadBack] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const log = async () => {
    const refused = await entry.logCall({
      WorkItemId: row.WorkItemId,
      CalledTo: told.trim(),
      CalledPhone: told === row.DoctorName ? row.DoctorPhone : null,
      CalledAt: at,
      ReadBack: readBack,
    })
    setErrors(refused ?? {})
    if (refused === undefined) focusRow(row.WorkItemId)
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  // the key comes to the call first, and logs it from there
  const press = (isClick: boolean) => {
    if (isClick || form.current?.contains(document.activeElement)) void log()
    else form.current?.querySelector('input')?.select()
  }
  const said = Object.values(errors).flat()[0]
  return (
    <span
      ref={form}
      className="call-form"
      role="group"
      aria-label={`Call about ${row.Element}`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox')
          void log()
      }}
    >
      <label htmlFor={`${id}-told`}>Told to</label>
      <input
        id={`${id}-told`}
        className="input told"
        type="text"
        autoComplete="off"
        value={told}
        maxLength={120}
        aria-invalid={errors.CalledTo ? true : undefined}
        onChange={(event) => setTold(event.target.value)}
      />
      <label htmlFor={`${id}-at`}>At</label>
      <span className="called-at">
        <DateTimeInput
          id={`${id}-at`}
          aria-invalid={errors.CalledAt ? true : undefined}
          value={at ?? ''}
          onChange={(value) => setAt(typeof value === 'string' ? value : null)}
        />
      </span>
      <label className="read-back">
        <input
          className="check"
          type="checkbox"
          checked={readBack}
          aria-invalid={errors.ReadBack ? true : undefined}
          onChange={(event) => setReadBack(event.target.checked)}
        />{' '}
        Read back
      </label>
      <Button
        label="Log Call"
        hotkey={hasKey ? 'alt+k' : undefined}
        busy={entry.busy === 'call'}
        onClick={(event) => press(event !== undefined)}
      />
      {said && (
        <span className="error" role="alert">
          {said}
        </span>
      )}
    </span>
  )
}

const calledText = ({ CalledTo, CalledAt, CalledBy, ReadBack }: NonNullable<ResultRow['CriticalCall']>): string =>
  `Told to ${CalledTo} on ${formatDateTime(CalledAt)} by ${CalledBy}${ReadBack ? ', read back' : ''}.`

export const CriticalCall = (props: Props) => {
  const { entry, row, judged } = props
  const call = row.CriticalCall
  const isSaved = row.Result === judged.Result
  const bound = boundText(judged.Flag, judged.Range)
  const mayCall = row.Actions.update !== undefined && row.Amendment === null
  const asks = row.Amendment === null && waitsForCall(row, judged)
  return (
    <div className="critical-call">
      {call && isSaved ? <IconCheck size={17} stroke={1.6} /> : <IconPhoneCall size={17} stroke={1.6} />}
      <span>
        <b>{judged.Flag ? flagWords[judged.Flag] : ''}</b>
        {bound && `, ${bound}`}.{' '}
        {call && isSaved
          ? calledText(call)
          : !isSaved
            ? 'Save it, then log the call.'
            : mayCall && row.StatusId < workItemStatus.Approved
              ? 'Log the call before it can be approved.'
              : 'No call is logged.'}
      </span>
      {asks && <CallForm key={row.WorkItemId} entry={entry} row={row} />}
    </div>
  )
}
