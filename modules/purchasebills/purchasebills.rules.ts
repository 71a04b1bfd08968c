// The rules of a purchase bill: what its lines come to, where they differ from what was agreed, what may be done.
import { compareAmounts, formatMoney, lessAmounts, roundAmount, sumAmounts, type Amount } from '../../core/money.ts'
import { allOf, isReason, must, no, yes, type Decision } from '../../core/refusal.ts'

type Line = {
  readonly SaleProductId?: number | null
  readonly Description?: string | null
  readonly Amount?: Amount | null
  readonly Agreed?: Amount | null
}
type Bill = {
  readonly Lines?: readonly (Line | null)[] | null
  readonly GstAmount?: Amount | null
  readonly TotalAmount?: Amount | null
  readonly Reason?: string | null
}
const money = (amount: Amount): string => formatMoney(amount, { symbol: true })
const linesOf = ({ Lines }: Bill): readonly Line[] => (Lines ?? []).map((line) => line ?? {})

/** What the lines charge. */
export const workOf = (bill: Bill): number => sumAmounts(linesOf(bill).map((line) => line.Amount ?? 0))

/** Theirs less ours. */
export const differenceOf = (line: Line): number => lessAmounts(line.Amount ?? 0, line.Agreed ?? 0)

/** Percent: GST on what is charged here is no more. */
const highestGst = 18
/** GST that its lines do not explain. */
const gstBeyond = (bill: Bill): number =>
  Math.max(0, lessAmounts(bill.GstAmount, roundAmount((workOf(bill) * highestGst) / 100)))

/** What is charged beyond what was agreed, also as GST, and below it, each added up. */
export const differencesOf = (bill: Bill): { readonly more: number; readonly less: number } => {
  const all = linesOf(bill).map(differenceOf)
  return {
    more: sumAmounts([...all.filter((one) => one > 0), gstBeyond(bill)]),
    less: lessAmounts(0, sumAmounts(all.filter((one) => one < 0))),
  }
}

/** Each line names its work or what it charges, each work once. */
const checkLines = (lines: readonly Line[]): Decision => {
  const seen = new Set<number>()
  for (const [index, { SaleProductId, Description }] of lines.entries()) {
    const at = `Lines.${index}.SaleProductId`
    const work = SaleProductId ?? null
    if (work === null && (Description ?? '').trim() === '')
      return no('Choose the work, or enter what the line charges', { at })
    if (work !== null && seen.has(work)) return no('This work is on two lines', { at })
    if (work !== null) seen.add(work)
  }
  return yes
}

/** The paper adds up. */
const checkTotal = (bill: Bill): Decision => {
  const sum = sumAmounts([workOf(bill), bill.GstAmount ?? 0])
  return must(
    compareAmounts(sum, bill.TotalAmount ?? 0) === 0,
    `Lines and GST come to ${money(sum)}. Correct a line, the GST or the total`,
    { at: 'TotalAmount', code: 'total-differs' },
  )
}

export const checkPaper = (bill: Bill): Decision =>
  allOf(
    must(linesOf(bill).length > 0, 'Enter the lines of the bill', { at: 'Lines', code: 'no-lines' }),
    checkLines(linesOf(bill)),
    checkTotal(bill),
  )

/** Where theirs is not ours a reason says why it is accepted. */
export const checkReason = (bill: Bill): Decision => {
  const { more, less } = differencesOf(bill)
  const text = [more > 0 && `${money(more)} more than agreed`, less > 0 && `${money(less)} less`].filter(Boolean)
  return must(
    text.length === 0 || isReason(bill.Reason),
    `The bill charges ${text.join(' and ')}. Enter why it is accepted`,
    { at: 'Reason', code: 'reason-needed' },
  )
}

type Stored = { readonly State?: string | null; readonly Outstanding?: Amount | null }
const isLive = ({ State }: Stored): Decision =>
  must(State !== 'Cancelled', 'The bill is cancelled', { code: 'cancelled' })

export const mayPayBill = (bill: Stored): Decision =>
  allOf(isLive(bill), must(compareAmounts(bill.Outstanding ?? 0, 0) > 0, 'The bill is paid', { code: 'paid' }))

/** No more than is left of it. */
export const checkPayment = (bill: Stored, amount: Amount): Decision =>
  must(
    compareAmounts(amount, bill.Outstanding ?? 0) <= 0,
    `${money(bill.Outstanding ?? 0)} of the bill is left to pay. Pay that much at most`,
    { at: 'Amount', code: 'beyond-due' },
  )

/** A payment that was taken off a bill is put on one again before another is made. */
export const checkAhead = (ahead: Amount): Decision =>
  must(
    compareAmounts(ahead, 0) <= 0,
    `${money(ahead)} is paid ahead to this supplier. Put that on the bill first, then pay the rest`,
    { at: 'Amount', code: 'paid-ahead' },
  )

export const mayCancelBill = isLive

/** Its lines, GST and total are corrected until a payment is put on it. */
export const mayCorrectBill = (bill: Stored): Decision =>
  allOf(
    isLive(bill),
    must(bill.State === 'Open', 'Something is paid of this bill. Undo that first, or cancel the bill', {
      code: 'paid',
    }),
  )
