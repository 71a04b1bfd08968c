// What acts on referrals answer.
import { doesAt } from '../../core/answer/answer.ts'

/** A payment of a referral, less its TDS. */
export const referralPaid = doesAt('pay/referrals/{key}', {
  // none where TDS takes all of it
  TransactionId: 'integer?',
  Amount: 'money',
  Tds: 'money',
  Net: 'money',
})
