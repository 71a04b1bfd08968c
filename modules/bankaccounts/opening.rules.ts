// Whether an opening balance of a bank account may be entered, and may be another one.
import { compareAmounts, formatMoney } from '../../core/money.ts'
import { network } from '../../core/network.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { supervisors } from '../../core/user.ts'

const at = 'OpeningBalance'
/**
 * `claimed`: rupees of it that no receipt here explains, below zero where the bank would have less than was received.
 * They are money by the word of who enters them, whatever the role.
 */
export const mayOpen = (claimed: number): Decision => {
  const amount = Math.abs(claimed)
  const rupees = formatMoney(amount, { symbol: true })
  return must(
    compareAmounts(amount, network.bankOpeningLimit) <= 0,
    claimed < 0
      ? `The opening balance is ${rupees} less than what was received for this account. A second person agrees to it`
      : `A second person agrees to an opening balance that brings ${rupees} into the books`,
    { at, code: 'opening-balance', needs: { kind: 'opening', by: supervisors, amount } },
  )
}

/**
 * `more`: rupees beyond what was entered, below zero where it is less. `isFollowed`: lines of a statement were
 * imported, the first of which follows from it. It takes two persons whatever the role: a shortage could be called an
 * opening.
 */
export const mayCorrectOpening = (more: number, isFollowed: boolean): Decision =>
  allOf(
    must(
      more === 0 || !isFollowed,
      'The first line that was imported follows from the opening balance, so it is what the bank had. ' +
        'Correct the match of a line instead',
      { at, code: 'opening-followed' },
    ),
    must(more === 0, 'A second person agrees to another opening balance', {
      at,
      code: 'opening-balance',
      needs: { kind: 'opening', by: supervisors, amount: Math.abs(more) },
    }),
  )
