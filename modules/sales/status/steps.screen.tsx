// The steps of a sale from booking to report, its numbers, and its tubes.
import { Link } from '@tanstack/react-router'
import { dayOf, formatDateTime } from '../../../core/dates.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { nothing } from '../../../web/record/shown.ts'
import { useValue } from '../sale.screen.ts'
import { tubeTone, wayOf } from './way.rules.ts'
import { saleStatus, sampleStatus } from '../../lists/items.model.ts'

/** The time alone on the day of the booking, else the day and the time. */
const timeOf = (at: string, first: string | null | undefined): string =>
  first && dayOf(at) === dayOf(first) ? formatDateTime(at).slice(12) : formatDateTime(at)

export const Steps = () => {
  const steps = useValue('Steps') ?? []
  const accession = useValue('AccessionNo')
  const invoice = useValue('Invoice')
  const status = useValue('StatusId')
  if (steps.length === 0) return null
  const way = wayOf(steps, accession !== null)
  // a cancelled sale goes no further: no step is the present one, and none comes next
  const cancelled = status === saleStatus.Cancelled
  return (
    <section className="card steps" aria-label="Steps">
      <ol>
        {way.map(({ Step, state, At, By, count }) => (
          <li
            key={Step}
            className={cancelled && state === 'now' ? 'done' : state}
            aria-current={state === 'now' && !cancelled ? 'step' : undefined}
          >
            <i aria-hidden="true" />
            <b>{Step}</b>
            <span>{[count, At && timeOf(At, steps[0]?.At)].filter(Boolean).join(', ') || nothing}</span>
            {By && <span className="by">{By}</span>}
          </li>
        ))}
      </ol>
      <dl>
        <div>
          <dt>Accession No</dt>
          <dd>{accession ?? nothing}</dd>
        </div>
        <div>
          <dt>Invoice No</dt>
          <dd>{invoice?.InvoiceNo ?? nothing}</dd>
        </div>
      </dl>
    </section>
  )
}

export const Samples = () => {
  const samples = useValue('Samples') ?? []
  if (samples.length === 0) return null
  return (
    <section className="card grid-card samples" aria-label="Samples">
      <header>
        <h2>Samples</h2>
        <span className="tally">{samples.length}</span>
        <span className="hints">at {[...new Set(samples.map((one) => one.PerformingLab))].join(', ')}</span>
      </header>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th>Sample</th>
              <th>Specimen</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => (
              <tr key={sample.SampleId}>
                <td>
                  <Link {...recordLink('samples', { SampleId: sample.SampleId })}>{sample.Barcode}</Link>
                </td>
                <td className="secondary">
                  {sample.Specimen}
                  {sample.TimePoint && ` ${sample.TimePoint}`}
                  {sample.StatusId === sampleStatus.ToBeCollected && sample.DueDate && (
                    <span className="quiet"> due {formatDateTime(sample.DueDate)}</span>
                  )}
                </td>
                <td>
                  <i className={`dot ${tubeTone(sample.NowId)}`} aria-hidden="true" /> {sample.Status}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
