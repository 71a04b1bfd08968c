// The cash book: what each drawer held, took and gave of each mode of money; a row opens its batch.
import { choice, integer, reference } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'
import { paymentModes } from '../lists/items.model.ts'

const { FromDate, ToDate } = ofPeriod
export const cashbook = reportModel({
  id: 'cashbook',
  name: 'Cash Book',
  icon: 'cash',
  sequence: 72,
  statementId: 1073,
  opensEach: [['tranbatches', 'BatchId']],
  fields: amounts(...['Received', 'PaidBack', 'Deposited', 'PaidOut', 'Float', 'TakenOver', 'HandedOver', 'OverShort']),
  list: [
    {
      Line: 'integer?',
      Batch: 'text?',
      Owner: 'text?',
      PaymentMode: 'text?',
      OpeningBalance: 'money?',
      Received: 'money?',
      PaidBack: 'money?',
      Deposited: 'money?',
      PaidOut: 'money?',
      Float: 'money?',
      TakenOver: 'money?',
      HandedOver: 'money?',
      OverShort: 'money?',
      ClosingBalance: 'money?',
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
