// What a save does to the receipts of a sale: each named one is added, corrected or cancelled; the others do not
// change.
import { sumAmounts, compareAmounts } from '../../../core/money.ts'
import { allOf, isReason, must, yes } from '../../../core/refusal.ts'
import type { Decision, Refused } from '../../../core/refusal.ts'
import {
  checkMoneyDay,
  checkReference,
  mayChangeMoney,
  mayCorrectWords,
  mayTakeBack,
  waitsToClear,
} from '../../transactions/transactions.rules.ts'
import { checkReceipt, receiptsToSave } from './receipts.rules.ts'
import type { Receipt } from '../receipt.model.ts'
import { role } from '../../../core/user.ts'

/** A receipt to write; Amount in rupees, below zero for a stored refund; Date ISO. */
export type ReceiptAct = {
  readonly TransactionId: number | null
  readonly Cancelled: boolean
  readonly Date: string
  readonly PaymentModeId: number
  readonly Amount: number
  readonly PaymentRef: string | null
  readonly Remarks: string | null
  /** Its place among the sent rows. */
  readonly row: number
}
export type Acts =
  | { readonly ok: true; readonly acts: readonly ReceiptAct[] }
  /**
   * `row`: place among the sent rows. `isRule`: the receipt may not be changed, as opposed to filled in
   * wrongly.
   */
  | (Refused & { readonly row: number; readonly isRule: boolean })

type Who = { readonly UserId: number; readonly RoleId: number }
type Sale = { readonly SaleDate: string; readonly now: Date }

const isNamed = (row: Receipt): boolean => row.TransactionId !== null && row.TransactionId !== undefined
const heldOf = (stored: Receipt) => ({
  ownerId: stored.Batch?.OwnerId ?? null,
  closed: Boolean(stored.Batch?.CloseDate),
})
/** A text; null where it is empty. */
const word = (value: string | null | undefined): string | null => ((value ?? '').trim() === '' ? null : (value ?? null))

/** The receipt as it should become: left out fields are kept; above role id 2 the date is now, or the stored one. */
const wanted = (row: Receipt, stored: Receipt | undefined, who: Who, now: Date): Omit<ReceiptAct, 'row'> => {
  const all: Receipt = {
    ...stored,
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)),
  }
  const mine = who.RoleId <= role.BusinessManager && typeof all.Date === 'string' ? all.Date : stored?.Date
  return {
    TransactionId: stored?.TransactionId ?? null,
    Cancelled: row.Cancelled === true,
    Date: mine ?? now.toISOString(),
    PaymentModeId: Number(all.PaymentModeId ?? 0),
    Amount: Number(all.Amount ?? 0),
    PaymentRef: word(all.PaymentRef),
    Remarks: word(all.Remarks),
  }
}
const isSameMoney = (act: ReceiptAct, stored: Receipt): boolean =>
  compareAmounts(act.Amount, stored.Amount ?? 0) === 0 &&
  act.PaymentModeId === Number(stored.PaymentModeId) &&
  Date.parse(act.Date) === Date.parse(stored.Date ?? '')
const isSameWords = (act: ReceiptAct, stored: Receipt): boolean =>
  (act.PaymentRef ?? '') === (stored.PaymentRef ?? '') && (act.Remarks ?? '') === (stored.Remarks ?? '')

const isRefund = (stored: Receipt): boolean => compareAmounts(stored.Amount ?? 0, 0) < 0

/** Whether the stored receipt may be changed so. */
const mayTouch = (act: ReceiptAct, stored: Receipt, who: Who): Decision => {
  if (act.Cancelled) return allOf(mayTakeBack(stored), mayChangeMoney(heldOf(stored), who))
  if (isSameMoney(act, stored)) return mayCorrectWords(heldOf(stored))
  return allOf(
    mayChangeMoney(heldOf(stored), who),
    must(!isRefund(stored), 'A refund cannot be changed. Cancel it and refund again.', { code: 'refund' }),
    must(stored.Clearing !== 'Cleared', 'A cheque that has cleared cannot be changed', { code: 'cleared' }),
  )
}
/** A corrected reference must still be valid where the mode needs one. */
const checkWords = (act: ReceiptAct): Decision => (act.Cancelled || act.Amount <= 0 ? yes : checkReference(act))
/** Whether the values to record are a receipt. */
const checkMoney = (act: ReceiptAct, stored: Receipt | undefined, who: Who, sale: Sale): Decision =>
  allOf(
    checkReceipt({ ...act, PaymentModeId: act.PaymentModeId === 0 ? null : act.PaymentModeId }, who.RoleId),
    stored && Date.parse(act.Date) === Date.parse(stored.Date ?? '')
      ? yes
      : checkMoneyDay(act.Date, sale.now, sale.SaleDate),
  )
/**
 * The requested acts, in order. Rows without an id and without a mode or an amount are no receipts; a named
 * row equal to the stored one is no act. The first refusal, with the place of its row.
 */
export const receiptActs = (sent: readonly Receipt[], stored: readonly Receipt[], who: Who, sale: Sale): Acts => {
  const byId = new Map(stored.map((row) => [row.TransactionId, row]))
  const acts: ReceiptAct[] = []
  const named = new Set<number>()
  for (const [place, row] of sent.entries()) {
    const known = isNamed(row) ? byId.get(Number(row.TransactionId)) : undefined
    if (isNamed(row) && !known)
      return { ok: false, reason: 'This receipt does not belong to this sale', row: place, isRule: true }
    if (isNamed(row) && named.has(Number(row.TransactionId)))
      return { ok: false, reason: 'This receipt is named twice', row: place, isRule: false }
    if (isNamed(row)) named.add(Number(row.TransactionId))
    const plain = { PaymentModeId: row.PaymentModeId ?? null, Amount: row.Amount ?? null }
    if (!known && (row.Cancelled === true || receiptsToSave([plain]).length === 0)) continue
    const act = { ...wanted(row, known, who, sale.now), row: place }
    if (known && !act.Cancelled && isSameMoney(act, known) && isSameWords(act, known)) continue
    const touch = known ? mayTouch(act, known, who) : yes
    if (!touch.ok) return { ...touch, row: place, isRule: true }
    const isMoney = !known || (!act.Cancelled && !isSameMoney(act, known))
    const money = isMoney ? checkMoney(act, known, who, sale) : checkWords(act)
    if (!money.ok) return { ...money, row: place, isRule: false }
    acts.push(act)
  }
  return { ok: true, acts }
}

/** Whether an act takes recorded money back: cancels it, or records another amount, mode or day instead. */
export const takesBack = (act: ReceiptAct, stored: readonly Receipt[]): boolean => {
  const known = act.TransactionId === null ? undefined : stored.find((row) => row.TransactionId === act.TransactionId)
  return known !== undefined && (act.Cancelled || !isSameMoney(act, known))
}
/** Money is taken back with a reason. */
export const checkTakenBack = (
  acts: readonly ReceiptAct[],
  stored: readonly Receipt[],
  reason: string | null | undefined,
): Decision =>
  must(
    isReason(reason) || !acts.some((act) => takesBack(act, stored)),
    'Enter in a few words why the receipt is cancelled or corrected',
    { at: 'ReceiptReason', code: 'reason-needed' },
  )

const isCheque = ({ PaymentModeId = null }: Receipt): boolean => waitsToClear({ PaymentModeId, Kind: 'Receipt' })
/** What a receipt brings or will bring, in rupees: a bounced cheque brings none. */
export const promised = (receipt: Receipt): number => {
  const amount = Number(receipt.Amount ?? 0)
  return (isCheque(receipt) && receipt.Clearing === 'Bounced') || Number.isNaN(amount) ? 0 : amount
}
/** Cheques that have not cleared, including new ones, in rupees: received, and not paid yet. */
export const toClear = (receipts: readonly Receipt[]): number =>
  sumAmounts(
    receipts
      .filter((row) => isCheque(row) && (row.Clearing ?? 'Waiting') === 'Waiting' && promised(row) > 0)
      .map(promised),
  )

/** The keys of stored receipts that the acts cancel, or record again with another mode or amount. */
export const takenBack = (acts: readonly ReceiptAct[], stored: readonly Receipt[]): readonly number[] => {
  const byId = new Map(stored.map((row) => [row.TransactionId, row]))
  return acts.flatMap(({ TransactionId, Cancelled, PaymentModeId, Amount }) => {
    const known = TransactionId === null ? undefined : byId.get(TransactionId)
    if (TransactionId === null || !known) return []
    const isSame = known.PaymentModeId === PaymentModeId && compareAmounts(known.Amount ?? 0, Amount) === 0
    return Cancelled || !isSame ? [TransactionId] : []
  })
}

/** What the acts bring, in rupees: below zero when they cancel more. */
export const broughtBy = (acts: readonly ReceiptAct[], stored: readonly Receipt[]): number => {
  const byId = new Map(stored.map((row) => [row.TransactionId, row]))
  return sumAmounts(
    acts.flatMap((act) => {
      const known = act.TransactionId === null ? undefined : byId.get(act.TransactionId)
      // remarks only: no money comes or goes
      if (known && !act.Cancelled && isSameMoney(act, known)) return []
      const was = known ? [-promised(known)] : []
      return act.Cancelled ? was : [act.Amount, ...was]
    }),
  )
}
