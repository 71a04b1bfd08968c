// Commission payable: what referrers earned, were paid and are owed. It has rows, no records; a row opens its referrer.
import { datetime, defineModel, integer, money, reference, text } from '../../core/model.ts'

const computed = { computed: true } as const
export const commissions = defineModel({
  id: 'commissions',
  name: 'Commission Payable',
  singular: 'Referrer',
  icon: 'gift',
  group: 'Accounts',
  sequence: 74,
  key: ['Line'],
  statementId: 1075,
  opensEach: [['clients', 'ClientId']],
  firstRow: 'Referrers come here when a referral is delivered.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    Referrer: text('Referrer', computed),
    Seller: text('Seller', computed),
    OpeningBalance: money('Opening Balance', computed),
    Earned: money('Earned', computed),
    PaidAmount: money('Paid', computed),
    ClosingBalance: money('Closing Balance', computed),
    ClientId: integer('Referrer', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    EntityId: reference('Legal Entity or Place', 'organisation'),
    ReferrerId: reference('Referrer', 'referrer'),
  },
  defaultDays: 30,
  permits: ['list'],
})
