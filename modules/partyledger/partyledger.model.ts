// The party ledger: what each party owes and paid, entry by entry, with a running balance. It has rows, no records.
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

const computed = { computed: true } as const
const filters = {
  FromDate: datetime('From Date'),
  ToDate: datetime('To Date'),
  BuyerId: reference('Buyer', 'client'),
  ClientIdList: references('Buyers', 'client'),
  SellerId: reference('Seller', 'seller'),
} satisfies Filters

export const partyledger = defineModel({
  id: 'partyledger',
  name: 'Party Ledger',
  singular: 'Party Ledger',
  icon: 'book',
  group: 'Accounts',
  sequence: 50,
  key: ['Line'],
  statementId: 1032,
  firstRow: 'Entries come here when a client is billed, pays or is credited.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    ClientId: integer('Client Id', computed),
    Client: text('Client', computed),
    Date: datetime('Date', computed),
    VoucherType: text('Voucher Type', computed),
    VoucherNo: text('Voucher No', computed),
    Particulars: text('Particulars', computed),
    Seller: text('Seller', computed),
    Debit: money('Debit', computed),
    Credit: money('Credit', computed),
    Balance: money('Balance', computed),
    DueDate: date('Due Date', computed),
  },
  filters,
  defaultDays: 0,
  askedWith: ledgerQuery,
  permits: ['list'],
})
