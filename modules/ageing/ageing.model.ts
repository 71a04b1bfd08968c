// What all buyers owe at the end of a day, by how late it is; a row opens its buyer.
import { datetime, reference, yesNo } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'

export const ageing = reportModel({
  id: 'ageing',
  name: 'Ageing',
  icon: 'coins',
  sequence: 51,
  key: ['ClientId', 'SellerId'],
  statementId: 1072,
  opensEach: [['clients', 'ClientId']],
  fields: {
    ...amounts('NotDue', 'UpToThirtyDays', 'UpToSixtyDays', 'UpToNinetyDays', 'OverNinetyDays', 'OnAccount'),
    ClientId: reference('Buyer', 'client', { computed: true }),
    SellerId: reference('Seller', 'organisation', { computed: true }),
  },
  list: [
    {
      Buyer: 'text?',
      Seller: 'text?',
      NotDue: 'money?',
      UpToThirtyDays: 'money?',
      UpToSixtyDays: 'money?',
      UpToNinetyDays: 'money?',
      OverNinetyDays: 'money?',
      OnAccount: 'money?',
      Total: 'money?',
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
