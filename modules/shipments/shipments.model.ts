// A shipment: tubes packed by one party for the next on their route, carried by a courier, dispatched once and
// received.
import {
  boolean,
  choice,
  datetime,
  defineModel,
  integer,
  json,
  object,
  reference,
  rows,
  text,
  type DraftRow,
  type RecordOf,
} from '../../core/model.ts'
import { isStaff, seesPatients } from '../../core/user.ts'
import { sampleStatuses, shipmentStatuses } from '../lists/items.model.ts'
import { rejectionFields } from '../samples/recollection/recollection.model.ts'

const party = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name'), Area: text('Area') })

/** A tube as it is identified in a box. */
export type ShippedTube = {
  SampleId: number
  Barcode: string
  Specimen: { Name: string }
  TemperatureId: number | null
  Temperature: { ItemLabel: string | null }
  LRN: string
  Sale: { SaleId: number; AccessionNo: string; LRN: string; IsStat: boolean; Patient?: { Name: string } }
  PerformingLab: { ClientId: number; Name: string }
  CollectionDate: string | null
}

const shipmentSampleFields = {
  ShipmentSampleId: integer('Id', { computed: true }),
  SampleId: integer('Sample', { required: 'Sample is required' }),
  Sample: json<ShippedTube>('Sample', {
    computed: true,
    fields: { Sale: object('Sale', { Patient: object('Patient', {}, { seen: seesPatients }) }) },
  }),
  // sent with its row (OPS-284); only packing, dispatch and receipt change it
  StatusId: choice('Status', sampleStatuses),
  Status: object('Status', { ItemLabel: text('Status') }),
  CollectionDate: datetime('Received On', { computed: true }),
  CollectorId: integer('Received By', { computed: true }),
  Collector: object('Received By', { FullName: text('Name') }, { seen: isStaff }),
  ReasonId: integer('Reason', { computed: true }),
  Reason: object('Reason', { ItemLabel: text('Reason') }),
  // the shipment in which it came without being listed
  CameInId: integer('Came In', { computed: true }),
  // since when its sender is asked about that, and what it answered
  AskedAt: datetime('Asked', { computed: true }),
  AnsweredAt: datetime('Answered', { computed: true }),
  AnsweredBy: object('Answered By', { FullName: text('Name') }, { seen: isStaff }),
  NotOursBecause: text('Not Ours Because', { computed: true }),
}
type ShipmentSample = RecordOf<typeof shipmentSampleFields>
export type ShipmentSampleDraft = DraftRow<ShipmentSample>

export const isTube = (tube: ShipmentSampleDraft['Sample']): tube is ShippedTube =>
  typeof tube?.SampleId === 'number' && typeof tube.Barcode === 'string'
/** The known tubes of rows. */
export const tubesIn = (rows: readonly ShipmentSampleDraft[]): ShippedTube[] =>
  rows.map((row) => row.Sample).filter(isTube)

/** The form of a loss in transit: as of a rejection, for all that is still on its way. */
export const lostFields = { ReasonId: rejectionFields.ReasonId, Remarks: rejectionFields.Remarks }

export const noSample = 'Shipment must have at least 1 sample selected'

export const shipmentFields = {
  ShipmentId: integer('Shipment', { computed: true }),
  ConsignorId: reference('Consignor', 'consignor', { required: 'Consignor is required', names: 'Consignor' }),
  Consignor: party('Consignor'),
  ConsigneeId: reference('Consignee', 'consignee', { required: 'Consignee is required', names: 'Consignee' }),
  Consignee: party('Consignee'),
  CourierId: reference('Courier', 'courier', { required: 'Courier is required', names: 'Courier' }),
  Courier: party('Courier'),
  ShipmentReference: text('Shipment Reference', { maxLength: 60 }),
  NumberOfSamples: integer('Number Of Samples', { computed: true }),
  createdAt: datetime('Packed', { computed: true }),
  DispatchDate: datetime('Dispatch Date', { computed: true }),
  // it stood on the consignee's table before its sender dispatched it
  CameUndispatched: boolean('Came without dispatch', { computed: true }),
  // degrees read at dispatch, by temperature
  Temperatures: json<Readonly<Record<string, number>> | null>('Temperature at dispatch', { computed: true }),
  StatusId: integer('Status', { computed: true, items: shipmentStatuses.items }),
  Status: object('Status', { ItemLabel: text('Status') }),
  ShipmentSamples: rows('Samples', shipmentSampleFields, {
    rowKey: 'ShipmentSampleId',
    rowCounts: 'SampleId',
    required: noSample,
    from: { view: 'shipment_sample_rows', order: ['shipment_sample_id'] },
  }),
}
export type Shipment = RecordOf<typeof shipmentFields>

export const shipments = defineModel({
  id: 'shipments',
  name: 'Shipments',
  singular: 'Shipment',
  icon: 'truck',
  group: 'Laboratory',
  sequence: 20,
  key: ['ShipmentId'],
  statementId: 1023,
  firstRow: 'A shipment begins when samples are packed for another laboratory.',
  fields: shipmentFields,
  list: [
    'ShipmentId',
    'createdAt',
    { Consignor: 'text?', Consignee: 'text?', Courier: 'text?' },
    'ShipmentReference',
    { Samples: 'integer?', ToReceive: 'integer?' },
    'DispatchDate',
    { Status: 'text?' },
    'StatusId',
    'ConsignorId',
    'ConsigneeId',
    'CourierId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    ConsignorId: reference('Consignor', 'consignor'),
    ConsigneeId: reference('Consignee', 'consignee'),
    DispatchFromDate: datetime('Dispatch From'),
    DispatchToDate: datetime('Dispatch To'),
    ShipmentStatus: choice('Shipment Status', shipmentStatuses),
    ToAnswer: boolean('Samples Too Many to Answer'),
  },
  defaultDays: 5,
  permits: ['list', 'create', 'read', 'update', 'print', 'receive', 'cancel'],
  receivedOn: 'shipmentreceipt',
  wide: true,
})
