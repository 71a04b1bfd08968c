// The party ledger: what each party owes and paid, entry by entry, with a running balance.
import { references, reference } from '../../core/model.ts'
import { ofPeriod, reportModel } from '../ledger/report.model.ts'
import { ledgerQuery } from './partyledger.rules.ts'

const { FromDate, ToDate } = ofPeriod
export const partyledger = reportModel({
  id: 'partyledger',
  name: 'Party Ledger',
  icon: 'book',
  sequence: 50,
  statementId: 1032,
  list: [
    {
      Line: 'integer?',
      ClientId: 'integer?',
      Client: 'text?',
      Date: 'datetime?',
      VoucherType: 'text?',
      VoucherNo: 'text?',
      Particulars: 'text?',
      Seller: 'text?',
      Debit: 'money?',
      Credit: 'money?',
      Balance: 'money?',
      DueDate: 'date?',
    },
  ],
  filters: {
    FromDate,
    ToDate,
    BuyerId: reference('Buyer', 'client'),
    ClientIdList: references('Buyers', 'client'),
    SellerId: reference('Seller', 'seller'),
  },
  askedWith: ledgerQuery,
})
