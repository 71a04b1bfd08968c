// Review, repeat, withdraw an amendment: all or nothing, naming each item that refuses.
import { allOf } from '../../../core/refusal.ts'
import { announceList } from '../../../server/db/notify.ts'
import { bulkOf } from '../../../server/module.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { allOrNothing, reasonOf, remarksOf, salesOf } from '../entry/act.server.ts'
import { withdrawAmendments } from './amend.server.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { signAmendments, signResults } from '../entry/signatures.server.ts'
import { mayPutBack } from '../judging/follow.rules.ts'
import { putBack } from '../entry/repeat.server.ts'
import { mayRepeat } from '../bench.rules.ts'
import { mayReview, mayWithdraw } from '../signatory.rules.ts'
import { auditedChanges, auditResults } from '../entry/versions.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { finish, moveTo, signing, signedText } from './signed.server.ts'

export const review = bulkOf({
  ...signing('review', 'review', 'Review results'),
  decide: ({ picked }, user) => allOrNothing(picked, (row) => mayReview(asWorkItem(row), user)),
  run: async ({ tx, user, records: { picked, ids }, body: sent }) => {
    const results = picked.filter((row) => row.Amendment === null)
    const reviewed = results.map((row) => row.WorkItemId)
    await moveTo(tx, reviewed, workItemStatus.Reviewed)
    await signResults(tx, user, reviewed, 'reviewed')
    await finish(tx, user, results, workItemStatus.Reviewed, 'review', remarksOf(sent))
    const amended = picked.filter((row) => row.Amendment !== null)
    await signAmendments(
      tx,
      user,
      amended.map((row) => row.WorkItemId),
    )
    await auditResults(
      tx,
      user,
      amended.map((row) => ({ row, after: {} })),
      'review amendment',
      remarksOf(sent),
    )
    return { message: signedText(ids.length, 'reviewed') }
  },
})

/** Back to pending; the value is stored as a run. Formulas that used it are pending again, too. */
export const repeat = bulkOf({
  ...signing('repeat', 'update', 'Request a repeat'),
  decide: ({ rows, picked, ids }, user, sent) =>
    allOf(
      allOrNothing(picked, (row) => mayRepeat(asWorkItem(row), user, reasonOf(sent))),
      () => mayPutBack(rows, ids),
    ),
  run: async ({ tx, user, records: { rows, picked, ids }, body: sent }) => {
    const reason = reasonOf(sent)
    const followed = await putBack(tx, user, rows, ids, reason, remarksOf(sent))
    await refreshStatuses(tx, salesOf(picked))
    const after = { StatusId: workItemStatus.Repeat, Result: null, ReasonId: reason }
    const put = picked.map((row) => ({ row, after }))
    await auditResults(tx, user, [...put, ...auditedChanges(followed)], 'repeat', remarksOf(sent))
    announceList('testresults')
    return { message: signedText(ids.length, 'to be repeated') }
  },
})

/** Withdraws waiting amendments. */
export const withdraw = bulkOf({
  ...signing('withdraw', 'amend', 'Withdraw amendments that wait for a signatory'),
  decide: ({ picked }, user) => allOrNothing(picked, (row) => mayWithdraw(asWorkItem(row), user)),
  run: ({ tx, user, records: { picked }, body: sent }) => withdrawAmendments(tx, user, picked, remarksOf(sent)),
})
