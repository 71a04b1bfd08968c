// What a line of the bank may be matched with, and which of it is proposed.
import { compareAmounts, formatMoney, lessAmounts, lineAmount, sumAmounts } from '../../core/money.ts'
import { network } from '../../core/network.ts'
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { isPrivileged } from '../../core/user.ts'

type Line = { readonly IsMatched?: boolean | null; readonly Amount?: number | null }
export const mayMatch = ({ IsMatched }: Line): Decision =>
  must(IsMatched !== true, 'The line is matched. Undo its match first', { code: 'matched' })
export const mayUnmatch = ({ IsMatched }: Line): Decision =>
  must(IsMatched === true, 'The line is not matched', { code: 'not-matched' })

const rupees = (amount: number): string => formatMoney(amount, { symbol: true })

/** Signed, below zero for a refund. Cash that was deposited has the key of its deposit. */
type Matched = Pick<Candidate, 'Amount' | 'BatchOutId'>

/** What of these sums may be a fee: of cash what the bank charges for it, which mostly is nothing. */
const roomOf = (matched: readonly Matched[], isCash: boolean): number => {
  const sums = matched.filter((one) => (one.BatchOutId !== null) === isCash).map((one) => one.Amount)
  const percent = isCash ? network.matchDepositFeePercent : network.matchFeePercent
  return lineAmount(Math.abs(sumAmounts(sums)), 100 - percent)
}
/**
 * The fee of what is matched is within what the network sets. Beside deposited cash there is no room for what card
 * companies and gateways keep: cash that is missing could be called that.
 */
const mayHaveFee = (matched: readonly Matched[], fee: number): Decision => {
  const withCash = matched.some((one) => one.BatchOutId !== null)
  const percent = withCash ? `${network.matchDepositFeePercent} % of deposited cash` : `${network.matchFeePercent} %`
  const apart = matched.every((one) => one.BatchOutId !== null) || !withCash ? '' : '. Match the deposit apart'
  return must(
    compareAmounts(fee, roomOf(matched, withCash)) <= 0,
    `A fee of more than ${percent} is matched by a manager${apart}`,
    { at: 'Fee', code: 'fee' },
  )
}

/**
 * What is matched, less the fee, is the line. A fee or a charge beyond what the network sets is matched by a manager,
 * since a theft could be called one.
 */
export const checkMatch = (
  line: number,
  matched: readonly Matched[],
  fee: number,
  who: { readonly RoleId: number },
): Decision => {
  const sum = sumAmounts(matched.map((one) => one.Amount))
  const net = lessAmounts(sum, fee)
  const over = lessAmounts(sum, line)
  const way =
    over > 0
      ? `If ${rupees(over)} was kept as a fee, enter that as the fee; else choose others`
      : 'Choose others, or match the line later'
  return allOf(
    must(matched.length > 0 || fee > 0, 'Choose what the line is matched with, or enter the fee that it is', {
      at: 'Items',
    }),
    must(
      compareAmounts(net, line) === 0,
      `What is chosen makes ${rupees(sum)}${fee > 0 ? ` less a fee of ${rupees(fee)}` : ''}, and the line is of ` +
        `${rupees(line)}. ${way}`,
      { at: fee > 0 ? 'Fee' : 'Items', code: 'amount' },
    ),
    matched.length === 0 || isPrivileged(who) ? yes : mayHaveFee(matched, fee),
    must(
      matched.length > 0 || compareAmounts(fee, network.matchChargeLimit) <= 0 || isPrivileged(who),
      `A charge of more than ${rupees(network.matchChargeLimit)} is matched by a manager`,
      { at: 'Fee', code: 'fee' },
    ),
  )
}

/**
 * A line is posted whole to an own account. More than the network sets is posted by a manager, as a charge is: what was
 * received could be called another income, and what was taken another expense.
 */
export const checkToAccount = (line: number, who: { readonly RoleId: number }): Decision =>
  must(
    compareAmounts(Math.abs(line), network.matchChargeLimit) <= 0 || isPrivileged(who),
    `A line of more than ${rupees(network.matchChargeLimit)} is posted to an own account by a manager`,
    { at: 'LedgerAccountId', code: 'fee' },
  )

export type Candidate = {
  readonly TransactionId: number | null
  readonly BatchOutId: number | null
  readonly Day: string
  readonly Amount: number
  readonly Reference: string | null
}
type Wanted = {
  readonly Day: string
  readonly Amount: number
  readonly Description: string
  readonly Reference: string | null
}
/** Days between the receipt and the bank. */
const near = 4
const plain = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^a-z\d]/g, '')

const daysFrom = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000
/** Why one is proposed for the line; undefined where it is not. */
export const proposalOf = (line: Wanted, one: Candidate): string | undefined => {
  const sameAmount = compareAmounts(line.Amount, one.Amount) === 0
  const reference = plain(one.Reference)
  const named = reference.length >= 4 && plain(`${line.Reference ?? ''} ${line.Description}`).includes(reference)
  const days = daysFrom(one.Day, line.Day)
  const isNear = days >= -1 && days <= near
  if (sameAmount && named) return 'Amount and reference'
  if (sameAmount && isNear) return 'Amount and day'
  return named ? 'Reference' : undefined
}
