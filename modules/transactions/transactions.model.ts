// A payment transaction: money moved from a giver to a receiver, against an invoice or on account.
import {
  boolean,
  choice,
  datetime,
  defineModel,
  integer,
  money,
  object,
  oneOf,
  reference,
  rows,
  text,
  type RecordOf,
} from '../../core/model.ts'
import { paymentModes, shipmentStatuses } from '../lists/items.model.ts'

const party = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })
/** What money is put on, or taken from; undone rows are kept. */
export const allocationFields = {
  AllocationId: integer('Allocation', { computed: true }),
  AllocatedAt: datetime('Allocated', { computed: true }),
  Document: text('Document', { computed: true }),
  Amount: money('Amount', { computed: true }),
  UndoneAt: datetime('Undone', { computed: true }),
  UndoReason: text('Because', { computed: true }),
}
export const transactionFields = {
  TransactionId: integer('Transaction Id', { computed: true }),
  Date: datetime('Date', { required: 'Date is required' }),
  ReceiverId: reference('Receiver/Payee', 'receiver', { required: 'Receiver/Payee is required', names: 'Receiver' }),
  Receiver: party('Receiver/Payee'),
  InvoiceId: reference('Invoice', 'pendinginvoices', { names: 'Invoice' }),
  Invoice: object('Invoice', {
    InvoiceId: integer('Id'),
    InvoiceNo: text('Invoice No'),
    BuyerId: integer('Buyer'),
    Name: text('Buyer'),
    Balance: money('Balance'),
  }),
  GiverId: reference('Giver/Payer', 'giver', { required: 'Giver/Payer is required', names: 'Giver' }),
  Giver: party('Giver/Payer'),
  // a transfer of more than a hundred crore is a typing error
  Amount: money('Amount', {
    required: 'Amount is required',
    min: 0.01,
    max: 1_000_000_000,
    range: 'Amount must be greater than 0 and 1,00,00,00,000 at most',
  }),
  PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
  PaymentMode: object('Payment Mode', { ItemLabel: text('Label') }),
  PaymentRef: text('Payment Reference', { maxLength: 60 }),
  Remarks: text('Remarks', { maxLength: 500 }),
  /** What the payer deducted as tax: both together settle. */
  TdsAmount: money('TDS Deducted', { asked: true, min: 0, range: 'TDS Deducted cannot be below 0' }),
  TdsSection: text('Section', { asked: true, maxLength: 20 }),
  // the user's yes to more than the invoice is due
  KeepsAdvance: boolean('Keep as advance', { asked: true }),
  Kind: oneOf(
    'Kind',
    [
      ['Receipt', 'Receipt'],
      ['Refund', 'Refund'],
    ],
    { computed: true },
  ),
  /**
   * TDS that a customer deducted or that is paid to the government, or is withheld; GST that is paid to it; what is set
   * off between places.
   */
  Purpose: oneOf(
    'Purpose',
    [
      ['tds', 'TDS'],
      ['set off', 'Set off'],
      ['withheld', 'TDS withheld'],
      ['gst', 'GST'],
    ],
    { computed: true },
  ),
  /** The receipt or payment whose tax it is. */
  TdsOfId: integer('TDS of transaction', { computed: true }),
  TdsOfModeId: integer('Mode of that transaction', { computed: true }),
  IsCancelled: boolean('Cancelled', { computed: true }),
  /** The transaction that it cancels, or that cancels it. */
  ReversesId: integer('Cancels transaction', { computed: true }),
  ReversedById: integer('Cancelled by transaction', { computed: true }),
  CancelReason: text('Why it was cancelled', { computed: true }),
  // of a received cheque: it counts once it has cleared
  Clearing: oneOf(
    'Cheque',
    [
      ['Waiting', 'To clear'],
      ['Cleared', 'Cleared'],
      ['Bounced', 'Bounced'],
    ],
    { computed: true },
  ),
  ClearedOn: datetime('Cleared On', { computed: true }),
  // of money on account: what pays nothing yet
  Unallocated: money('Unallocated', { computed: true }),
  Allocations: rows('Allocations', allocationFields, {
    rowKey: 'AllocationId',
    computed: true,
    from: { view: 'money_allocation_rows', order: ['allocated_at', 'allocation_id'] },
  }),
  Batch: object('Batch', { BatchId: integer('Id'), CloseDate: datetime('Closed') }),
}
export type Transaction = RecordOf<typeof transactionFields>
/** What is received has another voucher than what is refunded or paid. */
export const voucherLayouts = ({ Kind }: { readonly Kind?: unknown }): readonly string[] => [
  Kind === 'Receipt' ? 'receipt' : 'refund',
]
export const transactions = defineModel({
  id: 'transactions',
  name: 'Transactions',
  singular: 'Transaction',
  icon: 'currency-rupee',
  group: 'Accounts',
  sequence: 30,
  key: ['TransactionId'],
  statementId: 1022,
  firstRow: 'Receipts of sales and payments of clients come here.',
  fields: transactionFields,
  list: [
    'TransactionId',
    'Date',
    'Kind',
    { InvoiceNo: 'text?', Giver: 'text?', Receiver: 'text?' },
    'Amount',
    { PaymentMode: 'text?' },
    'PaymentRef',
    'Clearing',
    { BatchId: 'integer?' },
    'IsCancelled',
    'InvoiceId',
    'GiverId',
    'ReceiverId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    GiverId: reference('Giver', 'giver'),
    ReceiverId: reference('Receiver', 'receiver'),
    // of sales whose tubes travelled so
    DispatchFromDate: datetime('Dispatch From'),
    DispatchToDate: datetime('Dispatch To'),
    ConsignorId: reference('Consignor', 'consignor'),
    ConsigneeId: reference('Consignee', 'consignee'),
    ShipmentStatus: choice('Shipment Status', shipmentStatuses),
  },
  defaultDays: 0,
  permits: ['list', 'create', 'read', 'update', 'print'],
  layoutsOf: voucherLayouts,
})
