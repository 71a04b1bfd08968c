// The promises of each department and how far they were met: a bar in three parts, with its numbers.
import { formatFigure } from '../../core/money.ts'
import { notDue, type DepartmentFigures } from './turnaround.rules.ts'

const parts = [
  ['in-time', 'In time'],
  ['was-late', 'Late'],
  ['not-due', 'Not due yet'],
] as const

/** The parts of a department's reports; the numbers name them. */
const Kept = ({ figures }: { figures: DepartmentFigures }) => {
  const counts = [figures.InTime, figures.Late, notDue(figures)]
  const all = counts.reduce((sum, count) => sum + count, 0)
  const begins = counts.map((_count, at) => counts.slice(0, at).reduce((sum, count) => sum + count, 0))
  return (
    <svg className="kept" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      {all > 0 &&
        parts.map(([name], at) => (
          <rect
            key={name}
            className={name}
            x={(100 * (begins[at] ?? 0)) / all}
            width={(100 * (counts[at] ?? 0)) / all}
            height={12}
          />
        ))}
    </svg>
  )
}

/** Left out on a phone: the share shows the same. */
const rare = new Set(['In time', 'Not due'])

export const Promised = ({ departments }: { departments: readonly DepartmentFigures[] }) => (
  <section className="card grid-card" aria-label="Against the promised report date">
    <header>
      <h2>Against the promised report date</h2>
      <span className="hints legend" aria-hidden="true">
        {parts.map(([name, label]) => (
          <span key={name}>
            <i className={name} /> {label}
          </span>
        ))}
      </span>
    </header>

    <table className="turnaround-table">
      <thead>
        <tr>
          <th scope="col">Department</th>
          <th scope="col" className="chart">
            <span className="unseen">Chart</span>
          </th>
          {['In time', 'Late', 'Not due', 'In time %'].map((head) => (
            <th key={head} scope="col" className={`number ${rare.has(head) ? 'rare' : ''}`}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {departments.map((figures) => (
          <tr key={figures.Department}>
            <th scope="row">{figures.Department}</th>
            <td className="chart">
              <Kept figures={figures} />
            </td>
            <td className="number rare">{formatFigure(figures.InTime)}</td>
            <td className={`number ${figures.Late > 0 ? 'some-late' : 'quiet'}`}>{formatFigure(figures.Late)}</td>
            <td className="number secondary rare">{formatFigure(notDue(figures))}</td>
            <td className="number">{figures.InTimePercent === null ? '–' : figures.InTimePercent.toFixed(1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
