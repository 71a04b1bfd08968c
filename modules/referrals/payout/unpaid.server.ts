// Takes back a payout that no transaction made: the tax took all of it, or earlier payments had covered it.
import { formatMoney } from '../../../core/money.ts'
import { text } from '../../../core/model.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { writeAudit } from '../../../server/door/audit.ts'
import { actionOf } from '../../../server/module.ts'
import { obey } from '../../../server/refusal.ts'
import { holdBalance } from '../../ledger/hold.server.ts'
import { referralStatus } from '../../lists/items.model.ts'
import { takeBackTax } from '../../transactions/tds/withhold.server.ts'
import { checkReason } from '../../transactions/transactions.rules.ts'
import { referrals } from '../referrals.model.ts'
import { mayCancelPayment } from './payout.rules.ts'

/** Those that were paid with this one are delivered as well; answers them. */
const deliveredAgain = async (tx: Tx, key: number, taxId: number | null): Promise<readonly number[]> =>
  (
    await tx.rows<{ ReferralId: number }>(sql`
      update referrals
      set
        status_id = ${literal(referralStatus.Delivered)},
        withheld_by_id = null,
        row_version = row_version + 1
      where
        (
          referral_id = ${key}
          or withheld_by_id = ${taxId}
        )
        and status_id = ${literal(referralStatus.Paid)}
        and paid_by_id is null
      returning
        referral_id
    `)
  ).map((row) => row.ReferralId)

export const cancelPayment = actionOf(referrals, {
  name: 'cancel payment',
  permit: 'update',
  path: 'cancelpayment/referrals/{key}',
  summary: 'Cancel a payment of commission that no transaction made: the tax is owed to the referrer again',
  body: { reason: text('Reason', { required: 'Please enter why it is cancelled', maxLength: 500 }) },
  decide: (referral, user) => mayCancelPayment(referral, user),
  run: async ({ tx, user, key, before, body }) => {
    obey(checkReason(body.reason, 'reason'))
    await holdBalance(tx, Number(before.ReferrerId))
    const { WithheldById: taxId } = await tx.one<{ WithheldById: number | null }>(sql`
      select
        withheld_by_id
      from
        referrals
      where
        referral_id = ${key}
    `)
    if (taxId !== null) await takeBackTax(tx, user, { tdsDeductionId: taxId }, body.reason ?? '')
    const others = (await deliveredAgain(tx, key, taxId)).filter((id) => id !== key)
    for (const formId of others)
      await writeAudit(tx, user, {
        module: 'referrals',
        formId,
        action: 'payment cancelled',
        remarks: `With referral ${key}: ${body.reason ?? ''}`,
        changes: { StatusId: [referralStatus.Paid, referralStatus.Delivered] },
      })
    const withheld = formatMoney(before.Withheld ?? 0, { symbol: true })
    return {
      message: taxId === null ? 'It is delivered again' : `It is delivered again, and TDS of ${withheld} is cancelled`,
    }
  },
})
