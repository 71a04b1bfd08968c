// A day as people type it: 21, 21-11, 211126, 21-nov-2026, t-1. Up and down move it by one. Shown as 21-Nov-2026, with
// a calendar for the mouse.
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { addDays, dayOf, formatDate, isMoment, parseDate } from '../../core/dates.ts'
import { dayStep } from './day-step.ts'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  /** yyyy-mm-dd, or empty. */
  value: string
  onChange: (value: string) => void
  /** Passes a text that is not a day on as typed, to be refused at saving; otherwise it is dropped. */
  keepsWrong?: boolean
}

export const DateInput = ({ value, onChange, keepsWrong, onBlur, onKeyDown, ...rest }: Props) => {
  const [typed, setTyped] = useState<string>()
  const calendar = useRef<HTMLInputElement>(null)
  const settle = () => {
    if (typed === undefined) return
    const day = typed.trim() === '' ? '' : parseDate(typed, { now: Date.now() })
    if (day !== null) onChange(day)
    else if (keepsWrong) onChange(typed)
    setTyped(undefined)
  }
  return (
    <div className="adorned">
      <input
        {...rest}
        className="input"
        type="text"
        autoComplete="off"
        placeholder="dd-mmm-yyyy"
        value={typed ?? (formatDate(value) || value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={(event) => {
          settle()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          const step = dayStep(event)
          if (step !== 0) {
            event.preventDefault()
            const day = typed === undefined ? value : (parseDate(typed, { now: Date.now() }) ?? value)
            setTyped(undefined)
            onChange(isMoment(day) ? addDays(day, step) : dayOf(Date.now()))
          }
          onKeyDown?.(event)
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label="Choose a day"
        disabled={rest.disabled}
        onClick={() => calendar.current?.showPicker()}
      >
        <IconCalendar size={15} stroke={1.6} />
      </button>
      <input
        ref={calendar}
        className="date-native"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isMoment(value) ? dayOf(value) : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
