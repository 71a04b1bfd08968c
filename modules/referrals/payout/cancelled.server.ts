// A cancelled payment, marked or by its opposite: the referrals that it paid are delivered again, and may be paid.
import { literal, sql } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import type { FollowContext } from '../../../server/module.ts'
import { referralStatus } from '../../lists/items.model.ts'
import type { transactionFields } from '../../transactions/transactions.model.ts'

const { Delivered, Paid } = referralStatus

export const followPayment = async ({ tx, user, key, after }: FollowContext<typeof transactionFields>) => {
  if (after.IsCancelled !== true && after.ReversedById === null) return
  const owed = await tx.rows<{ ReferralId: number }>(sql`
    update referrals
    set
      status_id = ${literal(Delivered)},
      paid_by_id = null,
      row_version = row_version + 1
    where
      paid_by_id = ${key}
    returning
      referral_id
  `)
  for (const { ReferralId: formId } of owed)
    await writeAudit(tx, user, {
      module: 'referrals',
      formId,
      action: 'payment cancelled',
      remarks: [`Transaction ${key}`, after.CancelReason].filter(Boolean).join(': '),
      changes: { StatusId: [Paid, Delivered] },
    })
  if (owed.length > 0) announceList('referrals', user.EmployerId)
}
