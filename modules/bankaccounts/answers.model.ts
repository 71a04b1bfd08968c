// What look-ups of bank accounts and acts on them answer.
import { doesAt, rowsAt } from '../../core/answer/answer.ts'

/** Bank accounts to deposit into. */
export const accountsToDepositInto = rowsAt(141, {
  BankAccountId: 'integer',
  Name: 'text',
  Number: 'text?',
})
/** A statement of the bank imported: new lines, and those that were there. */
export const statementImported = doesAt('statement/bankaccounts/{key}', { Imported: 'integer', There: 'integer' })
