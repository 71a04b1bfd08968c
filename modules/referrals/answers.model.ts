// What questions about referrals and acts on them answer.
import { asks, doesAt } from '../../core/answer/answer.ts'

/** A payment of a referral, less its TDS. */
export const referralPaid = doesAt('pay/referrals/{key}', {
  // none where TDS takes all of it
  TransactionId: 'integer?',
  Amount: 'money',
  Tds: 'money',
  Net: 'money',
})
/** What reevaluating would change: lines, and what the referral comes to. */
export const wouldReevaluate = asks('reevaluate/referrals', {
  Added: 'integer',
  Removed: 'integer',
  Changed: 'integer',
  Before: 'money',
  After: 'money',
})
/** Lines of a referral snoozed, and the referral that has them now. */
export const linesSnoozed = doesAt('snooze/{key}', { ReferralId: 'integer' })
