// What is owed to each supplier at the end of a day, by how late it is; a row opens it.
import { datetime, reference, yesNo } from '../../core/model.ts'
import { amounts, byAge, ofPeriod, reportModel } from '../ledger/report.model.ts'

/** What each row adds to the totals. */
export const payablesSums = { ...byAge, ...amounts('PaidAhead', 'Total') }
export const payables = reportModel({
  id: 'payables',
  name: 'Payables',
  icon: 'coins',
  sequence: 52,
  statementId: 1080,
  opensEach: [['clients', 'ClientId']],
  fields: payablesSums,
  list: [
    {
      Line: 'integer?',
      Supplier: 'text?',
      Place: 'text?',
      ...payablesSums,
      ClientId: 'integer?',
    },
  ],
  filters: {
    ToDate: datetime('As Of'),
    EntityId: ofPeriod.EntityId,
    SupplierId: reference('Supplier', 'supplier'),
    IsLate: yesNo('Late'),
  },
})
