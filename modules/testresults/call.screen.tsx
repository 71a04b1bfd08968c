// A critical result: said in words, with the call that must be logged before it can be approved.
import { IconCheck, IconPhoneCall } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDateTime } from '../../core/dates.ts'
import { Button } from '../../web/button.tsx'
import { DateTimeInput } from '../../web/field/date-time-input.tsx'
import type { Judged } from './entry.rules.ts'
import type { Entry } from './entry.screen.tsx'
import { boundText, flagWords } from './interval.rules.ts'
import type { ResultRow } from './testresults.model.ts'

type Props = { entry: Entry; row: ResultRow; judged: Judged }

const Form = ({ entry, row }: Props) => {
  const id = useId()
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
  }
  const said = Object.values(errors).flat()[0]
  return (
    <span
      className="call-form"
      role="group"
      aria-label={`Call about ${row.Element}`}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') void log()
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
        aria-invalid={errors['CalledTo'] ? true : undefined}
        onChange={(event) => setTold(event.target.value)}
      />
      <label htmlFor={`${id}-at`}>At</label>
      <span className="called-at">
        <DateTimeInput
          id={`${id}-at`}
          aria-invalid={errors['CalledAt'] ? true : undefined}
          value={at ?? ''}
          onChange={(value) => setAt(typeof value === 'string' ? value : null)}
        />
      </span>
      <label className="read-back">
        <input
          className="check"
          type="checkbox"
          checked={readBack}
          aria-invalid={errors['ReadBack'] ? true : undefined}
          onChange={(event) => setReadBack(event.target.checked)}
        />{' '}
        Read back
      </label>
      <Button label="Log Call" busy={entry.busy === 'call'} onClick={() => void log()} />
      {said && (
        <span className="error" role="alert">
          {said}
        </span>
      )}
    </span>
  )
}

export const CriticalCall = (props: Props) => {
  const { entry, row, judged } = props
  const call = row.CriticalCall
  const isSaved = row.Result === judged.Result
  const bound = boundText(judged.Flag, judged.Range)
  const mayCall = row.Actions.update !== undefined && row.StatusId < 153
  return (
    <div className="critical-call">
      {call && isSaved ? <IconCheck size={17} stroke={1.6} /> : <IconPhoneCall size={17} stroke={1.6} />}
      <span>
        <b>{judged.Flag ? flagWords[judged.Flag] : ''}</b>
        {bound && `, ${bound}`}.{' '}
        {call && isSaved
          ? `Told to ${call.CalledTo} on ${formatDateTime(call.CalledAt)} by ${call.CalledBy}${call.ReadBack ? ', read back' : ''}.`
          : !isSaved
            ? 'Save it, then log the call.'
            : mayCall
              ? 'Log the call before it can be approved.'
              : 'No call is logged.'}
      </span>
      {!call && isSaved && mayCall && <Form key={row.WorkItemId} {...props} entry={entry} />}
    </div>
  )
}
