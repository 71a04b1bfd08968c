// The receipt of a shipment by its consignee: its tubes in transit, one by one. It is opened from the shipments.
import { choice, datetime, defineModel, integer, json, object, reference, rows, text } from '../../core/model.ts'
import type { RecordOf } from '../../core/model.ts'
import { sampleStatuses, shipmentStatuses } from '../lists/items.model.ts'
import { recollectionReason } from '../samples/recollection/recollection.model.ts'
import { shipmentFields, type ShippedTube } from '../shipments/shipments.model.ts'

/** The replacement of a tube that did not arrive as it should. */
export type Replacement = { SampleId: number; Barcode: string; StatusId: number }

export const receiptSampleFields = {
  ShipmentSampleId: integer('Id', { computed: true }),
  SampleId: integer('Sample', { computed: true }),
  Sample: json<ShippedTube>('Sample', { computed: true }),
  // looked up with the picker samplestatus, which offers the statuses of a receipt
  StatusId: choice('Status', sampleStatuses),
  Status: object('Status', { ItemLabel: text('Status') }),
  ReasonId: recollectionReason,
  Reason: object('Reason', { ItemLabel: text('Reason') }),
  CollectionDate: datetime('Received On', { computed: true }),
  Collector: object('Received By', { FullName: text('Name') }),
  Replacement: json<Replacement | null>('Replacement', { computed: true }),
  // its sale was cancelled or unlocked on the way: no work starts for it
  HeldFor: text('Held', { computed: true }),
}
export type ReceiptSample = RecordOf<typeof receiptSampleFields>

/** Degrees by temperature. */
export type Degrees = Readonly<Record<string, number>>

/** The status of a tube: the row of the request. */
export const saidFields = {
  ShipmentSampleId: integer('Sample', { required: 'ShipmentSampleId is missing' }),
  StatusId: choice('Status', sampleStatuses, { required: 'Status is required' }),
  ReasonId: recollectionReason,
}

const { ConsignorId, ConsigneeId, CourierId, ShipmentReference } = shipmentFields
export const receiptFields = {
  ShipmentId: integer('Shipment', { computed: true }),
  ConsignorId: reference(ConsignorId.label, 'consignor', { computed: true, names: 'Consignor' }),
  Consignor: shipmentFields.Consignor,
  ConsigneeId: reference(ConsigneeId.label, 'consignee', { computed: true, names: 'Consignee' }),
  Consignee: shipmentFields.Consignee,
  CourierId: reference(CourierId.label, 'courier', { computed: true, names: 'Courier' }),
  Courier: shipmentFields.Courier,
  ShipmentReference: text(ShipmentReference.label, { computed: true }),
  DispatchDate: datetime('Dispatch Date', { computed: true }),
  StatusId: integer('Status', { computed: true, items: shipmentStatuses.items }),
  Status: shipmentFields.Status,
  // degrees read at dispatch, and at receipt
  Temperatures: json<Degrees>('Temperature at dispatch', { computed: true }),
  ReceivedTemperatures: json<Degrees>('Temperature at receipt'),
  // tubes that await receipt
  ShipmentSamples: rows('Samples', receiptSampleFields, {
    rowKey: 'ShipmentSampleId',
    rowCounts: 'SampleId',
    from: { view: 'awaited_sample_rows', order: ['shipment_sample_id'] },
  }),
  // tubes that were decided: a missing one may still turn up
  Decided: rows('Decided', receiptSampleFields, {
    rowKey: 'ShipmentSampleId',
    computed: true,
    from: { view: 'decided_sample_rows', order: ['shipment_sample_id'] },
  }),
}
export type Receipt = RecordOf<typeof receiptFields>

export const shipmentreceipt = defineModel({
  id: 'shipmentreceipt',
  name: 'Shipment receipt',
  singular: 'Shipment receipt',
  icon: 'truck',
  group: 'Laboratory',
  sequence: 21,
  key: ['ShipmentId'],
  statementId: 1023,
  fields: receiptFields,
  // the list of shipments is of their own module
  list: [],
  filters: {},
  permits: ['read', 'update', 'receive'],
  notEntered: 'Choose the shipment to receive from the list.',
  returnsTo: 'shipments',
  hidden: true,
  wide: true,
})
