// What one person alone may not do is done once a second person has agreed to it.
import { compareAmounts, sumAmounts } from '../../core/money.ts'
import { yes, type Decision, type Need, type Refused } from '../../core/refusal.ts'
import type { Amounts, Caller, Second } from '../caller.ts'
import { refusedBy, type Refusal } from '../refusal.ts'

/** What needs are about, by their kind: a need that is met twice in the same words counts once. */
export const amountsOf = (met: Second['met']): Amounts => {
  const amounts: Partial<Record<Need['kind'], number>> = {}
  const counted = new Map(met.map((one) => [`${one.kind} ${one.why}`, one]))
  for (const { kind, amount } of counted.values())
    if (amount !== undefined) amounts[kind] = sumAmounts([amounts[kind] ?? 0, amount])
  return amounts
}

/** Notes the need and answers whether the second person of this act agreed to it. */
const isAgreed = ({ Second }: Caller, needs: Need, why: string): boolean => {
  if (Second === undefined) return false
  Second.met.push({ ...needs, why })
  if (Second.agreed === undefined) return true
  // more than was shown to the second person is asked for again
  const isMore = compareAmounts(amountsOf(Second.met)[needs.kind], Second.upTo[needs.kind]) > 0
  return Second.agreed.includes(needs.kind) && needs.by.includes(Second.RoleId) && !isMore
}

/** The decision, and yes where the second person of this act agreed to what it refuses. */
export const seconded = (user: Caller, decision: Decision): Decision =>
  decision.ok || decision.needs === undefined || !isAgreed(user, decision.needs, decision.reason) ? decision : yes

/** @throws 422, or as given, unless the decision is yes or a second person agreed */
export const agreed = (
  user: Caller,
  decision: Decision,
  toRefusal: (refused: Refused) => Refusal = refusedBy,
): void => {
  const answer = seconded(user, decision)
  if (!answer.ok) throw toRefusal(answer)
}
