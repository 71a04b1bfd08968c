// Collections: what buyers paid and were given back, and what others were paid, by day, place and mode of money.
import { choice, date, datetime } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'
import { paymentModes } from '../lists/items.model.ts'

/** What each row adds to the totals. */
export const collectionSums = amounts('Received', 'PaidBack', 'PaidOut', 'NetAmount')
export const collections = reportModel({
  id: 'collections',
  name: 'Collections',
  icon: 'receipt',
  sequence: 73,
  statementId: 1074,
  fields: { Day: date('Day', { computed: true }), ...collectionSums },
  list: [
    {
      Line: 'integer?',
      Day: 'date?',
      Place: 'text?',
      PaymentMode: 'text?',
      ...collectionSums,
    },
  ],
  // without a first day it would add up everything that ever came in
  filters: {
    ...ofPeriod,
    FromDate: datetime('From Date', { required: 'From Date is required: money is added up from that day on' }),
    PaymentModeId: choice('Payment Mode', paymentModes),
  },
})
