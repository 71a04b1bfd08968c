// The hours of a department: a bar to the median of its reports at each step, and a line on to nine out of
// ten.
import { axisOf, byDepartment, hoursText, type DepartmentFigures, type StepFigures } from './turnaround.rules.ts'

const Length = ({ step, axis }: { step: StepFigures; axis: number }) => {
  const [half, most] = [(100 * step.MedianHours) / axis, (100 * step.NinetiethHours) / axis]
  return (
    <svg className="length" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect className="ninetieth" x={0} y={5} width={Math.max(most, 0.5)} height={2} />
      <rect className="ninetieth" x={Math.max(most - 0.5, 0)} y={1} width={0.5} height={10} />
      <rect className="half" x={0} y={2} width={Math.max(half, 0.5)} height={8} />
    </svg>
  )
}

/** The whole time of a department, in the row over its steps. */
const Whole = ({ name, figures }: { name: string; figures: DepartmentFigures | undefined }) => (
  <tr className="group">
    <th scope="rowgroup" colSpan={2}>
      {name}
      <span className="unseen">, tube to report</span>
    </th>
    {[figures?.MedianHours, figures?.NinetiethHours].map((hours, at) => (
      <td key={at} className="number">
        {hours == null ? '–' : hoursText(hours)}
      </td>
    ))}
    <td className="number rare">{figures?.Out}</td>
  </tr>
)

type Props = { readonly steps: readonly StepFigures[]; readonly departments: readonly DepartmentFigures[] }
export const Steps = ({ steps, departments }: Props) => {
  const axis = axisOf(steps)
  return (
    <section className="card grid-card" aria-label="Step by step">
      <header>
        <h2>Step by step</h2>
        <span className="hints legend" aria-hidden="true">
          <span>
            <i className="half" /> half within
          </span>
          <span>
            <i className="ninetieth" /> 90 % within
          </span>
          <span>bars to {hoursText(axis)}</span>
        </span>
      </header>
      {steps.length === 0 && <p className="quiet">No report of these days is out yet.</p>}
      {steps.length > 0 && (
        <table className="turnaround-table steps-table">
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col" className="chart">
                <span className="unseen">Chart</span>
              </th>
              {['Half within', '90 % within', 'Reports'].map((head) => (
                <th key={head} scope="col" className={`number ${head === 'Reports' ? 'rare' : ''}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {byDepartment(steps).map(({ department, steps: of }) => (
            <tbody key={department}>
              <Whole name={department} figures={departments.find((one) => one.Department === department)} />
              {of.map((step) => (
                <tr key={step.Step}>
                  <th scope="row">{step.Step}</th>
                  <td className="chart">
                    <Length step={step} axis={axis} />
                  </td>
                  <td className="number">{hoursText(step.MedianHours)}</td>
                  <td className="number secondary">{hoursText(step.NinetiethHours)}</td>
                  <td className="number secondary rare">{step.Reports}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </section>
  )
}
