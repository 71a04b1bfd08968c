// The party ledger: what each party owes and paid, entry by entry, with the balance running. It has rows, no records.
import {
  date,
  datetime,
  defineModel,
  integer,
  money,
  reference,
  references,
  text,
  type Filters,
} from '../../core/model.ts'
import { ledgerQuery } from './partyledger.rules.ts'

const filters = {
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
  BuyerId: reference('Buyer', 'client'),
  BuyerIds: references('Buyers', 'client'),
} satisfies Filters

export const partyledger = defineModel({
  id: 'partyledger',
  name: 'Party Ledger',
  singular: 'Party Ledger',
  icon: 'book',
  group: 'Accounts',
  sequence: 50,
  key: ['ClientId'],
  statementId: 1032,
  createdBy: [],
  fields: {
    ClientId: integer('Client Id'),
    Client: text('Client'),
    Date: datetime('Date'),
    VoucherType: text('Voucher Type'),
    VoucherNo: text('Voucher No'),
    Particulars: text('Particulars'),
    Debit: money('Debit'),
    Credit: money('Credit'),
    Balance: money('Balance'),
    DueDate: date('Due Date'),
  },
  filters,
  defaultDays: 5,
  askedWith: ledgerQuery,
  permits: ['list'],
})
