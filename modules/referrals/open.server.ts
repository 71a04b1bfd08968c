// The referral of a seller and a referrer that accrues: the latest one, or a new one of this month.
import { dayOf } from '../../core/dates.ts'
import { now } from '../../server/clock.ts'
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { referralStatus } from '../lists/items.model.ts'
import type { Referral } from './referrals.model.ts'

type Parties = Pick<Referral, 'SellerId' | 'ReferrerId' | 'SalesManagerId'>
/** The latest open referral of the same seller and referrer, made for this month where there is none; locked. */
export const latestOpen = async (tx: Tx, { SellerId, ReferrerId, SalesManagerId }: Parties): Promise<number> => {
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('referrals'), ${ReferrerId}::int)
  `)
  const found = await tx.maybe<{ ReferralId: number }>(sql`
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
  if (found) return found.ReferralId
  const made = await tx.one<{ ReferralId: number }>(sql`
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
  return made.ReferralId
}
