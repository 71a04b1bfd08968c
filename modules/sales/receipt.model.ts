// A receipt of a sale, as a row of its grid.
import { boolean, choice, datetime, integer, money, object, text, type DraftOf } from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'
import { transactionFields } from '../transactions/transactions.model.ts'

export const receiptFields = {
  TransactionId: integer('Id'),
  Date: datetime('Date'),
  PaymentModeId: choice('Mode', paymentModes, { names: 'PaymentMode' }),
  PaymentMode: object('Mode', { ItemLabel: text('Label') }),
  Amount: money('Amount', { min: 0, range: 'Amount must be greater than 0' }),
  PaymentRef: text('Reference', { maxLength: 60 }),
  Remarks: text('Remarks', { maxLength: 500 }),
  Batch: object('Batch', { CloseDate: datetime('Closed'), OwnerId: integer('Holder') }),
  Creater: text('Received by', { computed: true }),
  // of a cheque: it counts once it has cleared
  Clearing: transactionFields.Clearing,
  // cancels a stored receipt
  Cancelled: boolean('Cancelled', { asked: true }),
}

export type Receipt = DraftOf<typeof receiptFields>

/** An act on the sale that waits for a second person. */
export type AskedFor = { RequestId: number; What: string; AskedBy: string; Deciders: string }
