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
  filters: {
    ToDate: datetime('As Of'),
    EntityId: ofPeriod.EntityId,
    SupplierId: reference('Supplier', 'supplier'),
    IsLate: yesNo('Late'),
  },
})
