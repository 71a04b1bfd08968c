// What a line of the bank may be matched with, and which of it is proposed.
import { compareAmounts, formatMoney, lessAmounts, lineAmount, sumAmounts } from '../../core/money.ts'
import { network } from '../../core/network.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { isPrivileged } from '../../core/user.ts'

type Line = { readonly IsMatched?: boolean | null; readonly Amount?: number | null }
export const mayMatch = ({ IsMatched }: Line): Decision =>
  must(IsMatched !== true, 'The line is matched. Undo its match first', { code: 'matched' })
export const mayUnmatch = ({ IsMatched }: Line): Decision =>
  must(IsMatched === true, 'The line is not matched', { code: 'not-matched' })

const rupees = (amount: number): string => formatMoney(amount, { symbol: true })

/**
 * What is matched, less the fee, is the line. `amounts`: signed, below zero for a refund. A fee or a charge beyond what
 * the network sets is matched by a manager, since a theft could be called one.
 */
export const checkMatch = (
  line: number,
  amounts: readonly number[],
  fee: number,
  who: { readonly RoleId: number },
): Decision => {
  const sum = sumAmounts(amounts)
  const net = lessAmounts(sum, fee)
  const over = lessAmounts(sum, line)
  const way =
    over > 0
      ? `If ${rupees(over)} was kept as a fee, enter that as the fee; else choose others`
      : 'Choose others, or match the line later'
  return allOf(
    must(amounts.length > 0 || fee > 0, 'Choose what the line is matched with, or enter the fee that it is', {
      at: 'Items',
    }),
    must(
      compareAmounts(net, line) === 0,
      `What is chosen makes ${rupees(sum)}${fee > 0 ? ` less a fee of ${rupees(fee)}` : ''}, and the line is of ` +
        `${rupees(line)}. ${way}`,
      { at: fee > 0 ? 'Fee' : 'Items', code: 'amount' },
    ),
    must(
      amounts.length === 0 ||
        compareAmounts(fee, lineAmount(Math.abs(sum), 100 - network.matchFeePercent)) <= 0 ||
        isPrivileged(who),
      `A fee of more than ${network.matchFeePercent} % is matched by a manager`,
      { at: 'Fee', code: 'fee' },
    ),
    must(
      amounts.length > 0 || compareAmounts(fee, network.matchChargeLimit) <= 0 || isPrivileged(who),
      `A charge of more than ${rupees(network.matchChargeLimit)} is matched by a manager`,
      { at: 'Fee', code: 'fee' },
    ),
  )
}

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
