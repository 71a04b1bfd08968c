// What look-ups of bank accounts answer.
import { rowsAt } from '../../core/answer/answer.ts'

/** Bank accounts to deposit into. */
export const accountsToDepositInto = rowsAt(141, {
  BankAccountId: 'integer',
  Name: 'text',
  Number: 'text?',
})
