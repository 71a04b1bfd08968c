// Turn-around on screen: over the chosen days, the promises of each department and how far they were met, the hours,
// and the late reports.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { IconGauge } from '@tabler/icons-react'
import { useId } from 'react'
import { dayOf } from '../../core/dates.ts'
import { messageOf } from '../../web/api/api.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { Button } from '../../web/part/button.tsx'
import { DateInput } from '../../web/part/date-input.tsx'
import { Labelled } from '../../web/part/labelled.tsx'
import { Late } from './late.screen.tsx'
import { Promised } from './promised.screen.tsx'
import { Steps } from './steps.screen.tsx'
import { daysFault, lastDays, totalOf } from './turnaround.rules.ts'
import type { Days, DepartmentFigures } from './turnaround.rules.ts'
import { turnaroundOfDepartments, turnaroundOfSteps, lateReports } from './answers.model.ts'
import '../../web/field/field.css'
import '../../web/grid/grid.css'
import './turnaround.screen.css'

const ranges = [
  [1, 'Today'],
  [7, '7 days'],
  [30, '30 days'],
] as const

const dayIn = (value: unknown, other: string): string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : other
/** The days are in the address, so that back, a reload and a link show the same. */
const useDays = (): { days: Days; today: string; choose: (days: Days) => void } => {
  const search: { readonly From?: unknown; readonly To?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const today = dayOf(new Date())
  const week = lastDays(7, today)
  const choose = ({ From, To }: Days) =>
    void navigate({ to: '/$moduleId', params: { moduleId: 'turnaround' }, search: { From, To }, replace: true })
  return { days: { From: dayIn(search.From, week.From), To: dayIn(search.To, week.To) }, today, choose }
}

const Range = () => {
  const { days, today, choose } = useDays()
  const name = useId()
  const fault = daysFault(days)
  return (
    <section className="card turnaround-range no-print" aria-label="Days">
      <Labelled label="From Date">
        {(given) => <DateInput {...given} value={days.From} onChange={(From) => From && choose({ ...days, From })} />}
      </Labelled>
      <Labelled label="To Date" error={fault}>
        {(given) => <DateInput {...given} value={days.To} onChange={(To) => To && choose({ ...days, To })} />}
      </Labelled>
      <div className="segments" role="radiogroup" aria-label="Range">
        {ranges.map(([count, label]) => {
          const range = lastDays(count, today)
          return (
            <label key={count}>
              <input
                className="unseen"
                type="radio"
                name={name}
                checked={range.From === days.From && range.To === days.To}
                onChange={() => choose(range)}
              />
              {label}
            </label>
          )
        })}
      </div>
      <span className="secondary">by the day of the sale</span>
    </section>
  )
}

const Totals = ({ departments }: { departments: readonly DepartmentFigures[] }) => {
  const { reports, out, late, notDue, percent } = totalOf(departments)
  const figures: readonly (readonly [string, string, string])[] = [
    ['In time', percent === null ? '–' : `${percent.toFixed(1)} %`, 'of reports issued or overdue'],
    ['Late', String(late), late === 1 ? 'report of a department' : 'reports of departments'],
    ['Out', String(out), `of ${reports}`],
    ['Not due yet', String(notDue), 'still within the promise'],
  ]
  return (
    <dl className="card turnaround-totals">
      {figures.map(([label, figure, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tile-total">{figure}</dd>
          <dd className="secondary">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

const Figures = ({ days: { From, To } }: { days: Days }) => {
  const query = { FromDate: From, ToDate: To }
  const departments = useAnswer(turnaroundOfDepartments, query)
  const steps = useAnswer(turnaroundOfSteps, query)
  const late = useAnswer(lateReports, query)
  const again = () => void Promise.all([departments.refetch(), steps.refetch(), late.refetch()])
  const error = departments.error ?? steps.error ?? late.error
  if (error)
    return (
      <div className="band bad turnaround-failed" role="alert">
        <span>{messageOf(error)}</span>
        <Button label="Try again" onClick={again} />
      </div>
    )
  if (!departments.data || !steps.data || !late.data) return <div className="card skeleton late turnaround-wait" />
  if (departments.data.length === 0)
    return (
      <section className="card empty" aria-label="No reports">
        <h2>No reports on these days</h2>
        <p>Your laboratories had no test of a sale on these days. Choose a longer range.</p>
      </section>
    )
  return (
    <>
      <Totals departments={departments.data} />
      <div className="turnaround-charts">
        <Promised departments={departments.data} />
        <Steps steps={steps.data} departments={departments.data} />
      </div>
      <Late reports={late.data} of={totalOf(departments.data).late} />
    </>
  )
}

export const Screen = () => {
  const { days } = useDays()
  return (
    <div className="turnaround">
      <div className="page-head">
        <IconGauge size={18} stroke={1.6} />
        <h1>Turn-around</h1>
        <span className="secondary">from the tube to the report</span>
      </div>
      <div className="turnaround-parts">
        <Range />
        {daysFault(days) === undefined && <Figures days={days} />}
      </div>
    </div>
  )
}
