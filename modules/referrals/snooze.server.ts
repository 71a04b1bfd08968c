// Snoozing lines of a pending referral: they wait in the latest other one that accrues.
import { dayOf } from '../../core/dates.ts'
import { json } from '../../core/model.ts'
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { actionOf } from '../../server/module.ts'
import { invalid, malformed } from '../../server/refusal.ts'
import { referralStatus } from '../lists/items.model.ts'
import { referrals, type Referral } from './referrals.model.ts'
import { maySnooze, snoozeNeedsLines } from './referrals.rules.ts'

/** The latest open referral of the same seller and referrer, made for this month where there is none; locked. */
const latestOpen = async (tx: Tx, { SellerId, ReferrerId, SalesManagerId }: Referral): Promise<number> => {
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('referrals'), ${ReferrerId}::int)
  `)
  const found = await tx.maybe<{ referral_id: number }>(sql`
    select
      referral_id
    from
      referrals
    where
      seller_id = ${SellerId}
      and referrer_id = ${ReferrerId}
      and status_id = ${literal(referralStatus.Open)}
    order by
      month desc,
      referral_id desc
    limit
      1
    for share
  `)
  if (found) return found.referral_id
  const made = await tx.one<{ referral_id: number }>(sql`
    insert into
      referrals (seller_id, referrer_id, month, sales_manager_id)
    values
      (
        ${SellerId},
        ${ReferrerId},
        ${`${dayOf(now()).slice(0, 7)}-01`}::date,
        ${SalesManagerId}
      )
    returning
      referral_id
  `)
  return made.referral_id
}

const isKey = (one: unknown): boolean => Number.isInteger(one) && Number(one) > 0 && Number(one) < 2 ** 31

export const snooze = actionOf(referrals, {
  name: 'snooze',
  permit: 'update',
  path: 'snooze/{key}',
  summary: 'Snooze lines of a pending referral: they wait in one that accrues',
  body: { SaleProductIds: json<number[]>('Lines') },
  decide: maySnooze,
  run: async ({ tx, key, before, body }) => {
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
    return {
      message: `${moved} ${moved === 1 ? 'line waits' : 'lines wait'} in referral ${to}`,
      ReferralId: to,
    }
  },
})
