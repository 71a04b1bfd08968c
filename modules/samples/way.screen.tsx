// The timeline of a sample, its shipments, its products and its elements.
import { formatDateTime } from '../../core/dates.ts'
import { screenOf } from '../../web/screen/screen-of.ts'
import { nothing } from '../../web/record/shown.ts'
import { samples } from './samples.model.ts'
import { wayOf } from './way.rules.ts'
import { toneOf } from '../../core/items.ts'
import { workItemStatuses } from '../lists/items.model.ts'

const { useValue } = screenOf(samples)

export const Way = () => {
  const [events, status] = [useValue('Events') ?? [], useValue('SampleStatus')]
  const way = wayOf(events, {
    CollectionDate: useValue('CollectionDate') ?? null,
    Status: status?.ItemLabel ?? null,
    NowId: status?.NowId ?? null,
  })
  return (
    <section className="card" aria-label="Timeline">
      <h2>Timeline</h2>
      {way.length === 0 && <p className="quiet">No events yet.</p>}
      <ol className="way">
        {way.map((event, index) => (
          <li key={index} aria-current={index === way.length - 1 ? 'step' : undefined}>
            <i aria-hidden="true" />
            <b>{event.What}</b>
            <span className="secondary">{event.Where}</span>
            <span className="quiet">
              {event.At && <span className="moment">{formatDateTime(event.At)}</span>}
              {event.By && ` ${event.By}`}
            </span>
            {event.Remarks && <span className="secondary">{event.Remarks}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Table = ({
  title,
  heads,
  rows,
  empty,
}: {
  title: string
  heads: readonly string[]
  rows: readonly (readonly React.ReactNode[])[]
  empty: string
}) => (
  <section className="card grid-card sample-table" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {rows.length > 0 && <span className="tally">{rows.length}</span>}
    </header>
    {rows.length === 0 ? (
      <p className="quiet">{empty}</p>
    ) : (
      <div className="scroll">
        <table aria-label={title}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, index) => (
                  <td key={heads[index]} className={index > 0 ? 'secondary' : ''}>
                    {cell || <span className="quiet">{nothing}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)

/** A date never breaks over two lines. */
const moment = (at: string | null | undefined) => at && <span className="moment">{formatDateTime(at)}</span>

export const Shipments = () => {
  const shipments = useValue('ShipmentSamples') ?? []
  return (
    <Table
      title="Shipment history"
      empty="This sample was not shipped."
      heads={[
        'Dispatch Date',
        'Consignor',
        'Consignee',
        'Courier',
        'Shipment Reference',
        'Collection Date',
        'Collector',
        'Status',
      ]}
      rows={shipments.map((one) => [
        moment(one.DispatchDate),
        one.Consignor,
        one.Consignee,
        one.Courier,
        one.ShipmentReference,
        moment(one.CollectionDate),
        one.Collector,
        one.Status,
      ])}
    />
  )
}

export const Parts = () => {
  const products = useValue('SaleProductSamples') ?? []
  const elements = useValue('SampleElements') ?? []
  return (
    <div className="sample-parts">
      <Table
        title="Products"
        empty="No product uses this sample."
        heads={['Product', 'Code', 'Destination Lab']}
        rows={products.map((one) => [one.Name, one.Code, one.DestinationLab])}
      />
      <Table
        title="Elements"
        empty="No elements are measured in this sample."
        heads={['Element', 'Lab Instrument', 'Status']}
        rows={elements.map((one) => [
          one.Element,
          one.LabInstrument,
          one.Status && (
            <>
              <i className={`dot ${toneOf(workItemStatuses, one.StatusId)}`} aria-hidden="true" /> {one.Status}
            </>
          ),
        ])}
      />
    </div>
  )
}
