// The visits of a patient: the latest sales, each one click away.
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../core/dates.ts'
import { formatMoney, sumAmounts } from '../../core/money.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { messageOf } from '../../web/api/api.ts'
import { useGet } from '../../web/api/cache.ts'
import { statementOf } from '../../web/session/permission.ts'
import { useSession } from '../../web/session/session.ts'
import { toneOf } from '../../core/items.ts'
import { saleStatuses } from '../lists/items.model.ts'
import './visits.screen.css'

type Visit = {
  readonly SaleId: number
  readonly SaleDate: string
  readonly AccessionNo: string | null
  readonly Doctor: string | null
  readonly Seller: string | null
  readonly BuyerId: number
  readonly NetAmount: number | null
  readonly Outstanding: number | null
  readonly SaleStatus: string | null
  readonly StatusId: number
}
/** How many are shown; the list of sales has them all. */
const latest = 20

export const Visits = ({ patientId }: { patientId: number }) => {
  const statement = statementOf(useSession(), 'sales')
  const visits = useGet<Visit[]>(statement === undefined ? undefined : `/api/getdata/${statement}`, {
    filterCriteria: JSON.stringify({ PatientId: patientId }),
    sort: '-SaleDate',
    limit: latest,
  })
  if (statement === undefined) return null
  // the patient does not owe what another buyer is billed for
  const own = (visits.data ?? []).filter((visit) => visit.BuyerId === patientId)
  const amounts = own.map((visit) => Number(visit.Outstanding))
  // an overpaid visit pays no other one: both amounts show
  const due = sumAmounts(amounts.filter((amount) => amount > 0))
  const back = -sumAmounts(amounts.filter((amount) => amount < 0))
  return (
    <section className="card visits" aria-label="Visits">
      <h2>
        Visits
        {due !== 0 && <span className="due">{formatMoney(due, { symbol: true })} due</span>}
        {back !== 0 && <span className="due">{formatMoney(back, { symbol: true })} to be returned</span>}
        {visits.data?.length === latest && <span className="hints">the latest {latest}</span>}
      </h2>
      {visits.error && (
        <p className="band bad" role="alert">
          {messageOf(visits.error)}
        </p>
      )}
      {visits.data?.length === 0 && <p className="quiet">No visit yet. The first sale of this patient shows here.</p>}
      {visits.data !== undefined && visits.data.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Sale Date</th>
              <th scope="col">Accession No</th>
              <th scope="col" className="wide">
                Doctor
              </th>
              <th scope="col" className="wide">
                Seller
              </th>
              <th scope="col" className="number wide">
                Net Amount
              </th>
              <th scope="col" className="number wide">
                Outstanding
              </th>
              <th scope="col">Sale Status</th>
            </tr>
          </thead>
          <tbody>
            {visits.data.map((visit) => (
              <tr key={visit.SaleId}>
                <td>
                  <Link {...recordLink('sales', { SaleId: visit.SaleId })}>{formatDateTime(visit.SaleDate)}</Link>
                </td>
                <td>{visit.AccessionNo ?? '–'}</td>
                <td className="secondary wide">{visit.Doctor ?? '–'}</td>
                <td className="secondary wide">{visit.Seller ?? '–'}</td>
                <td className="number wide">{formatMoney(visit.NetAmount)}</td>
                <td className={`number wide ${Number(visit.Outstanding) === 0 ? 'quiet' : ''}`}>
                  {formatMoney(visit.Outstanding)}
                </td>
                <td>
                  <i className={`dot ${toneOf(saleStatuses, visit.StatusId)}`} aria-hidden="true" /> {visit.SaleStatus}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
