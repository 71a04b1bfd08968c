// The cash book: what each drawer held, took and gave of each mode of money; a row opens its batch.
import { choice, integer, reference } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'
import { paymentModes } from '../lists/items.model.ts'

const { FromDate, ToDate } = ofPeriod
/** What each row adds to the totals. */
export const cashBookSums = amounts(
  'OpeningBalance',
  'Received',
  'PaidBack',
  'Deposited',
  'PaidOut',
  'Float',
  'TakenOver',
  'HandedOver',
  'OverShort',
  'ClosingBalance',
)
export const cashbook = reportModel({
  id: 'cashbook',
  name: 'Cash Book',
  icon: 'cash',
  sequence: 72,
  statementId: 1073,
  opensEach: [['tranbatches', 'BatchId']],
  fields: cashBookSums,
  list: [
    {
      Line: 'integer?',
      Batch: 'text?',
      Owner: 'text?',
      PaymentMode: 'text?',
      ...cashBookSums,
      BatchId: 'integer?',
    },
  ],
  filters: {
    FromDate,
    ToDate,
    BatchId: integer('Batch'),
    OwnerId: reference('Money Handler', 'moneyhandler'),
    PaymentModeId: choice('Payment Mode', paymentModes),
  },
})
