// Approves results one by one, all or nothing, naming each item that refuses. Once a withdrawal is approved, reports
// that print its value as the previous result are issued again.
import { bulkOf } from '../../../server/module.ts'
import { allOrNothing, remarksOf, salesOf, type Acted } from '../entry/act.server.ts'
import { signResults } from '../entry/signatures.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { takeOffWithdrawn } from '../correction/withdrawn-previous.server.ts'
import { asApproved } from '../judging/entry.rules.ts'
import { mayApprove } from '../signatory.rules.ts'
import { approveAmendments } from '../signing/approve-amendments.server.ts'
import { finish, moveTo, recalculate, signedText, signing } from '../signing/signed.server.ts'

/** Approves entered or reviewed results; a waiting amendment is released with it. */
export const approve = bulkOf({
  ...signing('approve', 'approve', 'Approve results and amendments'),
  decide: ({ rows, picked, ids, signatories }, user) =>
    allOrNothing(picked, (row) =>
      mayApprove(asApproved(row, rows, new Set(ids)), user, { signatories: signatories(row) }),
    ),
  run: async ({ tx, user, records: { rows, picked }, body: sent }): Promise<Acted> => {
    const results = picked.filter((row) => row.Amendment === null)
    const stale = await recalculate(tx, user, rows, results)
    if (stale) return stale
    const amended = picked.filter((row) => row.Amendment !== null)
    if (results.length > 0) {
      const approved = results.map((row) => row.WorkItemId)
      await moveTo(tx, approved, workItemStatus.Approved)
      await signResults(tx, user, approved, 'approved')
      await finish(tx, user, results, workItemStatus.Approved, 'approve', remarksOf(sent))
    }
    const message = results.length > 0 ? signedText(results.length, 'approved') : ''
    if (amended.length === 0) return { message }
    const out = await approveAmendments(tx, user, rows, amended)
    await takeOffWithdrawn(tx, user, salesOf(amended))
    return { ...out, message: [message, out.message].filter(Boolean).join('; ') }
  },
})
