// The day book: every entry of the books; a row opens its document.
import { oneOf, reference, text } from '../../core/model.ts'
import { accounts } from '../ledger/accounts.rules.ts'
import { ofPeriod, reportModel } from '../ledger/report.model.ts'

export const daybook = reportModel({
  id: 'daybook',
  name: 'Day Book',
  icon: 'clipboard-list',
  sequence: 71,
  key: ['EntryId'],
  statementId: 1071,
  list: [
    {
      EntryId: 'integer?',
      Date: 'datetime?',
      Voucher: 'text?',
      VoucherNo: 'text?',
      Account: 'text?',
      Party: 'text?',
      Debit: 'money?',
      Credit: 'money?',
      Particulars: 'text?',
      Seller: 'text?',
      ReferralId: 'integer?',
      BatchId: 'integer?',
      TransactionId: 'integer?',
      InvoiceId: 'integer?',
      PurchaseBillId: 'integer?',
      TdsDeductionId: 'integer?',
    },
  ],
  opensEach: [
    ['referrals', 'ReferralId'],
    ['tranbatches', 'BatchId'],
    ['transactions', 'TransactionId'],
    ['invoices', 'InvoiceId'],
    ['purchasebills', 'PurchaseBillId'],
    ['tds', 'TdsDeductionId'],
  ],
  filters: {
    ...ofPeriod,
    Account: oneOf('Account', accounts),
    LedgerAccountId: reference('Own Account', 'ledgeraccount'),
    PartyId: reference('Party', 'client'),
    VoucherNo: text('Voucher No'),
  },
})
