// The trial balance: what each account of the books began with, took and ended with.
import { ofPeriod, reportModel } from '../ledger/report.model.ts'

export const trialbalance = reportModel({
  id: 'trialbalance',
  name: 'Trial Balance',
  icon: 'adjustments',
  sequence: 70,
  statementId: 1070,
  list: [
    {
      Line: 'integer?',
      Account: 'text?',
      OpeningBalance: 'money?',
      Debit: 'money?',
      Credit: 'money?',
      ClosingBalance: 'money?',
    },
  ],
  filters: ofPeriod,
  defaultDays: 30,
})
