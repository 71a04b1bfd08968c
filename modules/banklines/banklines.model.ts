// A line of a bank's statement, and what it is matched with: receipts that are not cash, and deposits.
import {
  boolean,
  date,
  datetime,
  defineModel,
  integer,
  money,
  object,
  reference,
  rows,
  text,
  yesNo,
} from '../../core/model.ts'

const computed = { computed: true } as const
const itemFields = {
  BankMatchId: integer('Match', computed),
  TransactionId: integer('Transaction', computed),
  BatchOutId: integer('Deposit', computed),
  Day: date('Day', computed),
  What: text('What', computed),
  Reference: text('Reference', computed),
  /** Of a deposit: its batch, and the slip that is kept there. */
  BatchId: integer('Batch', computed),
  SlipFileId: integer('Slip', computed),
  Amount: money('Amount', computed),
  IsUndone: boolean('Undone', computed),
  UndoReason: text('Because', computed),
}
export const bankLineFields = {
  BankLineId: integer('Line', computed),
  BankAccount: object('Bank Account', { BankAccountId: integer('Id'), Name: text('Name') }),
  Day: date('Day', computed),
  Description: text('Description', computed),
  Reference: text('Reference', computed),
  /** Below zero where the bank paid out. */
  Amount: money('Amount', computed),
  Balance: money('Balance', computed),
  IsMatched: boolean('Matched', computed),
  /** What the bank, or who settles for it, kept of it. */
  Fee: money('Fee', computed),
  /** Where it is posted to whole, since it is neither receipt nor deposit: code and name. */
  OwnAccount: text('Own Account', computed),
  MatchedBy: object('Matched by', { UserId: integer('Id'), FullName: text('Name') }),
  MatchedAt: datetime('Matched', computed),
  Items: rows('Matched With', itemFields, {
    rowKey: 'BankMatchId',
    computed: true,
    from: { view: 'bank_line_item_rows', order: ['bank_match_id', 'day', 'transaction_id', 'batch_out_id'] },
  }),
}

/** What is sent of a match. */
export const matchFields = {
  Items: rows('Matched With', { TransactionId: integer('Transaction'), BatchOutId: integer('Deposit') }),
  Fee: money('Fee', { min: 0, max: 1_000_000_000, range: 'Fee cannot be below 0', otherwise: 0 }),
}

/** What is sent of a line that is neither receipt nor deposit. */
export const toAccountFields = {
  LedgerAccountId: reference('Own Account', 'ledgeraccount', { required: 'Own Account is required' }),
}

export const banklines = defineModel({
  id: 'banklines',
  name: 'Bank Statements',
  singular: 'Line of a Bank Statement',
  icon: 'list-details',
  group: 'Accounts',
  sequence: 46,
  key: ['BankLineId'],
  statementId: 1062,
  createdBy: [],
  firstRow: 'Import a statement at its bank account.',
  fields: bankLineFields,
  list: [
    'BankLineId',
    'Day',
    { BankAccount: 'text?' },
    'Description',
    'Reference',
    'Amount',
    'Balance',
    'IsMatched',
    { AgeDays: 'integer?', BankAccountId: 'integer?' },
  ],
  filters: {
    FromDate: date('From Date'),
    ToDate: date('To Date'),
    BankAccountId: reference('Bank Account', 'bankaccount'),
    Text: text('Description or Reference'),
    IsMatched: yesNo('Matched'),
  },
  defaultFilter: { IsMatched: 'false' },
  permits: ['list', 'read', 'update'],
})
