// Snoozing lines of a pending referral: they wait in the latest other one that accrues.
import { json } from '../../core/model.ts'
import { sql } from '../../server/db/db.ts'
import { actionOf } from '../../server/module.ts'
import { invalid, malformed } from '../../server/refusal.ts'
import { closeEmpty } from './accrual.server.ts'
import { linesSnoozed } from './answers.model.ts'
import { latestOpen } from './open.server.ts'
import { referrals } from './referrals.model.ts'
import { maySnooze, snoozeNeedsLines } from './referrals.rules.ts'

const isKey = (one: unknown): boolean => Number.isInteger(one) && Number(one) > 0 && Number(one) < 2 ** 31

export const snooze = actionOf(referrals, {
  name: 'snooze',
  permit: 'update',
  ...linesSnoozed,
  summary: 'Snooze lines of a pending referral: they wait in one that accrues',
  body: { SaleProductIds: json<number[]>('Lines') },
  decide: maySnooze,
  run: async ({ tx, user, key, before, body }) => {
    const lines = body.SaleProductIds ?? []
    if (!Array.isArray(lines) || !lines.every(isKey)) throw malformed('SaleProductIds must be a list of line ids')
    if (lines.length === 0) throw invalid({ SaleProductIds: [snoozeNeedsLines] }, snoozeNeedsLines)
    const to = await latestOpen(tx, before)
    const moved = await tx.run(sql`
      update referral_lines
      set
        referral_id = ${to}
      where
        referral_id = ${key}
        and sale_product_id = any (${[...lines]})
    `)
    if (moved !== new Set(lines).size) throw malformed('A line is not on this referral')
    await closeEmpty(tx, user, sql`referral.referral_id = ${key}`)
    return {
      message: `${moved} ${moved === 1 ? 'line waits' : 'lines wait'} in referral ${to}`,
      ReferralId: to,
    }
  },
})
