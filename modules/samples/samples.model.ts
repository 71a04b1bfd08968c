// A sample: one tube of a sale for one performing lab, with its present place and its history. Read-only; collection,
// shipment and receipt move it.
import {
  boolean,
  datetime,
  defineModel,
  digits,
  integer,
  json,
  object,
  oneOf,
  reference,
  text,
} from '../../core/model.ts'
import { isStaff, seesPatients } from '../../core/user.ts'
import { sampleStatuses } from '../lists/items.model.ts'

const place = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name'), Area: text('Area') })
type SampleShipment = {
  ShipmentSampleId: number
  DispatchDate: string | null
  Consignor: string
  Consignee: string
  Courier: string
  ShipmentReference: string | null
  CollectionDate: string | null
  Collector: string | null
  Status: string
}
export type SampleEvent = { At: string; What: string; Where: string | null; By: string | null; Remarks: string | null }
type SampleProduct = { SaleProductId: number; Code: string; Name: string; DestinationLab: string }
type SampledElement = {
  SampleElementId: number
  ElementId: number
  Element: string
  LabInstrument: string | null
  StatusId: number | null
  Status: string | null
}

/** A call to the patient about a recollection. */
type RecollectionCall = {
  CalledAt: string
  IsReached: boolean
  CalledTo: string | null
  By: string
  Remarks: string | null
}

const sampleFields = {
  SampleId: integer('Sample Id', { computed: true }),
  Barcode: text('Barcode', { computed: true }),
  SaleId: integer('Sale', { computed: true }),
  Sale: object('Sale', {
    SaleId: integer('Sale Id'),
    SaleDate: datetime('Sale Date'),
    AccessionNo: text('Accession No'),
    LRN: text('LRN'),
    Patient: object('Patient', { Name: text('Patient'), MobilePhone: text('Mobile Phone') }, { seen: seesPatients }),
  }),
  Specimen: object('Specimen', {
    SpecimenId: integer('Id'),
    Name: text('Specimen'),
    Container: text('Container'),
    CapColour: text('Cap'),
  }),
  Temperature: object('Temperature', { ItemLabel: text('Temperature') }),
  Owner: place('Owner'),
  PerformingLab: place('Performing Lab'),
  StatusId: integer('Status', { computed: true, items: sampleStatuses.items }),
  SampleStatus: object('Status', { ItemLabel: text('Status'), NowId: integer('Now') }),
  // of a series: F fasting, PP2 two hours after it, T60 an hour after T0
  TimePoint: text('Time Point', { computed: true }),
  // when a tube of a series is to be collected
  DueDate: datetime('Due', { computed: true }),
  CollectionDate: datetime('Collection Date', { computed: true }),
  // where it was drawn, in words of that moment
  CollectedPlace: text('Collected At', { computed: true }),
  ReceivedDate: datetime('Received', { computed: true }),
  OwnerId: integer('Owner', { computed: true }),
  // why it was rejected
  ReasonId: integer('Reason', { computed: true }),
  Reason: object('Reason', { ItemLabel: text('Reason') }),
  ReplacesSampleId: integer('Replaces', { computed: true }),
  ReplacedBy: object('Replaced by', { SampleId: integer('Id'), Barcode: text('Barcode') }),
  Calls: json<RecollectionCall[]>('Calls', {
    computed: true,
    seen: seesPatients,
    fields: { By: text('By', { seen: isStaff }) },
  }),
  ShipmentSamples: json<SampleShipment[]>('Shipments', {
    computed: true,
    fields: { Collector: text('Received by', { seen: isStaff }) },
  }),
  SaleProductSamples: json<SampleProduct[]>('Products', { computed: true, seen: seesPatients }),
  SampleElements: json<SampledElement[]>('Elements', { computed: true, seen: seesPatients }),
  Events: json<SampleEvent[]>('Timeline', {
    computed: true,
    fields: {
      By: text('By', { seen: isStaff }),
      Remarks: text('Remarks', { seen: (user) => isStaff(user) && seesPatients(user) }),
    },
  }),
}
/** The columns of the list that not everybody sees. */
export const listedFields = { ...sampleFields, Patient: text('Patient', { seen: seesPatients }) }
export const samples = defineModel({
  id: 'samples',
  name: 'Samples',
  singular: 'Sample',
  icon: 'test-pipe',
  group: 'Laboratory',
  sequence: 10,
  key: ['SampleId'],
  statementId: 1002,
  firstRow: 'Samples come here when a sale is accessioned.',
  fields: sampleFields,
  list: [
    'SampleId',
    'Barcode',
    { Patient: 'text?', LRN: 'text?', Specimen: 'text?' },
    'TimePoint',
    { SampleStatus: 'text?', Owner: 'text?', PerformingLab: 'text?' },
    'DueDate',
    'CollectionDate',
    'SaleId',
    { SaleDate: 'datetime?' },
    'StatusId',
    { SampleStatusId: 'integer?' },
    'OwnerId',
    { PerformingLabId: 'integer?' },
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    Patient: text('Patient', { seen: seesPatients }),
    Doctor: text('Doctor', { seen: seesPatients }),
    SellerId: reference('Seller', 'seller'),
    // internal or external: those that samples are sent to
    PerformingLabId: reference('Performing Lab', 'consignee'),
    SaleId: integer('Sale Id'),
    LRN: digits('LRN'),
    AccessionNo: text('Accession No'),
    State: oneOf('Status', [
      ['collect', 'To be collected'],
      ['again', 'To be recollected'],
      ['way', 'In transit'],
      ['lab', 'At the performing lab'],
      ['analysed', 'Analysed'],
      ['released', 'Released'],
      ['refused', 'Rejected, missing or broken'],
    ]),
    IsStat: boolean('Stat'),
    IsLate: boolean('Late'),
  },
  defaultDays: 5,
  permits: ['list', 'read', 'update', 'print'],
  notEntered: 'Samples come from the accession of a sale. Open one from the list.',
})
