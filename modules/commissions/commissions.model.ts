// Commission payable: what referrers earned, were paid and are owed; a row opens its referrer.
import { reference } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'

/** What each row adds to the totals. */
export const commissionSums = amounts('OpeningBalance', 'Earned', 'PaidAmount', 'ClosingBalance')
export const commissions = reportModel({
  id: 'commissions',
  name: 'Commission Payable',
  icon: 'gift',
  sequence: 74,
  statementId: 1075,
  opensEach: [['clients', 'ClientId']],
  fields: commissionSums,
  list: [
    {
      Line: 'integer?',
      Referrer: 'text?',
      Seller: 'text?',
      ...commissionSums,
      ClientId: 'integer?',
    },
  ],
  filters: { ...ofPeriod, ReferrerId: reference('Referrer', 'referrer') },
  defaultDays: 30,
})
