// Commission payable: what referrers earned, were paid and are owed; a row opens its referrer.
import { reference } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'

export const commissions = reportModel({
  id: 'commissions',
  name: 'Commission Payable',
  icon: 'gift',
  sequence: 74,
  statementId: 1075,
  opensEach: [['clients', 'ClientId']],
  fields: amounts('Earned'),
  list: [
    {
      Line: 'integer?',
      Referrer: 'text?',
      Seller: 'text?',
      OpeningBalance: 'money?',
      Earned: 'money?',
      PaidAmount: 'money?',
      ClosingBalance: 'money?',
      ClientId: 'integer?',
    },
  ],
  filters: { ...ofPeriod, ReferrerId: reference('Referrer', 'referrer') },
  defaultDays: 30,
})
