// What is owed to each supplier at the end of a day, by how late it is; a row opens it.
import { datetime, reference, yesNo } from '../../core/model.ts'
import { amounts, ofPeriod, reportModel } from '../ledger/report.model.ts'

export const payables = reportModel({
  id: 'payables',
  name: 'Payables',
  icon: 'coins',
  sequence: 52,
  statementId: 1080,
  opensEach: [['clients', 'ClientId']],
  fields: amounts('NotDue', 'UpToThirtyDays', 'UpToSixtyDays', 'UpToNinetyDays', 'OverNinetyDays', 'PaidAhead'),
  list: [
    {
      Line: 'integer?',
      Supplier: 'text?',
      Place: 'text?',
      NotDue: 'money?',
      UpToThirtyDays: 'money?',
      UpToSixtyDays: 'money?',
      UpToNinetyDays: 'money?',
      OverNinetyDays: 'money?',
      PaidAhead: 'money?',
      Total: 'money?',
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
