// What to know of a client before the visit: their phone, what they owe, and the notes of the last visits.
import { formatDateTime } from '../../core/dates.ts'
import { formatMoney } from '../../core/money.ts'
import { useAnswer } from '../../web/api/cache.ts'
import { messageOf } from '../../web/api/api.ts'
import { Shown } from '../../web/field/shown.tsx'
import { visitsBefore, duesOfClient } from './answers.model.ts'

const LastVisits = ({ clientId }: { clientId: number }) => {
  const visits = useAnswer(visitsBefore, { ClientId: clientId })
  if (visits.data === undefined) return null
  return (
    <section className="card" aria-label="Last visits">
      <h2>Last visits</h2>
      {visits.data.length === 0 && <p className="quiet">No earlier visits.</p>}
      <ul className="said">
        {visits.data.map((visit) => (
          <li key={visit.ClientVisitId}>
            <b>{formatDateTime(visit.VisitDate)}</b> {[visit.User, visit.Place, visit.Tags].filter(Boolean).join(', ')}
            <p>{visit.Notes}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const AboutClient = ({ clientId }: { clientId: number }) => {
  const dues = useAnswer(duesOfClient, { ClientId: clientId })
  const [owes] = dues.data ?? []
  return (
    <>
      {dues.error && (
        <p className="band bad" role="alert">
          {messageOf(dues.error)}
        </p>
      )}
      {owes && (
        <section className="card" aria-label="Dues">
          <div className="fields">
            <Shown label="Mobile Phone">
              {owes.MobilePhone && <a href={`tel:${owes.MobilePhone}`}>{owes.MobilePhone}</a>}
            </Shown>
            <Shown label="Owed in all">{formatMoney(owes.Owed, { symbol: true })}</Shown>
            {owes.Opening !== 0 && <Shown label="Opening Balance">{formatMoney(owes.Opening, { symbol: true })}</Shown>}
            <Shown label="Invoiced, not paid">{formatMoney(owes.Unpaid, { symbol: true })}</Shown>
            <Shown label="Not invoiced yet">{formatMoney(owes.Uninvoiced, { symbol: true })}</Shown>
          </div>
        </section>
      )}
      <LastVisits clientId={clientId} />
    </>
  )
}
