// What all buyers owe at the end of a day, by how late it is; a row opens its buyer.
import { datetime, reference, yesNo } from '../../core/model.ts'
import { amounts, byAge, ofPeriod, reportModel } from '../ledger/report.model.ts'

/** What each row adds to the totals. */
export const ageingSums = { ...byAge, ...amounts('OnAccount', 'Total') }
export const ageing = reportModel({
  id: 'ageing',
  name: 'Ageing',
  icon: 'coins',
  sequence: 51,
  key: ['ClientId', 'SellerId'],
  statementId: 1072,
  opensEach: [['clients', 'ClientId']],
  fields: {
    ...ageingSums,
    ClientId: reference('Buyer', 'client', { computed: true }),
    SellerId: reference('Seller', 'organisation', { computed: true }),
  },
  list: [
    {
      Buyer: 'text?',
      Seller: 'text?',
      ...ageingSums,
      ClientId: 'integer?',
      SellerId: 'integer?',
    },
  ],
  filters: {
    ToDate: datetime('As Of'),
    EntityId: ofPeriod.EntityId,
    BuyerId: reference('Buyer', 'client'),
    IsLate: yesNo('Late'),
  },
})
