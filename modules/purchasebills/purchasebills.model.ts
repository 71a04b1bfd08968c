// What a supplier charges, as its paper says: an outside laboratory for the work that was sent to it, or a courier.
import {
  choice,
  date,
  datetime,
  defineModel,
  integer,
  money,
  multiline,
  object,
  oneOf,
  reference,
  rows,
  text,
  type DraftOf,
  type RecordOf,
} from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'
import { allocationFields } from '../transactions/transactions.model.ts'

const named = (label: string) => object(label, { ClientId: integer('Id'), Name: text('Name') })
const computed = { computed: true } as const

const lineFields = {
  PurchaseBillLineId: integer('Id', computed),
  /** A test that was sent; without one the line names what it charges. */
  SaleProductId: reference('Work', 'sentwork'),
  Description: text('Description', { maxLength: 200 }),
  SaleId: integer('Sale', computed),
  Amount: money('Theirs', {
    required: 'Enter what the bill charges',
    min: 0,
    max: 100_000_000,
    range: 'What is charged must be between 0 and 10,00,00,000',
  }),
  Agreed: money('Ours', computed),
  Difference: money('Difference', computed),
}

export const purchaseBillFields = {
  PurchaseBillId: integer('Purchase Bill Id', computed),
  SupplierId: reference('Supplier', 'supplier', {
    required: 'Supplier is required',
    names: 'Supplier',
  }),
  Supplier: named('Supplier'),
  BuyerId: reference('Charged To', 'place', { required: 'Charged To is required', names: 'Buyer' }),
  Buyer: named('Charged To'),
  BillNo: text('Bill Number', { required: 'Bill Number is required', maxLength: 40 }),
  BillDate: date('Bill Date', {
    required: 'Bill Date is required',
    notFuture: 'Bill Date cannot be in the future',
  }),
  /** Empty: 30 days after the bill. */
  DueDate: date('To Be Paid By'),
  Lines: rows('Lines', lineFields, {
    rowKey: 'PurchaseBillLineId',
    mostRows: 5000,
    from: { view: 'purchase_bill_line_rows', order: ['purchase_bill_line_id'] },
  }),
  GstAmount: money('GST', { otherwise: 0, min: 0, range: 'GST cannot be below 0' }),
  /** As the paper says: it is compared with lines and GST. */
  TotalAmount: money('Total of the Bill', {
    required: 'Total of the Bill is required',
    min: 0.01,
    max: 1_000_000_000,
    range: 'Total of the Bill must be greater than 0 and 1,00,00,00,000 at most',
  }),
  Reason: text('Why the Difference Is Accepted', { maxLength: 500 }),
  Remarks: multiline('Remarks', { maxLength: 500 }),
  PostedOn: date('In the Books On', computed),
  Paid: money('Paid', computed),
  Outstanding: money('Outstanding', computed),
  State: oneOf(
    'State',
    ['Open', 'Partly paid', 'Paid', 'Cancelled'].map((state) => [state, state] as const),
    computed,
  ),
  CancelReason: text('Cancelled Because', computed),
  CancelledAt: datetime('Cancelled', computed),
  Payments: rows(
    'Payments',
    { ...allocationFields, TransactionId: integer('Transaction', computed) },
    {
      rowKey: 'AllocationId',
      computed: true,
      from: { view: 'purchase_bill_payment_rows', order: ['allocated_at', 'allocation_id'] },
    },
  ),
}
export type PurchaseBill = RecordOf<typeof purchaseBillFields>
export type PurchaseBillDraft = DraftOf<typeof purchaseBillFields>

/** Paying a bill: all that is left, or less. */
export const payBillFields = {
  Amount: money('Amount', { required: 'Amount is required', min: 0.01, range: 'Amount must be greater than 0' }),
  PaymentModeId: choice('Payment Mode', paymentModes, { required: 'Payment Mode is required' }),
  PaymentRef: text('Payment Reference', { maxLength: 60 }),
  Remarks: text('Remarks', { maxLength: 500 }),
}

export const purchasebills = defineModel({
  id: 'purchasebills',
  name: 'Purchase Bills',
  singular: 'Purchase Bill',
  icon: 'file-invoice',
  group: 'Accounts',
  sequence: 46,
  key: ['PurchaseBillId'],
  statementId: 1077,
  firstRow: 'Bills of outside laboratories and couriers come here.',
  fields: purchaseBillFields,
  list: [
    'PurchaseBillId',
    'BillDate',
    'BillNo',
    { Supplier: 'text?', ChargedTo: 'text?' },
    'DueDate',
    'TotalAmount',
    'Paid',
    'Outstanding',
    'State',
    'SupplierId',
    'BuyerId',
  ],
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    SupplierId: reference('Supplier', 'supplier'),
    BillNo: text('Bill Number'),
    State: purchaseBillFields.State,
  },
  defaultDays: 90,
  permits: ['list', 'read', 'create', 'update'],
})
