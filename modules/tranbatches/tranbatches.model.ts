// A transaction batch: the money that one money handler holds, from the first receipt to closing and transfer.
import {
  boolean,
  choice,
  date,
  datetime,
  defineModel,
  integer,
  json,
  money,
  multiline,
  object,
  oneOf,
  reference,
  rows,
  text,
  yesNo,
  type RecordOf,
  type Viewer,
} from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'
import type { Notes } from './count.rules.ts'
import { mayKeepSlips, seesExpected, seesRows, seesSlips } from './expected.rules.ts'
import { floatStates, outKinds } from './modes.rules.ts'

const computed = { computed: true } as const
const user = (label: string) => object(label, { UserId: integer('Id'), FullName: text('Name') })
const party = (label: string) =>
  object(label, {
    ClientId: integer('Id'),
    Name: text('Name'),
    ClientTypeId: integer('Type'),
    ClientType: text('Type'),
  })

const transactionFields = {
  TransactionId: integer('Id', computed),
  Invoice: object('Invoice', { InvoiceId: integer('Id'), InvoiceNo: text('Invoice No') }),
  Date: datetime('Date', computed),
  Giver: party('Payer'),
  Receiver: party('Payee'),
  // below zero for a refund
  Amount: money('Amount', computed),
  PaymentModeId: choice('Mode', paymentModes, { computed: true, names: 'PaymentMode' }),
  PaymentMode: object('Mode', { ItemLabel: text('Label') }),
  PaymentRef: text('Reference', computed),
  IsCancelled: boolean('Cancelled', computed),
}
/** The counted amount of a mode, in rupees. */
const countedFields = {
  PaymentModeId: choice('Payment Mode', paymentModes, computed),
  Expected: money('Expected', computed),
  Amount: money('Counted', computed),
  Received: money('Received', computed),
}
const transferFields = {
  BatchId: integer('Batch', computed),
  Owner: user('From'),
  PaymentModeId: choice('Mode', paymentModes, computed),
  Amount: money('Amount', computed),
}
/** Cash that left the batch, below zero, or came as its float. */
const outFields = {
  BatchOutId: integer('Id', computed),
  Kind: oneOf('What', outKinds, computed),
  Day: date('Day', computed),
  Amount: money('Amount', computed),
  BankAccount: object('Bank Account', { BankAccountId: integer('Id'), Name: text('Name') }),
  SlipNo: text('Slip Number', computed),
  Category: text('Category', computed),
  OwnAccount: text('Own Account', computed),
  OtherBatchId: integer('Other batch', computed),
  Remarks: text('Remarks', computed),
  IsCancelled: boolean('Cancelled', computed),
  CancelReason: text('Because', computed),
  /** The one that it cancels, or that cancels it. */
  ReversesId: integer('Cancels', computed),
  ReversedById: integer('Cancelled by', computed),
}
const offerFields = {
  FloatOfferId: integer('Id', computed),
  OfferedAt: datetime('Offered', computed),
  TakerId: integer('For', computed),
  Taker: text('For', computed),
  Amount: money('Amount', computed),
  Remarks: text('Remarks', computed),
  State: oneOf('State', floatStates, computed),
  EndReason: text('Because', computed),
}
export const batchStatuses = [
  ['Open', 'Open'],
  ['Unconfirmed', 'Difference to be confirmed'],
  ['Recount', 'To be counted again'],
  ['Closed', 'Closed'],
  ['TakenOver', 'Taken over'],
] as const
const ofRows = (user: Viewer, record: Readonly<Record<string, unknown>>): boolean => seesRows(record, user)
export const batchFields = {
  BatchId: integer('Batch Id', computed),
  OwnerId: reference('Money Handler', 'moneyhandler', { required: 'Batch Owner is required', names: 'Owner' }),
  Owner: user('Money Handler'),
  OpenDate: datetime('Open Date', computed),
  CloseDate: datetime('Close Date', computed),
  Status: oneOf('Status', batchStatuses, computed),
  /** What was counted; of an open batch what it should hold. */
  TotalAmount: money('Total', {
    ...computed,
    // a list has no record: it tells by row
    seen: (user, record) => Object.keys(record).length === 0 || seesExpected(record, user),
  }),
  /** Over above zero, short below. */
  Difference: money('Difference', computed),
  Remarks: multiline('Remarks', computed),
  /** As what its money handler closed it. */
  OwnerRoleId: integer('Role', computed),
  ConfirmedBy: user('Confirmed by'),
  ConfirmedAt: datetime('Confirmed', computed),
  /** Why it has to be counted again. */
  RefusedWhy: text('Why it must be counted again', computed),
  /** The values of the notes and coins by which cash is counted; empty: in one sum. */
  NotesInUse: text('Notes and coins in use', computed),
  Notes: json<readonly Notes[] | null>('Notes and coins', computed),
  TakenOverBy: user('Taken over by'),
  TakenOverAt: datetime('Taken over', computed),
  ReceivedWhy: text('Why the taker counted differently', computed),
  Transactions: rows('Transactions', transactionFields, {
    rowKey: 'TransactionId',
    computed: true,
    seen: ofRows,
    from: { view: 'batch_rows', order: ['date', 'transaction_id'] },
  }),
  /** The money taken over from other batches. */
  Transfers: rows('Taken over', transferFields, {
    rowKey: 'BatchId',
    computed: true,
    seen: ofRows,
    from: {
      view: 'batch_transfer_rows',
      order: ['from_batch_id', 'payment_mode_id'],
      columns: { BatchId: 'from_batch_id' },
    },
  }),
  /** Cash that left the batch without a receipt, or came as its float. */
  CashOuts: rows('Cash out', outFields, {
    rowKey: 'BatchOutId',
    computed: true,
    seen: ofRows,
    from: { view: 'batch_out_rows', order: ['day', 'batch_out_id'] },
  }),
  /** Floats that were offered out of it. */
  FloatOffers: rows('Floats', offerFields, {
    rowKey: 'FloatOfferId',
    computed: true,
    from: { view: 'float_offer_rows', order: ['float_offer_id'] },
  }),
  Counted: rows('Counted', countedFields, {
    rowKey: 'PaymentModeId',
    computed: true,
    from: { view: 'batch_count_rows', order: ['place'] },
  }),
}
export type Batch = RecordOf<typeof batchFields>

export const tranbatches = defineModel({
  id: 'tranbatches',
  name: 'Transaction Batches',
  singular: 'Transaction Batch',
  icon: 'cash',
  group: 'Accounts',
  sequence: 40,
  key: ['BatchId'],
  statementId: 1030,
  firstRow: 'A batch opens with the first payment of the day.',
  fields: batchFields,
  list: [
    'BatchId',
    { Owner: 'text?' },
    'OpenDate',
    'CloseDate',
    'Status',
    'TotalAmount',
    { TakenOverBy: 'text?' },
    'OwnerId',
  ],
  filters: {
    OpenFromDate: datetime('Open From'),
    OpenToDate: datetime('Open To'),
    CloseFromDate: datetime('Close From'),
    CloseToDate: datetime('Close To'),
    OwnerId: reference('Money Handler', 'moneyhandler'),
    BatchStatus: oneOf('Batch Status', [
      ['Open', 'Open'],
      ['Closed', 'Closed'],
    ]),
    ToBeConfirmed: yesNo('Difference To Be Confirmed'),
    // whether its money is still with its money handler
    IsActive: yesNo('Active'),
  },
  defaultFilter: { BatchStatus: 'Open' },
  files: {
    kinds: [
      ['slip', 'Slip of the bank'],
      ['other', 'Other'],
    ],
    content: ['pdf', 'png', 'jpeg'],
    about: { slip: 'Deposits' },
    largest: 5_000_000,
    most: 200,
    seen: seesSlips,
    keptBy: mayKeepSlips,
  },
  permits: ['list', 'read', 'create'],
})
