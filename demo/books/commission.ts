// A referrer of the demo network is paid what was delivered to them, less TDS; others wait for their payment.
import { role } from '../../core/user.ts'
import { paymentMode, referralStatus } from '../../modules/lists/items.model.ts'
import { pay } from '../../modules/referrals/payout/payout.server.ts'
import { referralsServer } from '../../modules/referrals/referrals.server.ts'
import { settingsServer } from '../../modules/settings/settings.server.ts'
import type { Caller, Loaded } from '../../server/caller.ts'
import { literal, sql, type Database } from '../../server/db/db.ts'
import { runAction } from '../../server/door/act.ts'
import { saveRecord } from '../../server/door/save.ts'
import { callerFor, metaFor } from '../caller.ts'

const entity = 1

/**
 * The network withholds from the first rupee of commission, as those do who expect that a referrer passes the threshold.
 */
const withholdAtOnce = async (db: Database): Promise<void> => {
  const admin = await callerFor(db, 'admin', role.Administrator, entity)
  const TdsRates = await db.read.rows<Loaded>(sql`
    select
      tds_rate_id as "TdsRateId",
      paid_for as "PaidFor",
      effective_from_date::text as "EffectiveFromDate",
      section as "Section",
      rate as "Rate",
      rate_without_pan as "RateWithoutPan",
      case
        when paid_for = 'commission' then 0
        else threshold
      end as "Threshold"
    from
      tds_rates
    order by
      tds_rate_id
  `)
  await saveRecord(db, settingsServer, 1, { TdsRates }, metaFor(admin))
}

/** The oldest delivered referral that is owed something. */
export const payReferrer = async (db: Database, manager: Caller): Promise<void> => {
  const owed = await db.read.maybe<{ Id: number }>(sql`
    select
      referral.referral_id as id
    from
      referrals referral
      join referral_totals total using (referral_id)
    where
      referral.status_id = ${literal(referralStatus.Delivered)}
      and total.amount > 0
    order by
      referral.referral_id
    limit
      1
  `)
  if (!owed) return
  await withholdAtOnce(db)
  const paid = { PaymentModeId: paymentMode.BankTransfer, PaymentRef: 'NEFT COM1' }
  await runAction(db, referralsServer, pay, owed.Id, paid, metaFor(manager))
}
