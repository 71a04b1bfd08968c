// Whether the opening balance of a bank account may be another one.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { supervisors } from '../../core/user.ts'

const at = 'OpeningBalance'
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
