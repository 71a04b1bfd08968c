// The cash book: what each drawer held, took and gave of each mode of money. It has rows, no records; a row opens its
// batch.
import { choice, datetime, defineModel, integer, money, reference, text } from '../../core/model.ts'
import { paymentModes } from '../lists/items.model.ts'

const computed = { computed: true } as const
export const cashbook = defineModel({
  id: 'cashbook',
  name: 'Cash Book',
  singular: 'Drawer',
  icon: 'cash',
  group: 'Accounts',
  sequence: 72,
  key: ['Line'],
  statementId: 1073,
  opensEach: [['tranbatches', 'BatchId']],
  firstRow: 'Drawers come here when money is received.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    Batch: text('Batch', computed),
    Owner: text('Owner', computed),
    PaymentMode: text('Payment Mode', computed),
    OpeningBalance: money('Opening Balance', computed),
    Received: money('Received', computed),
    PaidBack: money('Paid Back', computed),
    Deposited: money('To The Bank', computed),
    PaidOut: money('Petty Cash', computed),
    // above zero where it came
    Float: money('Float', computed),
    TakenOver: money('Taken Over', computed),
    HandedOver: money('Handed Over', computed),
    OverShort: money('Over Or Short', computed),
    ClosingBalance: money('Closing Balance', computed),
    BatchId: integer('Batch', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    BatchId: integer('Batch'),
    OwnerId: reference('Money Handler', 'moneyhandler'),
    PaymentModeId: choice('Payment Mode', paymentModes),
  },
  defaultDays: 0,
  permits: ['list'],
})
