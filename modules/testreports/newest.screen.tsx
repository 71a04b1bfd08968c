// Home of outside readers (doctors, hospitals, patients, referrers): their newest reports first, one tap to the paper.
import { IconFileText } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ListRow } from '../../core/answer/answer.ts'
import { dayOf, formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { messageOf } from '../../web/api/api.ts'
import { useGet } from '../../web/api/cache.ts'
import { searchOf } from '../../web/list/list-address.ts'
import { recordLink } from '../../web/record/record-link.ts'
import { keepFilter } from '../../web/list/filter/saved-filter.ts'
import { sales } from '../sales/sales.model.ts'
import { byDay, cameAt, isNew, latestOf } from './newest.rules.ts'
import { testreports } from './testreports.model.ts'
import { showVersion } from './version.screen.tsx'
import { statementOf } from '../../web/session/permission.ts'
import { useLastSeen } from '../../web/session/last-seen.ts'
import { useSession } from '../../web/session/session.ts'
import { sayError } from '../../web/message/snackbar-store.ts'

type Report = ListRow<typeof testreports>
type Sale = ListRow<typeof sales>
/** A sale or its report, as either list shows it; each has its key and its day. */
type Row = Pick<Sale, 'AccessionNo' | 'Patient' | 'SaleStatus'> &
  Readonly<{ SaleId: number; SaleDate: string }> &
  Partial<Pick<Report, 'ReportedDate' | 'State' | 'Version'> & Pick<Sale, 'NetAmount'>>
const shown = 30

type ItemProps = { row: Row; reports: boolean; isNew: boolean; onOpen: () => void }
const Item = ({ row, reports, isNew, onOpen }: ItemProps) => (
  <li>
    <button type="button" onClick={onOpen}>
      <b>
        {row.Patient} {isNew && <span className="newest-mark">New</span>}
      </b>
      <span className="secondary">
        {[row.AccessionNo, formatDateTime(cameAt(row)), row.State ?? row.SaleStatus].filter(Boolean).join(' · ')}
      </span>
      {reports ? (
        <span className="newest-end">
          <IconFileText size={16} stroke={1.6} /> PDF
        </span>
      ) : (
        <span className="newest-end">{formatMoney(row.NetAmount ?? null)}</span>
      )}
    </button>
    {reports && (
      <Link className="newest-more" {...recordLink('testreports', { SaleId: row.SaleId })}>
        Over time<span className="unseen">, {[row.Patient, row.AccessionNo].filter(Boolean).join(', ')}</span>
      </Link>
    )}
  </li>
)

export const Newest = () => {
  const session = useSession()
  const navigate = useNavigate()
  const reports = statementOf(session, testreports.id) !== undefined
  const model = reports ? testreports : sales
  const { id: moduleId, name } = model
  const statement = statementOf(session, moduleId)
  const { data, error, isPending, dataUpdatedAt } = useGet<Row[]>(
    statement === undefined ? undefined : `/api/getdata/${statement}`,
    {
      filterCriteria: '{}',
      limit: shown,
      ...(reports && { sort: '-ReportedDate' }),
    },
  )
  const seen = useLastSeen(moduleId, latestOf(data ?? []))
  const open = (row: Row) =>
    reports && row.Version != null
      ? void showVersion(row.SaleId, row.Version).catch(sayError)
      : void navigate(recordLink(reports ? 'testreports' : 'sales', { SaleId: row.SaleId }))
  return (
    <section className="card newest" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {/* all of them, not those of the last days that the list starts with */}
        <Link
          to="/summary/$moduleId"
          params={{ moduleId }}
          search={searchOf(model, { values: {} }, {}, dataUpdatedAt)}
          onClick={() => keepFilter(session, moduleId, {}, {})}
        >
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
          {reports
            ? 'A report appears here as soon as it is released.'
            : 'A sale appears here as soon as it is booked.'}
        </p>
      )}
      {byDay(data ?? [], dayOf(new Date())).map((day) => (
        <section key={day.name} aria-label={day.name}>
          <h3>{day.name}</h3>
          <ul>
            {day.rows.map((row) => (
              <Item key={row.SaleId} row={row} reports={reports} isNew={isNew(row, seen)} onOpen={() => open(row)} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
