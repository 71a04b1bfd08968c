// Collections: what came in and went back by day, place and mode of money. It has rows, no records.
import { choice, date, datetime, defineModel, integer, money, reference, text } from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'

const computed = { computed: true } as const
export const collections = defineModel({
  id: 'collections',
  name: 'Collections',
  singular: 'Collection',
  icon: 'receipt',
  group: 'Accounts',
  sequence: 73,
  key: ['Line'],
  statementId: 1074,
  firstRow: 'Days come here when money is received.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    Day: date('Day', computed),
    Place: text('Place', computed),
    PaymentMode: text('Payment Mode', computed),
    Received: money('Received', computed),
    PaidBack: money('Paid Back', computed),
    NetAmount: money('Net Amount', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    EntityId: reference('Legal Entity or Place', 'organisation'),
    PaymentModeId: choice('Payment Mode', paymentModes),
  },
  defaultDays: 0,
  permits: ['list'],
})
