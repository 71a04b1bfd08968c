// Which statuses the status cell may set: each is checked by the decision of its act.
import { allOf, must, no, yes, type Decision } from '../../core/refusal.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { mayEnter, mayHold, mayNotPerform, mayReferOut, mayRepeat, notGone } from './bench.rules.ts'
import { mayApprove, mayReview } from './signatory.rules.ts'
import type { ResultRow } from './testresults.model.ts'
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

/** Its status in words: a value that is withdrawn has none of its own among the statuses. */
export const statusLabel = ({ Status, WithdrawnOn }: Pick<ResultRow, 'Status' | 'WithdrawnOn'>): string =>
  WithdrawnOn === null ? Status.ItemLabel : 'Withdrawn'

const { Pending, Entered, Reviewed, Approved, Repeat, OnHold, NotPerformed, ReferredOut, Amended } = workItemStatus

/** Whether the status cell may set this status. Release concerns the whole test, so it has its own route. */
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
          'only a held, repeated, referred or not performed result can become pending',
        ),
        notGone(item, 'sell the test again'),
        // its tube may have been rejected: a new measurement is requested as a repeat, which finds the new tube
        must(
          item.StatusId !== OnHold || hasResult(item).ok === false,
          `${item.Element}: it has a result; take it off hold as entered, then request a repeat if needed`,
          { code: 'has-result' },
        ),
      )
    case Entered:
      // a calculated result comes off hold with its value, which is checked again when it is signed
      return allOf(
        item.Formula && item.StatusId === OnHold ? allOf(isBench(user), notUnlocked(item)) : mayEnter(item, user),
        hasResult(item),
      )
    case Reviewed:
      return item.Amendment ? no('Use the Review button to review an amendment') : mayReview(item, user)
    case Approved:
      return item.Amendment
        ? no('Use the Approve button to approve an amendment')
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
      return no('Use the Amend button to amend a result')
    default:
      return no('Use the Release button to release a result')
  }
}
