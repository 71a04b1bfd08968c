// The day book: every entry of the books with its document. It has rows, no records; a row opens its document.
import { datetime, defineModel, integer, money, oneOf, reference, text } from '../../core/model.ts'
import { accounts } from '../ledger/accounts.rules.ts'

const computed = { computed: true } as const
export const daybook = defineModel({
  id: 'daybook',
  name: 'Day Book',
  singular: 'Entry',
  icon: 'clipboard-list',
  group: 'Accounts',
  sequence: 71,
  key: ['EntryId'],
  statementId: 1071,
  opensEach: [
    ['referrals', 'ReferralId'],
    ['tranbatches', 'BatchId'],
    ['transactions', 'TransactionId'],
    ['invoices', 'InvoiceId'],
  ],
  firstRow: 'Entries come here when a client is billed, pays or is credited.',
  createdBy: [],
  fields: {
    EntryId: integer('Entry', computed),
    Date: datetime('Date', computed),
    Voucher: text('Voucher', computed),
    VoucherNo: text('Voucher No', computed),
    Account: text('Account', computed),
    Party: text('Party', computed),
    Debit: money('Debit', computed),
    Credit: money('Credit', computed),
    Particulars: text('Particulars', computed),
    Seller: text('Seller', computed),
    ReferralId: integer('Referral', computed),
    BatchId: integer('Batch', computed),
    TransactionId: integer('Transaction', computed),
    InvoiceId: integer('Invoice', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    EntityId: reference('Legal Entity or Place', 'organisation'),
    Account: oneOf('Account', accounts),
    PartyId: reference('Party', 'client'),
    VoucherNo: text('Voucher No'),
  },
  defaultDays: 0,
  permits: ['list'],
})
