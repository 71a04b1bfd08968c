// The count of a batch: what it should hold of each mode, what was counted, by notes and coins where the network says
// so, and whether the difference is explained.
import { compareAmounts, formatMoney, lessAmounts, sumAmounts, type Amount } from '../../core/money.ts'
import { allOf, isReason, must, type Decision } from '../../core/refusal.ts'
import { paymentMode } from '../lists/items.model.ts'
import { noMoneyModes } from '../transactions/transactions.rules.ts'
import { modeName } from './modes.rules.ts'
import { matrixOf, type Held } from './tranbatches.rules.ts'

export type Count = { readonly PaymentModeId: number; readonly Expected: number; readonly Amount: number }
export type Counted = { readonly PaymentModeId: number; readonly Amount: Amount }

/** The expected and the counted amount of each mode; one that was not counted is counted as nothing. */
export const countOf = (batch: Held, counted: readonly Counted[]): readonly Count[] => {
  const { modes, totals } = matrixOf(batch)
  const expected = new Map(modes.map((mode, at) => [mode, totals[at] ?? 0]))
  const by = new Map(counted.map((row) => [row.PaymentModeId, row.Amount]))
  return [...new Set([...modes, ...by.keys()])]
    .sort((one, other) => one - other)
    .map((PaymentModeId) => ({
      PaymentModeId,
      Expected: expected.get(PaymentModeId) ?? 0,
      Amount: Number(by.get(PaymentModeId) ?? 0),
    }))
}

/** Each mode in which money came is counted, once; none is below zero, unless more went out in it than came in. What is
 * settled without money is not counted: no batch holds it. */
export const checkCounted = (modes: readonly number[], counted: readonly Counted[], counts: readonly Count[]) => {
  const named = counted.map((row) => row.PaymentModeId)
  const missing = modes.filter((mode) => !named.includes(mode)).map(modeName)
  const noMoney = named.find((mode) => noMoneyModes.includes(mode))
  const below = counts.some((one) => one.Amount < 0 && one.Expected >= 0)
  const at = { at: 'Counted' }
  return allOf(
    must(new Set(named).size === named.length, 'Count each payment mode once', at),
    must(
      noMoney === undefined,
      `${modeName(noMoney ?? 0)} is no money, and in no batch. Leave it out of the count`,
      at,
    ),
    must(missing.length === 0, `Count ${missing.join(' and ')}, and type 0 where there is none`, at),
    must(!below, 'Counted cannot be below 0', at),
  )
}

type KeptCount = { readonly [name in keyof Count]?: number | null }
/** The count as it was kept. */
export const keptCounts = (rows: readonly KeptCount[] | null | undefined): readonly Count[] =>
  (rows ?? []).map((row) => ({
    PaymentModeId: Number(row.PaymentModeId),
    Expected: Number(row.Expected),
    Amount: Number(row.Amount),
  }))

/** Rupees over (above zero) or short (below), of all modes. */
export const differenceOf = (counts: readonly Count[]): number =>
  lessAmounts(sumAmounts(counts.map((one) => one.Amount)), sumAmounts(counts.map((one) => one.Expected)))

/** What is over and what is short, added up: money in the wrong mode is a difference too. */
export const wrongBy = (counts: readonly Count[]): number =>
  sumAmounts(counts.map((one) => Math.abs(lessAmounts(one.Amount, one.Expected))))

/** `₹10.00 short`; empty where the sum is right. */
export const differenceText = (difference: number | null | undefined): string =>
  compareAmounts(difference, 0) === 0
    ? ''
    : `${formatMoney(Math.abs(Number(difference)), { symbol: true })} ${Number(difference) > 0 ? 'over' : 'short'}`

/** A difference is explained. Its amount is not in the refusal: the count would be made to fit. */
export const checkDifference = (counts: readonly Count[], remarks: string | null | undefined): Decision =>
  must(
    wrongBy(counts) === 0 || isReason(remarks),
    'This is not what the batch should hold. Count again, or enter in a few words why it differs',
    { at: 'Remarks', code: 'difference' },
  )

/** What one person may be over and short in a day, and what they were already. */
export type OfDay = { readonly limit: Amount; readonly made: Amount }

/** Whether a second person confirms the difference: each alone is small, ten of them are not. */
export const needsSecond = (counts: readonly Count[], { limit, made }: OfDay): boolean => {
  const wrong = wrongBy(counts)
  return wrong > 0 && compareAmounts(sumAmounts([wrong, made]), limit) > 0
}

/** Pieces of a note or coin, named by its value. */
export type Notes = { readonly Denomination: number; readonly Pieces: number }

export const cashOf = (notes: readonly Notes[]): number =>
  sumAmounts(notes.map(({ Denomination, Pieces }) => Number((Denomination * Pieces).toFixed(2))))

/** Notes and coins in use, each once, which make the counted cash. */
export const checkNotes = (notes: readonly Notes[], inUse: readonly number[], cash: Amount | undefined): Decision => {
  const values = notes.map((one) => one.Denomination)
  const unknown = values.find((value) => !inUse.includes(value))
  const made = cashOf(notes)
  const at = { at: 'Notes' }
  const money = (amount: Amount | undefined) => formatMoney(amount ?? 0, { symbol: true })
  return allOf(
    must(
      unknown === undefined,
      inUse.length === 0
        ? 'Cash is not counted by notes and coins here'
        : `There is no note or coin of ${unknown}. In use are ${inUse.join(', ')}`,
      at,
    ),
    must(new Set(values).size === values.length, 'Count each note and coin once', at),
    must(inUse.length === 0 || compareAmounts(cash, 0) <= 0 || notes.length > 0, 'Count the notes and coins', at),
    must(
      notes.length === 0 || compareAmounts(made, cash) === 0,
      `The notes and coins make ${money(made)}, and ${money(cash)} is counted in ${modeName(paymentMode.Cash)}`,
      at,
    ),
  )
}

/** What was handed over of each mode beside what its taker counted of it. */
export const receivedOf = (counts: readonly Count[], received: readonly Counted[]): readonly Count[] => {
  const by = new Map(received.map((row) => [row.PaymentModeId, row.Amount]))
  const handed = new Map(counts.map((row) => [row.PaymentModeId, row.Amount]))
  return [...new Set([...handed.keys(), ...by.keys()])].map((PaymentModeId) => ({
    PaymentModeId,
    Expected: handed.get(PaymentModeId) ?? 0,
    Amount: Number(by.get(PaymentModeId) ?? 0),
  }))
}

const sinceOthers = ({ made }: OfDay): string =>
  compareAmounts(made, 0) === 0 ? 'This differs' : 'With your other differences of today this differs'

/** The taker counts each mode that is handed over; a small difference is explained, a bigger one is refused. */
export const checkReceived = (
  counts: readonly Count[],
  received: readonly Counted[],
  { remarks, ...ofDay }: OfDay & { readonly remarks: string | null | undefined },
): Decision => {
  const handed = counts.filter((one) => one.Amount !== 0).map((one) => one.PaymentModeId)
  const beside = receivedOf(counts, received)
  return allOf(
    checkCounted(handed, received, beside),
    must(
      !needsSecond(beside, ofDay),
      `${sinceOthers(ofDay)} by more than ${formatMoney(ofDay.limit, { symbol: true })} from what is handed over. ` +
        'Press Count again and enter the reason, so that its money handler counts it again',
      { at: 'Counted', code: 'above-limit' },
    ),
    must(
      wrongBy(beside) === 0 || isReason(remarks),
      'This is not what is handed over. Count again, or enter in a few words why it differs',
      { at: 'Remarks', code: 'difference' },
    ),
  )
}
