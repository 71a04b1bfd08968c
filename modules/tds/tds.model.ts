// The register of tax deducted at source: withheld from commission and purchase bills, and deducted by customers from
// what they pay.
import {
  choice,
  date,
  datetime,
  defineModel,
  integer,
  money,
  object,
  oneOf,
  percent,
  reference,
  text,
} from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'
import { challanNo } from '../transactions/challans/challan.model.ts'

const computed = { computed: true } as const
const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })
const kind = oneOf(
  'Kind',
  [
    ['withheld', 'Withheld by us'],
    ['deducted', 'Deducted by a customer'],
  ],
  computed,
)
const state = oneOf(
  'State',
  ['To be paid', 'Paid', 'No certificate', 'Certificate received', 'Cancelled'].map((one) => [one, one] as const),
  computed,
)

export const tdsFields = {
  TdsDeductionId: integer('TDS Deduction Id', computed),
  Kind: kind,
  State: state,
  Seller: named('Place'),
  Party: named('Party'),
  Pan: text('PAN', computed),
  Section: text('Section', computed),
  Quarter: text('Quarter', computed),
  DeductedOn: date('Day', computed),
  BaseAmount: money('Deducted From', computed),
  Rate: percent('Rate', computed),
  Amount: money('TDS', computed),
  /** The payment that it was withheld from, or the receipt that it is. */
  TransactionId: integer('Transaction', computed),
  PaidById: integer('Paid to the Government By', computed),
  ChallanNo: text('Challan', computed),
  CertificateNo: text('Certificate', computed),
  CertificateDate: date('Certificate Of', computed),
}

/** Paying what was withheld to the government. */
export const payTdsFields = {
  ChallanNo: challanNo,
  PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
  PaymentRef: text('Payment Reference', { maxLength: 60 }),
}
/** The certificate of a customer (Form 16A). */
export const certificateFields = {
  CertificateNo: text('Certificate Number', { required: 'Certificate Number is required', maxLength: 40 }),
  CertificateDate: date('Certificate Of', {
    required: 'Certificate Of is required',
    notFuture: 'Certificate Of cannot be in the future',
  }),
}

export const tds = defineModel({
  id: 'tds',
  name: 'TDS',
  singular: 'TDS',
  icon: 'file-check',
  group: 'Accounts',
  sequence: 76,
  key: ['TdsDeductionId'],
  statementId: 1078,
  createdBy: [],
  firstRow: 'TDS comes here when a commission or a purchase bill is paid, or a receipt is recorded with TDS.',
  fields: tdsFields,
  list: [
    'TdsDeductionId',
    'DeductedOn',
    'Quarter',
    { Party: 'text?' },
    'Kind',
    'Pan',
    'Section',
    'BaseAmount',
    'Rate',
    'Amount',
    'State',
    'CertificateNo',
    { Place: 'text?' },
    'TransactionId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    Kind: kind,
    State: state,
    PartyId: reference('Party', 'client'),
    Section: text('Section'),
  },
  defaultDays: 120,
  permits: ['list', 'read', 'update'],
})
