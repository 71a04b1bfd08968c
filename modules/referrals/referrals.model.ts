// A referral: what a seller owes a referrer for the sales of a month, line by line, until it is delivered.
import {
  choice,
  datetime,
  date,
  defineModel,
  integer,
  money,
  multiline,
  object,
  percent,
  reference,
  rows,
  text,
  type DraftOf,
  type RecordOf,
} from '../../core/model.ts'
import { isStaff } from '../../core/user.ts'
import { paymentModes, referralStatuses } from '../lists/items.model.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

const transactionFields = { TransactionId: integer('Transaction Id'), Amount: money('Amount') }
const saleFields = {
  SaleId: integer('Sale Id'),
  SaleDate: datetime('Sale Date'),
  Patient: named('Patient'),
  Seller: named('Seller'),
  Buyer: named('Buyer'),
  NetAmount: money('Net Amount'),
  Invoice: object('Invoice', {
    InvoiceId: integer('Invoice Id'),
    InvoiceNo: text('Invoice No'),
    Transactions: rows('Transactions', transactionFields, { computed: true }),
  }),
  Due: money('Sale Due'),
}
const lineFields = {
  SaleProductId: integer('Id', { computed: true }),
  ProductId: integer('Product', { computed: true, names: 'Product' }),
  Product: object('Product', { ProductId: integer('Id'), Code: text('Code'), Name: text('Name') }),
  Price: money('Price', { computed: true }),
  DiscountPercent: percent('Discount %', { computed: true }),
  CommissionPercent: percent('Commission %', {
    min: 0,
    max: 100,
    range: 'Commission must be between 0% and 100%',
    otherwise: 0,
  }),
  Commission: money('Commission', { computed: true }),
  SchemePercent: percent('Scheme %', { computed: true, seen: isStaff }),
  // why it is not the scheme's, and who set it
  CommissionReason: text('Reason', { maxLength: 200, seen: isStaff }),
  SetById: integer('Set by', { computed: true, seen: isStaff }),
  Sale: object('Sale', saleFields),
}
/** What is taken back of a line of an earlier referral. */
const clawbackFields = {
  ReferralClawbackId: integer('Id', { computed: true }),
  FromReferralId: integer('Referral', { computed: true }),
  SaleId: integer('Sale', { computed: true }),
  ProductId: integer('Product', { computed: true, names: 'Product' }),
  Product: object('Product', { ProductId: integer('Id'), Code: text('Code'), Name: text('Name') }),
  Sale: object('Sale', { SaleDate: datetime('Sale Date'), Patient: named('Patient') }),
  // below zero; above zero where it was taken back and is owed again
  Amount: money('Amount', { computed: true }),
  Reason: text('Reason', { computed: true }),
  CreatedOn: datetime('Taken back on', { computed: true }),
}
/** How a referrer is paid. */
export const payoutFields = {
  PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
  PaymentRef: text('Payment Reference', { maxLength: 60 }),
  Remarks: text('Remarks', { maxLength: 400 }),
}
export const referralFields = {
  ReferralId: integer('Referral Id', { computed: true }),
  ReferrerId: integer('Referrer'),
  Referrer: named('Referrer'),
  SellerId: integer('Seller', { computed: true }),
  Seller: named('Seller'),
  SalesManagerId: reference('Sales Manager', 'salesmanager', { names: 'SalesManager' }),
  SalesManager: object('Sales Manager', { UserId: integer('Id'), FullName: text('Name') }),
  StatusId: choice('Status', referralStatuses),
  ReferralStatus: object('Status', { ItemLabel: text('Label') }),
  CreatedOn: datetime('Created On', { computed: true }),
  Month: date('Month', { computed: true }),
  TotalAmount: money('Total Amount', { computed: true }),
  // the payment, which may pay several referrals
  PaidBy: object('Paid by', {
    TransactionId: integer('Transaction Id'),
    Date: datetime('Date'),
    Amount: money('Amount'),
    Tds: money('TDS'),
    PaymentRef: text('Payment Reference'),
    Mode: text('Payment Mode'),
  }),
  /** Tax that took all of what was to be paid, so that no transaction pays it. */
  Withheld: money('Withheld as TDS', { computed: true }),
  // why it is paid although some of its sales are not
  OverrideRemarks: multiline('Reason', { maxLength: 500, seen: isStaff }),
  SaleProducts: rows('Sales', lineFields, {
    rowKey: 'SaleProductId',
    // a line whose commission is emptied is one at 0 %
    rowCounts: 'SaleProductId',
    mostRows: 20_000,
    kept: { table: 'referral_lines' },
    from: { view: 'referral_line_rows', order: ['sale_date', 'sale_id', 'sequence', 'sale_product_id'] },
  }),
  Clawbacks: rows('Taken back', clawbackFields, {
    rowKey: 'ReferralClawbackId',
    computed: true,
    from: { view: 'referral_clawback_rows', order: ['referral_clawback_id'] },
  }),
}
export type Referral = RecordOf<typeof referralFields>
export type ReferralDraft = DraftOf<typeof referralFields>

export const referrals = defineModel({
  id: 'referrals',
  name: 'Referrals',
  singular: 'Referral',
  icon: 'gift',
  group: 'Growth',
  sequence: 10,
  key: ['ReferralId'],
  statementId: 1028,
  firstRow: 'Referrals come from sales that name a referrer, by the seller’s scheme.',
  fields: referralFields,
  list: [
    'ReferralId',
    'CreatedOn',
    { Referrer: 'text?', Seller: 'text?', SalesManager: 'text?' },
    'Month',
    'TotalAmount',
    { ReferralStatus: 'text?' },
    'StatusId',
    'ReferrerId',
    'SellerId',
    'SalesManagerId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    ReferrerId: reference('Referrer', 'referrer'),
    SalesManagerId: reference('Sales Manager', 'salesmanager'),
    ReferralStatus: choice('Referral Status', referralStatuses),
    GiverId: reference('Giver', 'giver'),
    ReceiverId: reference('Receiver', 'receiver'),
    DepartmentId: reference('Department', 'department'),
  },
  defaultDays: 5,
  permits: ['list', 'read', 'update', 'print'],
  notEntered: 'Referrals come from the sales of a month. Open one from the list.',
})
