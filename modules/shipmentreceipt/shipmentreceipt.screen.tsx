// The receipt of a shipment: scanned tube by tube or received at once; an exception needs a reason and is sent with
// Save.
import { formatDateTime } from '../../core/dates.ts'
import { toneOf } from '../../core/items.ts'
import { Detail } from '../../web/detail/detail.tsx'
import { ShownField } from '../../web/field/shown-field.tsx'
import { nameOf } from '../../web/record/shown.ts'
import { useFormState } from '../../web/record/use-form.ts'
import { shipmentStatuses } from '../lists/items.model.ts'
import { receiptRecord, useRecord, useValue } from './receipt.screen.ts'
import { Receiving } from './receiving.screen.tsx'
import '../../web/field/field.css'
import '../../web/grid/grid.css'
import './shipmentreceipt.screen.css'

const Header = () => {
  const [consignor, consignee, courier] = [useValue('Consignor'), useValue('Consignee'), useValue('Courier')]
  const [shipmentReference, dispatched] = [useValue('ShipmentReference'), useValue('DispatchDate')]
  return (
    <section className="card" aria-label="Shipment">
      <div className="fields">
        <ShownField label="Consignor" name="ConsignorId" span={3}>
          {nameOf(consignor)}
        </ShownField>
        <ShownField label="Consignee" name="ConsigneeId" span={3}>
          {nameOf(consignee)}
        </ShownField>
        <ShownField label="Courier" name="CourierId" span={2}>
          {nameOf(courier)}
        </ShownField>
        <ShownField label="Shipment Reference" name="ShipmentReference" span={2}>
          {shipmentReference}
        </ShownField>
        <ShownField label="Dispatch Date" name="DispatchDate" span={2}>
          {formatDateTime(dispatched)}
        </ShownField>
      </div>
    </section>
  )
}

export const Screen = () => {
  const record = useRecord(receiptRecord)
  const [id, statusId] = [
    useFormState(record.form, (state) => state.values.ShipmentId),
    useFormState(record.form, (state) => state.values.StatusId),
  ]
  const status = useFormState(record.form, (state) => state.values.Status)
  return (
    <Detail
      record={record}
      className="receipt"
      title={`Shipment receipt ${id ?? ''}`}
      acts={{ isEditNext: false }}
      status={
        status?.ItemLabel && (
          <span className="head-status">
            <i className={`dot ${toneOf(shipmentStatuses, statusId)}`} aria-hidden="true" />
            {status.ItemLabel}
          </span>
        )
      }
    >
      <Header />
      <Receiving />
    </Detail>
  )
}
