// A sale: the bill and the order of one patient at one seller, with its lines and receipts.
import {
  boolean,
  choice,
  date,
  datetime,
  defineModel,
  digits,
  integer,
  json,
  money,
  multiline,
  object,
  oneOf,
  percent,
  reference,
  rows,
  text,
  yesNo,
  type DraftOf,
  type DraftRow,
  type RecordOf,
  type Viewer,
} from '../../core/model.ts'
import { isPortal, isPrivileged, isStaff, role } from '../../core/user.ts'
import { cyclePhases, pregnancies, pregnancyWeeks, treatments } from '../lists/draw.model.ts'
import { lineStatuses, saleStatuses } from '../lists/items.model.ts'
import { consentFields } from './consent/consent.model.ts'
import type { CommissionSource, PriceSource } from './pricing/pricing.rules.ts'
import { receiptFields, type AskedFor, type Receipt } from './receipt.model.ts'
import type { SaleSample, SaleStep } from './steps.model.ts'
import { saleList } from './answers.model.ts'

type Parties = { readonly SellerId?: unknown; readonly BuyerId?: unknown }
/**
 * Only its seller and its buyer see the prices of a sale: a lab that performs it, or a courier that carries its tubes,
 * reads it without. Outsiders see those of their own sales; a list decides row by row.
 */
const isPriceSeen = (user: Viewer, { SellerId, BuyerId }: Parties): boolean => {
  const { Clients } = user
  if (isPortal(user) || user.RoleId === role.SalesManager || Clients === undefined || SellerId === undefined)
    return true
  return [SellerId, BuyerId].some((id) => typeof id === 'number' && Clients.includes(id))
}
const priced = { seen: isPriceSeen }
/** Who sees which list made the price. */
const isOwnPrice = (user: Viewer, sale: Parties): boolean => isStaff(user) && isPriceSeen(user, sale)
/** Only the buyer among outsiders sees who paid and how. */
const isOwnBill = (user: Viewer, sale: Parties): boolean =>
  isPriceSeen(user, sale) && (!isPortal(user) || sale.BuyerId === user.EntityId)
/** Only the seller's own managers see its margin on a leg. */
const isOwnMargin = (user: Viewer, { SellerId }: Parties): boolean => isPrivileged(user) && SellerId === user.EntityId
/** A referrer reads sales that they referred, so the commission there is their own; no other outsider sees it. */
const isOwnCommission = (user: Viewer, sale: Parties): boolean =>
  isStaff(user) ? isPriceSeen(user, sale) : user.RoleId === role.Referrer

const person = object('Person', {
  ClientId: integer('Id'),
  Name: text('Name'),
  GenderId: integer('Gender'),
  Age: integer('Age'),
  BirthDate: date('Birth Date'),
  BirthTime: text('Birth Time'),
  IsActualBirthDay: boolean('Actual Birth Date'),
  MobilePhone: text('Phone'),
  // as the picker names it
  Phone: text('Phone', { view: true }),
  Area: text('Area'),
})

const saleProductFields = {
  SaleProductId: integer('Id', { computed: true }),
  ProductId: reference('Product', 'product', { names: 'Product' }),
  Product: object('Product', {
    ProductId: integer('Id'),
    Code: text('Code'),
    Name: text('Name'),
    IsLocalProduct: boolean('Local'),
  }),
  Price: money('Price', { min: 0, range: 'Price cannot be below 0', ...priced }),
  DiscountPercent: percent('Discount %', {
    min: 0,
    max: 100,
    range: 'Discount must be less than 100%',
    ...priced,
  }),
  CommissionPercent: percent('Commission %', {
    min: 0,
    max: 100,
    range: 'Commission must be between 0 and 100',
    seen: isOwnCommission,
  }),
  Amount: money('Amount', { computed: true, ...priced }),
  LRN: digits('LRN', { maxLength: 20, patternMessage: 'LRN accepts digits only' }),
  Remarks: text('Remarks', { maxLength: 500 }),
  ...consentFields,
  StatusId: choice('Status', lineStatuses, { computed: true, names: 'TestStatus' }),
  TestStatus: object('Status', { ItemValue: text('Value'), ItemLabel: text('Label') }),
  // of its latest test, since the accession
  PromisedAt: datetime('Expected', { computed: true }),
  // what the lists gave when the line was priced; a difference needs remarks
  OriginalPrice: money('Original Price', { computed: true, ...priced }),
  OriginalDiscountPercent: percent('Original Discount %', { computed: true, ...priced }),
  OriginalCommissionPercent: percent('Original Commission %', { computed: true, seen: isOwnCommission }),
  /** Of GST in the amount, as its product had it at the booking; empty is exempt, or no supply. */
  GstRate: percent('GST %', { computed: true }),
  Sac: text('SAC', { computed: true }),
  // the source of its price; null where no list has it
  PriceSource: json<PriceSource | null>('Price Source', { computed: true, seen: isOwnPrice }),
  CommissionSource: json<CommissionSource | null>('Commission Source', { computed: true, seen: isOwnPrice }),
}

/** What becomes of a report that is out when its sale is cancelled. */
export const reportOnCancel = [
  ['withdraw', 'Withdraw the report'],
  ['keep', 'Keep the report: only the bill was wrong'],
] as const

export const saleFields = {
  SaleId: integer('Sale Id', { computed: true }),
  PatientId: reference('Patient', 'patient', { required: 'Patient is required', names: 'Patient' }),
  Patient: person,
  ReferringDoctorId: reference('Doctor', 'doctor', { required: 'Doctor is required', names: 'Doctor' }),
  Doctor: object('Doctor', {
    ClientId: integer('Id'),
    Name: text('Name'),
    CanRefer: boolean('Can refer', { seen: isStaff }),
    MaxDiscountForReferral: percent('Max discount', { seen: isStaff }),
  }),
  SellerId: reference('Seller', 'seller', { required: 'Seller is required', names: 'Seller' }),
  Seller: object('Seller', {
    ClientId: integer('Id'),
    Name: text('Name'),
    ClientTypeId: integer('Type'),
    ParentId: integer('Parent'),
  }),
  BuyerId: reference('Buyer', 'buyer', { required: 'Buyer is required', names: 'Buyer' }),
  Buyer: object('Buyer', {
    ClientId: integer('Id'),
    Name: text('Name'),
    ClientTypeId: integer('Type'),
    PaymentTypeId: integer('Payment type'),
  }),
  ReferrerId: reference('Referrer', 'referrer', { names: 'Referrer', seen: isOwnCommission }),
  Referrer: object(
    'Referrer',
    { ClientId: integer('Id'), Name: text('Name'), CanRefer: boolean('Can refer', { seen: isStaff }) },
    { seen: isOwnCommission },
  ),
  LRN: digits('LRN', { required: 'LRN is required', maxLength: 20, patternMessage: 'LRN accepts digits only' }),
  Remarks: multiline('Remarks', { maxLength: 1000 }),
  IsStat: boolean('STAT'),
  SaleDate: datetime('Sale Date', { required: 'Sale Date is required' }),
  // of the patient at the draw; intervals may ask for it
  Pregnancy: oneOf('Pregnancy', pregnancies),
  // completed, on the day of the collection for which they were stated; it stays where only the collection moves
  PregnancyWeeks: integer('Weeks Pregnant', pregnancyWeeks),
  PregnancyWeeksOn: date('Weeks Stated For', { computed: true }),
  FastingHours: integer('Fasting Hours', { min: 0, max: 72, range: 'Fasting Hours must be between 0 and 72' }),
  CyclePhase: oneOf('Cycle Phase', cyclePhases),
  Treatment: oneOf('Treatment', treatments),
  CollectionDate: datetime('Collection Date', { required: 'Collection Date is required' }),
  ReportDate: datetime('Report Date', { required: 'Report Date is required' }),
  PromisedAt: datetime('Expected', { computed: true }),
  SaleProducts: rows('Products', saleProductFields, {
    rowKey: 'SaleProductId',
    rowCounts: 'ProductId',
    kept: {
      table: 'sale_products',
      order: 'sequence',
      computed: [
        ...['Amount', 'OriginalPrice', 'OriginalDiscountPercent', 'OriginalCommissionPercent'],
        ...['PriceSource', 'CommissionSource'],
      ],
    },
  }),
  AddlDiscount: money('Additional Discount', { min: 0, range: 'Additional Discount cannot be below 0', ...priced }),
  GrossAmount: money('Gross Amount', { computed: true, ...priced }),
  Discount: money('Discount', { computed: true, ...priced }),
  /** Its net amount is in whole rupees. */
  IsRounded: boolean('Rounded', { computed: true }),
  Rounding: money('Rounding', { computed: true, ...priced }),
  NetAmount: money('Net Amount', { computed: true, ...priced }),
  /** Of the net amount; null where nothing of it is taxed. */
  GstAmount: money('GST Included', { computed: true, ...priced }),
  Paid: money('Paid', { computed: true, ...priced }),
  Outstanding: money('Outstanding', { computed: true, ...priced }),
  // the net amount less the price of the next party on the route; null without one
  Margin: money('Margin', { computed: true, seen: isOwnMargin }),
  StatusId: choice('Status', saleStatuses, { computed: true }),
  SaleStatus: object('Status', { ItemLabel: text('Label') }),
  BaseSaleId: integer('Base Sale', { computed: true }),
  InvoiceId: integer('Invoice', { computed: true }),
  // receipts are sent inside the invoice in both directions
  Invoice: json<SaleInvoice | null>('Invoice', {
    asked: true,
    seen: isOwnBill,
    fields: {
      Transactions: rows('Receipts', {
        PaymentModeId: receiptFields.PaymentModeId,
        Creater: text('Received by', { computed: true, seen: isStaff }),
      }),
    },
  }),
  // the same receipts as the rows of a grid, including new ones
  Receipts: rows('Receipts', receiptFields, {
    view: true,
    rowKey: 'TransactionId',
    rowCounts: ['PaymentModeId', 'Amount'],
    from: { view: 'receipt_rows', order: ['date', 'transaction_id'] },
  }),
  AccessionNo: text('Accession No', { computed: true }),
  AccessionDate: datetime('Accession Date', { computed: true }),
  Samples: json<SaleSample[]>('Samples', { computed: true }),
  Steps: json<SaleStep[]>('Steps', { computed: true, fields: { By: text('By', { seen: isStaff }) } }),
  Creater: text('Created by', { computed: true, seen: isStaff }),
  // requested by the screen before saving: role id 2 or lower may exceed the buyer's credit limit with these
  OverrideRemarks: text('Override remarks', { asked: true, maxLength: 500 }),
  ReceiptReason: text('Why a receipt is cancelled', { asked: true, maxLength: 500 }),
  Overpaid: oneOf(
    'Overpaid',
    [
      ['Change', 'Give change'],
      ['Advance', 'Keep as advance'],
    ],
    { asked: true },
  ),
  // the user's yes: the collection is more than three days before the sale
  EarlyCollection: boolean('Collection long before the sale', { asked: true }),
  WaitsBecause: text('Waits for', { computed: true, seen: isStaff }),
  AskedFor: json<readonly AskedFor[]>('Asked for', { computed: true, seen: isStaff }),
  KeepsAdvance: boolean('Advance kept', { computed: true }),
  // what the decisions read in addition to the status
  WorkEntered: boolean('Results entered', { computed: true }),
  ReportOut: boolean('Report out', { computed: true }),
  LegInvoiced: boolean("Lab's part invoiced", { computed: true }),
  // of a cancelled sale: what was stated of the report that was out
  ReportOnCancel: oneOf('Report on cancelling', reportOnCancel, { computed: true }),
}
export type SaleInvoice = {
  InvoiceId?: number | null
  InvoiceNo?: string | null
  InvoiceDate?: string | null
  IsSingleSale?: boolean | null
  Transactions?: readonly Receipt[]
}
export type Sale = RecordOf<typeof saleFields>
export type SaleDraft = DraftOf<typeof saleFields>
/** A stored line, and a line being filled in. */
export type StoredLine = RecordOf<typeof saleProductFields>
export type SaleProduct = DraftRow<StoredLine>

export const saleFilters = {
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
  Patient: text('Patient'),
  Doctor: text('Doctor'),
  Buyer: text('Buyer'),
  Referrer: text('Referrer', { seen: isOwnCommission }),
  SellerId: reference('Seller', 'seller'),
  GiverId: reference('Giver', 'giver'),
  ReceiverId: reference('Receiver', 'receiver'),
  LRN: digits('LRN'),
  SaleStatus: choice('Sale Status', saleStatuses),
  Code: text('Code'),
  Name: text('Name'),
  IsLocalProduct: yesNo('Is Local Product'),
}

export const sales = defineModel({
  id: 'sales',
  name: 'Sales',
  singular: 'Sale',
  icon: 'receipt',
  group: 'Work',
  sequence: 20,
  key: ['SaleId'],
  statementId: 1001,
  fields: saleFields,
  list: saleList,
  filters: saleFilters,
  defaultDays: 0,
  createdBy: ['sales'],
  createdAnywhere: 'New Sale',
  wide: true,
  files: {
    kinds: [
      ['referral', 'Referral letter'],
      ['request', 'Request form'],
      ['other', 'Other'],
    ],
    content: ['pdf', 'png', 'jpeg'],
    largest: 5_000_000,
    most: 50,
    // only the ordering and the measuring side see medical files of a patient, not who carries the tubes
    seen: (user) => isStaff(user) && user.RoleId !== role.Logistics,
  },
  permits: ['list', 'create', 'read', 'update', 'print', 'unlock', 'cancel', 'reaccession'],
})
