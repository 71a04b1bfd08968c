// The trial balance: what each account of the books began with, took and ended with. It has rows, no records.
import { datetime, defineModel, integer, money, reference, text } from '../../core/model.ts'

const computed = { computed: true } as const
export const trialbalance = defineModel({
  id: 'trialbalance',
  name: 'Trial Balance',
  singular: 'Account',
  icon: 'adjustments',
  group: 'Accounts',
  sequence: 70,
  key: ['Line'],
  statementId: 1070,
  firstRow: 'Accounts come here when something is posted to them.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    Account: text('Account', computed),
    OpeningBalance: money('Opening Balance', computed),
    Debit: money('Debit', computed),
    Credit: money('Credit', computed),
    ClosingBalance: money('Closing Balance', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    EntityId: reference('Legal Entity or Place', 'organisation'),
  },
  defaultDays: 30,
  permits: ['list'],
})
