// What may be changed of an own account, and what may be posted to it.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import type { AccountKind } from './ledgeraccounts.model.ts'

/** What was posted to it is read by its kind, also in a period that is closed. */
export const mayChangeKind = (isInUse: boolean): Decision =>
  must(
    !isInUse,
    'Money is posted to this account, so its kind stays. Add another account, and make this one inactive',
    {
      at: 'Kind',
      code: 'account-in-use',
    },
  )

type Account = {
  readonly Kind: AccountKind
  readonly IsActive: boolean
  /** Whether it is of the legal entity whose books are posted to. */
  readonly IsOwn: boolean
  /** The name of that legal entity. */
  readonly Entity: string
}
/** An entry is in the books of a place: its account is of the same legal entity. */
export const mayPostTo = (account: Account): Decision =>
  allOf(
    must(account.IsOwn, `This account is of another legal entity. Choose one of ${account.Entity}`, {
      at: 'LedgerAccountId',
      code: 'other-entity',
    }),
    must(account.IsActive, 'This account is not active any more. Choose another', {
      at: 'LedgerAccountId',
      code: 'inactive',
    }),
  )

/** Cash that is paid out is no income. */
export const mayPayTo = (account: Account): Decision =>
  allOf(
    mayPostTo(account),
    must(
      account.Kind !== 'income',
      'Cash that is paid out is not posted to an income. Choose an account of another kind',
      {
        at: 'LedgerAccountId',
        code: 'income',
      },
    ),
  )
