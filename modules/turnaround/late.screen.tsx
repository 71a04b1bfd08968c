// Reports later than promised, the latest first, each with a link.
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../core/dates.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { may } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { hoursText, type LateReport } from './turnaround.rules.ts'

type Props = {
  readonly reports: readonly LateReport[]
  /** The number of all late ones, also of those not listed. */
  readonly of: number
}
export const Late = ({ reports, of }: Props) => {
  const session = useSession()
  // a report that is not issued yet cannot be opened: its sale shows where it is
  const to = may(session, 'sales', 'read') ? 'sales' : 'testreports'
  return (
    <section className="card grid-card" aria-label="Late reports">
      <header>
        <h2>Late reports</h2>
        <span className="tally">{of}</span>
        {reports.length < of && <span className="hints">the {reports.length} latest of them</span>}
      </header>
      {reports.length === 0 && <p className="quiet">No late reports on these days.</p>}
      {reports.length > 0 && (
        <table className="turnaround-table late-reports">
          <thead>
            <tr>
              {['Accession No', 'Patient', 'Department', 'Promised', 'Released'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col" className="number">
                Late by
              </th>
            </tr>
          </thead>
          <tbody>
            {reports.map((late) => (
              <tr key={`${late.SaleId} ${late.Department}`}>
                <td>
                  <Link {...recordLink(to, { SaleId: late.SaleId })}>{late.AccessionNo}</Link>
                </td>
                <td>{late.Patient}</td>
                <td className="secondary">{late.Department}</td>
                <td className="secondary">{formatDateTime(late.ReportDate)}</td>
                <td className={late.ReleasedDate ? 'secondary' : 'some-late'}>
                  {late.ReleasedDate ? formatDateTime(late.ReleasedDate) : 'Not out yet'}
                </td>
                <td className="number some-late">{hoursText(late.HoursLate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
