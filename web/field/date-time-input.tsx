// A moment as people type it: 21-11 9:30, t-1, now. A day alone preserves the time; up and down move it by a day. Shown
// as 21-Nov-2026 09:30 AM, with a calendar for the mouse.
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import {
  addDays,
  atTime,
  dayOf,
  formatDateTime,
  isDayAlone,
  isMoment,
  parseDate,
  parseDateTime,
} from '../../core/dates.ts'
import type { Given } from './control-props.ts'
import { dayStep } from '../part/day-step.ts'

type Props = Given & { value: string; onChange: (value: string | null) => void }

export const DateTimeInput = ({ value, onChange, ...given }: Props) => {
  const [typed, setTyped] = useState<string>()
  const calendar = useRef<HTMLInputElement>(null)
  const chooseDay = (day: string) => {
    if (day === '') return
    const minutes = isMoment(value)
      ? Math.round((Date.parse(value) - Date.parse(atTime(dayOf(value), 0, 0))) / 60_000)
      : 0
    setTyped(undefined)
    onChange(new Date(Date.parse(atTime(day, 0, 0)) + minutes * 60_000).toISOString())
  }
  const settle = () => {
    if (typed === undefined) return
    setTyped(undefined)
    if (typed.trim() === '') onChange(null)
    else if (isMoment(value) && isDayAlone(typed, { now: Date.now() }))
      chooseDay(parseDate(typed, { now: Date.now() }) ?? '')
    // a text that is not a moment remains on screen and is refused at saving
    else onChange(parseDateTime(typed, { now: Date.now() }) ?? typed)
  }
  return (
    <div className="adorned">
      <input
        {...given}
        className="input"
        type="text"
        autoComplete="off"
        placeholder="dd-mmm-yyyy hh:mm"
        value={typed ?? (formatDateTime(value) || value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          const step = dayStep(event)
          if (step !== 0) {
            event.preventDefault()
            const from =
              (typed === undefined ? null : parseDate(typed, { now: Date.now() })) ??
              (isMoment(value) ? dayOf(value) : '')
            if (from === '') onChange(new Date().toISOString())
            else chooseDay(addDays(from, step))
          }
          if (event.key === 'Escape' && typed !== undefined) {
            event.stopPropagation()
            setTyped(undefined)
          }
        }}
      />
      <button type="button" tabIndex={-1} aria-label="Choose a day" onClick={() => calendar.current?.showPicker()}>
        <IconCalendar size={15} stroke={1.6} />
      </button>
      <input
        ref={calendar}
        className="date-native"
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isMoment(value) ? dayOf(value) : ''}
        onChange={(event) => chooseDay(event.target.value)}
      />
    </div>
  )
}
