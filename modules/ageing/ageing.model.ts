// What all buyers owe at the end of a day, by how late it is. It has rows, no records; a row opens its buyer.
import { datetime, defineModel, integer, money, reference, text, yesNo } from '../../core/model.ts'

const computed = { computed: true } as const
export const ageing = defineModel({
  id: 'ageing',
  name: 'Ageing',
  singular: 'Buyer',
  icon: 'coins',
  group: 'Accounts',
  sequence: 51,
  key: ['Line'],
  statementId: 1072,
  opensEach: [['clients', 'ClientId']],
  firstRow: 'Buyers come here when they owe something.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    Buyer: text('Buyer', computed),
    Seller: text('Seller', computed),
    NotDue: money('Not Due', computed),
    UpToThirtyDays: money('0 to 30 Days', computed),
    UpToSixtyDays: money('31 to 60 Days', computed),
    UpToNinetyDays: money('61 to 90 Days', computed),
    OverNinetyDays: money('Over 90 Days', computed),
    OnAccount: money('On Account', computed),
    Total: money('Total', computed),
    ClientId: integer('Buyer', computed),
  },
  filters: {
    ToDate: datetime('As Of'),
    EntityId: reference('Legal Entity or Place', 'organisation'),
    BuyerId: reference('Buyer', 'client'),
    IsLate: yesNo('Late'),
  },
  defaultDays: 0,
  permits: ['list'],
})
