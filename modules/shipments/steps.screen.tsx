// The steps of a shipment, in the head of its screen.
import { formatDateTime } from '../../core/dates.ts'
import { toneOf } from '../../core/items.ts'
import type { Shown } from '../../web/record/form.ts'
import { shipmentStatus, shipmentStatuses } from '../lists/items.model.ts'
import type { shipmentFields } from './shipments.model.ts'

const { BeingPacked, Cancelled, Dispatched, Lost } = shipmentStatus
const way = ['Being packed', 'Dispatched', 'Received']

export const Steps = ({ shipment }: { shipment: Shown<typeof shipmentFields> }) => {
  const { StatusId, Status, DispatchDate } = shipment
  if (!StatusId) return null
  const label = Status?.ItemLabel ?? ''
  const dot = <i className={`dot ${toneOf(shipmentStatuses, StatusId)}`} aria-hidden="true" />
  // neither shows further steps
  if (StatusId === Cancelled || StatusId === Lost)
    return (
      <span className="head-status">
        {dot}
        {label}
      </span>
    )
  const at = StatusId === BeingPacked ? 0 : StatusId === Dispatched ? 1 : 2
  return (
    <ol className="head-steps" aria-label="Steps">
      {way.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined}>
          {index === at && dot}
          {index === at ? label : step}
          {index === 1 && DispatchDate && <span className="quiet"> {formatDateTime(DispatchDate)}</span>}
        </li>
      ))}
    </ol>
  )
}
