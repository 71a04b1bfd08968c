// Money that is given back goes by the mode it came: what came in it, and who gives it in another one.
import { compareAmounts, formatMoney, sumAmounts, type Amount } from '../../../core/money.ts'
import { allOf, isReason, must, yes, type Decision } from '../../../core/refusal.ts'
import { isPrivileged, managers } from '../../../core/user.ts'

type Came = {
  readonly PaymentModeId?: number | null
  readonly Amount?: Amount | null
  readonly Clearing?: string | null
}
/** What was received of a bill in a mode, less what was refunded in it. */
export const cameBy = (receipts: readonly Came[], PaymentModeId: number | null): number =>
  sumAmounts(
    receipts
      .filter((row) => row.PaymentModeId === PaymentModeId && (row.Clearing ?? 'Cleared') === 'Cleared')
      .map((row) => row.Amount),
  )

type Refund = { readonly Amount: Amount | null; readonly Remarks?: string | null }
/**
 * Money goes back by the mode it came. In another mode a manager refunds it, who did not take it, and says why.
 */
export const mayRefundBy = (
  came: Amount,
  refund: Refund,
  who: { readonly RoleId: number; readonly tookIt: boolean },
): Decision => {
  if (compareAmounts(refund.Amount, Math.max(0, Number(came))) <= 0) return yes
  return allOf(
    must(
      isPrivileged(who) && !who.tookIt,
      `${formatMoney(Math.max(0, Number(came)), { symbol: true })} of it came in this mode: refund it by the mode it ` +
        'came. In another mode a manager who did not take the money can refund it',
      {
        at: 'PaymentModeId',
        code: 'other-mode',
        needs: { kind: 'refund', by: managers, amount: Number(refund.Amount ?? 0) },
      },
    ),
    must(isReason(refund.Remarks), 'Enter in a few words why it is refunded in another mode', { at: 'Remarks' }),
  )
}
