// What is sent when cash leaves a batch.
import { choice, date, money, reference, text } from '../../../core/model.ts'

export const outAmount = money('Amount', {
  required: 'Amount is required',
  min: 0.01,
  max: 1_000_000_000,
  range: 'Amount must be greater than 0 and 1,00,00,00,000 at most',
})
export const depositFields = {
  BankAccountId: reference('Bank Account', 'bankaccount', { required: 'Bank Account is required' }),
  Amount: outAmount,
  SlipNo: text('Slip Number', { required: 'Slip Number is required', maxLength: 40 }),
  Day: date('Day', { required: 'Day is required', notFuture: 'Day cannot be in the future' }),
  Remarks: text('Remarks', { maxLength: 500 }),
}
/** Petty cash, paid today; without an own account it is an expense. */
export const paidOutFields = {
  Amount: outAmount,
  CategoryId: choice('Category', 112, { required: 'Category is required' }),
  LedgerAccountId: reference('Own Account', 'ledgeraccount'),
  Remarks: text('What For', { required: 'Enter what it is paid for', maxLength: 500 }),
}
/** Cash for the drawer of another. */
export const floatFields = {
  TakerId: reference('For', 'moneyhandler', { required: 'Choose whose drawer it is for' }),
  Amount: outAmount,
  Remarks: text('Remarks', { maxLength: 500 }),
}
