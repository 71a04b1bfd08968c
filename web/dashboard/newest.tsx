// Home of those who come for what is theirs (doctors, hospitals, patients, referrers): the newest first, one tap to the
// paper.
import { IconFileText } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { messageOf } from '../api/api.ts'
import { useGet } from '../api/cache.ts'
import { keepFilter } from '../list/filter/saved-filter.ts'
import { models, showReport } from '../modules.ts'
import { statementOf } from '../session/permission.ts'
import { useSession } from '../session/session.ts'
import { sayError } from '../message/snackbar-store.ts'

type Row = {
  SaleId: number
  Patient: string
  AccessionNo: string | null
  SaleDate: string
  ReportedDate?: string
  State?: string
  Version?: number
  SaleStatus: string | null
  NetAmount?: number
}
const shown = 30

export const Newest = () => {
  const session = useSession()
  const navigate = useNavigate()
  const moduleId = statementOf(session, 'testreports') === undefined ? 'sales' : 'testreports'
  const statement = statementOf(session, moduleId)
  const { data, error, isPending } = useGet<Row[]>(statement === undefined ? undefined : `/api/getdata/${statement}`, {
    filterCriteria: '{}',
    limit: shown,
    ...(moduleId === 'testreports' && { sort: '-ReportedDate' }),
  })
  const name = models[moduleId]?.name ?? ''
  const open = (row: Row) =>
    moduleId === 'testreports' && row.Version !== undefined
      ? void showReport(row.SaleId, row.Version).catch(sayError)
      : void navigate({ to: '/$moduleId', params: { moduleId }, search: { SaleId: row.SaleId } })
  return (
    <section className="card newest" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {/* all of them, not those of the last days that the list starts with */}
        <Link to="/summary/$moduleId" params={{ moduleId }} onClick={() => keepFilter(session, moduleId, {}, {})}>
          All {name.toLowerCase()}
        </Link>
      </header>
      {error && (
        <p className="band bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      {!isPending && !error && data?.length === 0 && (
        <p className="quiet">
          {moduleId === 'testreports'
            ? 'A report shows here as soon as it is released.'
            : 'A sale shows here as soon as it is booked.'}
        </p>
      )}
      <ul>
        {data?.map((row) => (
          <li key={row.SaleId}>
            <button type="button" onClick={() => open(row)}>
              <b>{row.Patient}</b>
              <span className="secondary">
                {[row.AccessionNo, formatDateTime(row.ReportedDate ?? row.SaleDate), row.State ?? row.SaleStatus]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {moduleId === 'testreports' ? (
                <span className="newest-end">
                  <IconFileText size={16} stroke={1.6} /> PDF
                </span>
              ) : (
                <span className="newest-end">{formatMoney(row.NetAmount ?? null)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
