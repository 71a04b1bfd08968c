// Whether a referral may be paid.
import { formatDate } from '../../../core/dates.ts'
import { formatMoney, type Amount } from '../../../core/money.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { supervisors } from '../../../core/user.ts'
import { referralStatus } from '../../lists/items.model.ts'
import { checkReference, mayGiveBackBy } from '../../transactions/transactions.rules.ts'

/** Only what is delivered is paid, and once. */
export const mayPay = ({ StatusId }: { readonly StatusId?: number | null }): Decision =>
  allOf(
    must(StatusId !== referralStatus.Paid, 'This referral is paid already', { code: 'paid' }),
    must(StatusId === referralStatus.Delivered, 'Only a delivered referral can be paid. Deliver it first', {
      code: 'not-delivered',
    }),
  )

type Paying = { readonly PaymentModeId?: number | null; readonly PaymentRef?: string | null }
/** How it is paid: by money, with the reference of the bank. */
export const mayPayBy = (paying: Paying): Decision => allOf(mayGiveBackBy(paying.PaymentModeId), checkReference(paying))

type PaidOne = {
  readonly StatusId?: number | null
  readonly PaidBy?: { readonly TransactionId?: number | null } | null
}
/** A payment is cancelled at its transaction; what was paid by none, here. */
export const mayCancelPayment = ({ StatusId, PaidBy }: PaidOne, { RoleId }: { readonly RoleId: number }): Decision =>
  allOf(
    must(StatusId === referralStatus.Paid, 'This referral is not paid', { code: 'not-paid' }),
    must(
      (PaidBy?.TransactionId ?? null) === null,
      `It was paid by transaction ${PaidBy?.TransactionId ?? ''}. Cancel that transaction`,
      { code: 'paid-by-transaction' },
    ),
    must(supervisors.includes(RoleId), 'Only accounts staff or a manager can cancel a payment', {
      code: 'accounts-only',
    }),
  )

type Payment = {
  readonly TransactionId?: number | null
  readonly Date?: string | null
  readonly Amount?: Amount | null
  readonly Tds?: Amount | null
  readonly Mode?: string | null
  readonly PaymentRef?: string | null
}
/** The payment in words, on screen and on paper. */
export const paymentText = ({ TransactionId, Date, Amount, Tds, Mode, PaymentRef }: Payment): string =>
  [
    `Transaction ${TransactionId ?? ''}`,
    formatMoney(Amount ?? 0, { symbol: true }),
    Tds ? `after TDS of ${formatMoney(Tds, { symbol: true })}` : '',
    formatDate(Date),
    Mode,
    PaymentRef,
  ]
    .filter(Boolean)
    .join(', ')

/** A payment of which the tax took all, in words. */
export const withheldText = (tax: Amount): string =>
  `No transaction: all of it is TDS, ${formatMoney(tax, { symbol: true })}`
