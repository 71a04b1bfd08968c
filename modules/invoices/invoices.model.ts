// An invoice: sales of one seller to one buyer, issued under a number without gaps, with what is paid of it.
import {
  boolean,
  choice,
  date,
  datetime,
  defineModel,
  integer,
  json,
  money,
  object,
  reference,
  rows,
  text,
  type DraftOf,
  type RecordOf,
} from '../../core/model.ts'
import { isStaff } from '../../core/user.ts'
import { allocationFields, transactionFields } from '../transactions/transactions.model.ts'
import { paymentModes, saleStatuses } from '../lists/items.model.ts'
import type { SentLetter } from './letters.rules.ts'

const computed = { computed: true } as const
const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })

const saleFields = {
  SaleId: integer('Sale'),
  SaleDate: datetime('Sale Date', computed),
  Patient: text('Patient', computed),
  Doctor: text('Doctor', computed),
  NetAmount: money('Net Amount', computed),
  StatusId: choice('Status', saleStatuses, computed),
}
const transactionRow = {
  TransactionId: integer('Id', computed),
  Date: datetime('Date', computed),
  // below zero for a refund
  Amount: money('Amount', computed),
  PaymentModeId: choice('Mode', paymentModes, { computed: true, names: 'PaymentMode' }),
  PaymentMode: object('Mode', { ItemLabel: text('Label') }),
  PaymentRef: text('Reference', computed),
  Clearing: transactionFields.Clearing,
}
const creditFields = {
  CreditNoteId: integer('Id', computed),
  CreditNoteNo: text('Credit Note No', computed),
  CreditDate: datetime('Date', computed),
  Amount: money('Amount', computed),
  Reason: text('Reason', computed),
}
export const invoiceFields = {
  InvoiceId: integer('Invoice Id', computed),
  InvoiceNo: text('Invoice No', computed),
  InvoiceDate: datetime('Invoice Date', { notFuture: 'Invoice Date cannot be in the future' }),
  DueDate: date('To Be Paid By', computed),
  SellerId: reference('Seller', 'seller', { required: 'Seller is required', names: 'Seller' }),
  Seller: named('Seller'),
  BuyerId: reference('Buyer', 'invoicebuyer', { required: 'Buyer is required', names: 'Buyer' }),
  Buyer: named('Buyer'),
  Sales: rows('Sales', saleFields, {
    rowKey: 'SaleId',
    rowCounts: 'SaleId',
    from: { view: 'invoice_sale_rows', order: ['sale_date', 'sale_id'] },
  }),
  NetAmount: money('Net Amount', computed),
  Paid: money('Paid', computed),
  Outstanding: money('Outstanding', computed),
  IsSingleSale: boolean('Of one sale', computed),
  IsCancelled: boolean('Cancelled', computed),
  CancelReason: text('Cancelled because', computed),
  Transactions: rows('Transactions', transactionRow, {
    rowKey: 'TransactionId',
    computed: true,
    from: { view: 'receipt_rows', order: ['date', 'transaction_id'] },
  }),
  Allocations: rows('Allocations', allocationFields, {
    rowKey: 'AllocationId',
    computed: true,
    from: { view: 'invoice_allocation_rows', order: ['allocated_at', 'allocation_id'] },
  }),
  CreditNotes: rows('Credit Notes', creditFields, {
    rowKey: 'CreditNoteNo',
    computed: true,
    from: { view: 'credit_notes', order: ['credit_note_id'] },
  }),
  // hidden from outside readers
  Letters: json<(SentLetter & { Kind: string })[] | null>('E-mail', { computed: true, seen: isStaff }),
}
export type Invoice = RecordOf<typeof invoiceFields>
export type InvoiceDraft = DraftOf<typeof invoiceFields>

export const invoices = defineModel({
  id: 'invoices',
  name: 'Invoices',
  singular: 'Invoice',
  icon: 'file-invoice',
  group: 'Accounts',
  sequence: 20,
  key: ['InvoiceId'],
  statementId: 1029,
  firstRow: 'Bill a period makes invoices of the sales of clients that are billed later.',
  fields: invoiceFields,
  list: [
    'InvoiceId',
    'InvoiceNo',
    'InvoiceDate',
    'DueDate',
    { Seller: 'text?', Buyer: 'text?' },
    'NetAmount',
    'Paid',
    'Outstanding',
    'IsCancelled',
    'SellerId',
    'BuyerId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    GiverId: reference('Giver', 'giver'),
    // outside users are not told who referred, so they cannot ask by it
    ReferrerId: reference('Referrer', 'referrer', { seen: isStaff }),
    InvoiceNo: text('Invoice No'),
  },
  defaultDays: 5,
  permits: ['list', 'create', 'read', 'update', 'print', 'cancel'],
})
