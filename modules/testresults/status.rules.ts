// What the status cell may say: each status is asked of the decision that leads to it.
import { allOf, must, no, yes, type Decision } from '../../core/refusal.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { mayEnter, mayHold, mayNotPerform, mayReferOut, mayRepeat, notGone } from './bench.rules.ts'
import { mayApprove, mayReview } from './signatory.rules.ts'
import {
  hasResult,
  isBench,
  notUnlocked,
  statusIn,
  type Reason,
  type ResultUser,
  type Signatories,
  type WorkItem,
} from './work-item.rules.ts'

const { Pending, Entered, Reviewed, Approved, Repeat, OnHold, NotPerformed, ReferredOut, Amended } = workItemStatus

/**
 * Whether the item may be given a status in the status cell. Release looks at the whole test, so it has its own call.
 */
export function mayMove(
  item: WorkItem,
  StatusId: number,
  user: ResultUser,
  { ReasonId, signatories }: { readonly ReasonId?: Reason; readonly signatories: Signatories },
): Decision {
  switch (StatusId) {
    case item.StatusId:
      return yes
    case Pending:
      return allOf(
        isBench(user),
        notUnlocked(item),
        statusIn(
          item,
          [OnHold, Repeat, ReferredOut, NotPerformed],
          'only what is held, repeated, referred or not performed becomes pending',
        ),
        notGone(item, 'sell the test again'),
        // its tube may be gone since: what is to be measured again is asked for as a repeat, which finds the new one
        must(
          item.StatusId !== OnHold || hasResult(item).ok === false,
          `${item.Element}: it has a result; take it off hold as entered, or ask for a repeat then`,
          { code: 'has-result' },
        ),
      )
    case Entered:
      // what is calculated comes off hold with its value, which is asked again when it is signed
      return allOf(
        item.Formula && item.StatusId === OnHold ? allOf(isBench(user), notUnlocked(item)) : mayEnter(item, user),
        hasResult(item),
      )
    case Reviewed:
      return mayReview(item, user)
    case Approved:
      return item.Amendment
        ? no('Amendments are approved by the Approve button')
        : mayApprove(item, user, { signatories })
    case Repeat:
      return mayRepeat(item, user, ReasonId)
    case OnHold:
      return mayHold(item, user, ReasonId)
    case NotPerformed:
      return mayNotPerform(item, user, ReasonId)
    case ReferredOut:
      return mayReferOut(item, user)
    case Amended:
      return no('Results are amended by the Amend button')
    default:
      return no('Results are released by the Release button')
  }
}
