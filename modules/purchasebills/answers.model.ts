// What questions about purchase bills answer.
import { doesAt, rowsAt } from '../../core/answer/answer.ts'

/** Work sent to an outside laboratory that no bill charges. */
export const workWithoutBill = rowsAt(144, {
  SaleProductId: 'integer',
  Name: 'text',
  SaleId: 'integer',
  SaleDate: 'datetime',
  Agreed: 'money?',
})

/** Totals of purchase bills. */
export const billTotals = rowsAt(2158, {
  Rows: 'integer',
  TotalAmount: 'money',
  Paid: 'money',
  Outstanding: 'money',
})

/** A payment of a bill, less its TDS. */
export const billPaid = doesAt('pay/purchasebills/{key}', {
  // none where TDS takes all of it
  TransactionId: 'integer?',
  Amount: 'money',
  Tds: 'money',
  Net: 'money',
})
/** What was paid ahead, put on a bill. */
export const paidAheadPut = doesAt('allocate/purchasebills/{key}', { Allocated: 'money' })
