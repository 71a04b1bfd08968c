// Receipts of a sale, and whether its buyer may owe as much: walk-in, credit and prepaid.
import { compareAmounts, formatMoney, lessAmounts, lineAmount, percentOf, sumAmounts } from '../../../core/money.ts'
import type { Amount } from '../../../core/money.ts'
import { allOf, must, no, yes } from '../../../core/refusal.ts'
import type { Decision, Refused } from '../../../core/refusal.ts'
import { checkReference, mayGiveBackBy, mayUseMode } from '../../transactions/transactions.rules.ts'
import { isWalkIn } from '../sales.rules.ts'
import { paymentMode, paymentType, saleStatus } from '../../lists/items.model.ts'
import { network } from '../../../core/network.ts'
import { managers, role } from '../../../core/user.ts'

export type Receipt = {
  readonly PaymentModeId: number | null
  readonly Amount: Amount | null
  readonly PaymentRef?: string | null
}

/** A receipt of a sale beyond a crore is a typing error. */
const mostReceived = 10_000_000

/** Rows that are saved: with a payment mode and an amount that is not zero. */
export const receiptsToSave = <R extends Receipt>(rows: readonly R[]): readonly R[] =>
  rows.filter(
    (row) =>
      row.PaymentModeId !== null && row.Amount !== null && row.Amount !== '' && compareAmounts(row.Amount, 0) !== 0,
  )

/** A receipt to save: above zero, from card to gateway with a reference. */
export function checkReceipt({ PaymentModeId, Amount, PaymentRef }: Receipt, roleId: number): Decision {
  return allOf(
    must(PaymentModeId !== null, 'Payment Mode is required', { at: 'PaymentModeId' }),
    must(compareAmounts(Amount, 0) > 0, 'Amount must be greater than 0', { at: 'Amount' }),
    must(
      compareAmounts(Amount, mostReceived) <= 0,
      `Amount must be ${formatMoney(mostReceived, { symbol: true })} at most`,
      { at: 'Amount' },
    ),
    checkReference({ PaymentModeId, PaymentRef }),
    mayUseMode(PaymentModeId, roleId),
  )
}

/** A refund of an overpayment: like a receipt, in a mode that pays. */
export const checkRefund = (refund: Receipt, roleId: number): Decision =>
  allOf(checkReceipt(refund, roleId), mayGiveBackBy(refund.PaymentModeId))

export type Payment = {
  /** Net of the invoice in rupees. */
  readonly net: number
  readonly paidBefore: number
  readonly paidAfter: number
}

/**
 * The excess of these receipts over what is due; never more than they bring. An earlier excess raises no second
 * question.
 */
export const excessOf = ({ net, paidBefore, paidAfter }: Payment): number => {
  const brought = lessAmounts(paidAfter, paidBefore)
  const beyond = lessAmounts(paidAfter, net)
  return brought <= 0 || beyond <= 0 ? 0 : Math.min(brought, beyond)
}

export const overpaidText = (excess: number): string =>
  `${formatMoney(excess, { symbol: true })} more than is due: give change, keep as advance, or correct the receipt`

/**
 * Receipts after change was given: the last cash is reduced to what is due. Null when the excess is not all cash: only
 * notes can be returned at once.
 */
export const giveChange = <R extends { readonly PaymentModeId: number | null; readonly Amount: Amount | null }>(
  rows: readonly R[],
  excess: number,
): readonly R[] | null => {
  let left = excess
  const kept = [...rows]
    .reverse()
    .map((row) => {
      if (row.PaymentModeId !== paymentMode.Cash || compareAmounts(row.Amount, 0) <= 0) return row
      const back = Math.min(left, lessAmounts(row.Amount))
      left = lessAmounts(left, back)
      return back === 0 ? row : { ...row, Amount: lessAmounts(row.Amount, back) }
    })
    .reverse()
  return left > 0 ? null : kept
}

/** The word for what is paid beyond the net of a sale: an advance that the user kept, or an amount to return. */
export const excessWord = (sale: {
  readonly StatusId?: number | null
  readonly KeepsAdvance?: boolean | null
}): 'Advance' | 'To be returned' =>
  sale.KeepsAdvance && sale.StatusId !== saleStatus.Cancelled ? 'Advance' : 'To be returned'

/** The question before a walk-in sale is saved without receipts; null without one. */
export const walkInQuestion = (
  sale: { readonly PatientId: number | null; readonly BuyerId: number | null },
  receipts: readonly Receipt[],
): string | null =>
  isWalkIn(sale) && receiptsToSave(receipts).length === 0
    ? 'Are you sure that you want to save a walk-in sale with no receipts ?'
    : null

/** The invoice is made with the sale: the patient buys, or the buyer pays cash. */
export const invoicedAtOnce = (sale: {
  readonly PatientId: number | null
  readonly BuyerId: number | null
  readonly BuyerPaymentTypeId: number | null
}): boolean => isWalkIn(sale) || sale.BuyerPaymentTypeId === paymentType.Cash

export type CreditQuestion = {
  readonly walkIn: boolean
  readonly PaymentTypeId: number | null
  /** Empty is no limit, 0 is no credit. */
  readonly CreditLimit: Amount | null
  /** Credit: what the buyer owes (party_dues), without this sale. */
  readonly exposure: Amount
  /** Prepaid: paid in less used, without this sale. */
  readonly balance: Amount
  readonly NetAmount: Amount
  /** What this buyer owed by this sale before it changed; 0 for a new sale or a new buyer. */
  readonly NetBefore: Amount
  readonly roleId: number
  readonly Remarks: string | null
}
export type CreditDecision = { readonly ok: true; readonly warning: string | null } | Refused

export type Owes = { readonly BuyerId: number; readonly NetAmount: Amount }
/** Whether the buyer's credit is checked: only when the buyer changes, or owes more than before. */
export const asksCredit = (sale: Owes, before: Owes | null): boolean =>
  before === null || before.BuyerId !== sale.BuyerId || compareAmounts(sale.NetAmount, before.NetAmount) > 0

const fine: CreditDecision = { ok: true, warning: null }

/** A buyer who pays at booking: what is left unpaid of this sale, and what it may leave (limit; empty is none). */
export type CashQuestion = {
  readonly unpaid: Amount
  readonly CreditLimit: Amount | null
  readonly roleId: number
  readonly Remarks: string | null
}
/** Whether the role lends as much beyond a limit, with remarks. */
const mayLend = (roleId: number, beyond: number): boolean =>
  managers.includes(roleId) ||
  (roleId === role.FrontDesk && beyond > 0 && compareAmounts(beyond, network.deskCreditLimit) <= 0)

/** Whether a sale may be left unpaid by an institution or centre that pays at booking. */
export const cashDecision = ({ unpaid, CreditLimit, roleId, Remarks }: CashQuestion): Decision => {
  if (compareAmounts(unpaid, CreditLimit === '' ? 0 : (CreditLimit ?? 0)) <= 0) return yes
  const left = `The buyer pays at booking, and ${formatMoney(unpaid, { symbol: true })} is not paid`
  if (!mayLend(roleId, lessAmounts(unpaid, CreditLimit)))
    return no(left, { code: 'pays-at-booking', needs: { kind: 'credit', by: managers, amount: Number(unpaid) } })
  return must((Remarks?.trim() ?? '') !== '', `${left}; enter remarks to go on`, {
    code: 'pays-at-booking',
    at: 'OverrideRemarks',
  })
}

/**
 * Whether the buyer may owe this sale too. A warning when 80 % of the limit is passed and when all is used, a refusal
 * beyond it; role id 2
 * or lower may go on with remarks, which the refusal requires.
 * A prepaid buyer's balance may not go below zero, less the credit limit.
 */
export function creditDecision(ask: CreditQuestion): CreditDecision {
  const overridden = (decision: Decision, beyond = 0): CreditDecision => {
    if (decision.ok) return fine
    if (!mayLend(ask.roleId, beyond)) return { ...decision, needs: { kind: 'credit', by: managers, amount: beyond } }
    return (ask.Remarks?.trim() ?? '') === ''
      ? { ...decision, reason: `${decision.reason}; enter remarks to go on`, at: 'OverrideRemarks' }
      : { ok: true, warning: decision.reason }
  }
  const money = (amount: Amount): string => formatMoney(amount, { symbol: true })
  if (ask.walkIn || compareAmounts(ask.NetAmount, 0) <= 0) return fine
  if (ask.PaymentTypeId === paymentType.Prepaid) {
    const left = lessAmounts(ask.balance, ask.NetAmount)
    const least = lessAmounts(0, ask.CreditLimit)
    return overridden(
      compareAmounts(left, least) >= 0
        ? yes
        : no(`The prepaid balance of ${money(ask.balance)} does not cover this sale`, { code: 'prepaid-balance' }),
      lessAmounts(least, left),
    )
  }
  if (ask.PaymentTypeId !== paymentType.Credit || ask.CreditLimit === null || ask.CreditLimit === '') return fine
  const owed = sumAmounts([ask.exposure, ask.NetAmount])
  if (compareAmounts(owed, ask.CreditLimit) > 0)
    return overridden(
      no(
        compareAmounts(ask.CreditLimit, 0) === 0
          ? 'The buyer has no credit'
          : `The buyer would owe ${money(owed)}, more than the credit limit of ${money(ask.CreditLimit)}`,
        { code: 'credit-limit' },
      ),
      lessAmounts(owed, ask.CreditLimit),
    )
  const warnedFrom = lineAmount(ask.CreditLimit, 20)
  const owedBefore = sumAmounts([ask.exposure, ask.NetBefore])
  const isUsedUp = compareAmounts(owed, ask.CreditLimit) === 0
  if (isUsedUp && compareAmounts(owedBefore, ask.CreditLimit) < 0)
    return { ok: true, warning: `The buyer would use all of the credit limit of ${money(ask.CreditLimit)}` }
  if (compareAmounts(owed, warnedFrom) < 0 || compareAmounts(owedBefore, warnedFrom) >= 0) return fine
  const percent = Math.floor(percentOf(owed, ask.CreditLimit) ?? 100)
  return { ok: true, warning: `The buyer would use ${percent} % of the credit limit of ${money(ask.CreditLimit)}` }
}
