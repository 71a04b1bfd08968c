// A day as people type it: 21, 21-11, 211126, 21-nov-2026, t-1; up and down move it by one; shown as 21-Nov-2026; a
// calendar for the mouse.
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { addDays, dayOf, formatDate, parseDate } from '../../core/dates.ts'
import { dayStep } from './day-step.ts'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> & {
  /** yyyy-mm-dd, or empty. */
  value: string
  onChange: (value: string) => void
}

export const DateInput = ({ value, onChange, onBlur, onKeyDown, ...rest }: Props) => {
  const [typed, setTyped] = useState<string>()
  const calendar = useRef<HTMLInputElement>(null)
  const settle = () => {
    if (typed === undefined) return
    const day = typed.trim() === '' ? '' : parseDate(typed, { now: Date.now() })
    if (day !== null) onChange(day)
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
        value={typed ?? formatDate(value)}
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
            onChange(day === '' ? dayOf(Date.now()) : addDays(day, step))
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
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
