// What look-ups of own accounts answer.
import { rowsAt } from '../../core/answer/answer.ts'

/** Own accounts to post to. */
export const accountsToPostTo = rowsAt(146, {
  LedgerAccountId: 'integer',
  Account: 'text',
  Kind: 'text',
})
