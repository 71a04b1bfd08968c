// A bank account of a legal entity or a laboratory: a money account of its own in the ledger.
import {
  boolean,
  date,
  defineModel,
  integer,
  money,
  object,
  reference,
  text,
  yesNo,
  type DraftOf,
  type Field,
  type RecordOf,
} from '../../core/model.ts'

/** The heading of a column in the files of the bank; the first import finds the usual ones. */
const heading = (label: string): Field<string | null> => text(label, { maxLength: 60 })

export const bankAccountFields = {
  BankAccountId: integer('Bank Account Id', { computed: true }),
  OwnerId: reference('Account Holder', 'place', { required: 'Account Holder is required', names: 'Owner' }),
  Owner: object('Account Holder', { ClientId: integer('Id'), Name: text('Name') }),
  Name: text('Name', { required: 'Name is required', maxLength: 100 }),
  /** Whole, or its last digits. */
  Number: text('Account Number', {
    required: 'Account Number is required',
    maxLength: 34,
    pattern: /^[\dA-Za-z]{3,34}$/,
    patternMessage: 'Digits only, the last three at least',
    hint: 'Whole, or its last digits',
  }),
  Ifsc: text('IFSC', {
    maxLength: 11,
    pattern: /^[A-Za-z]{4}0[\dA-Za-z]{6}$/,
    patternMessage: 'Four letters, 0 and six letters or digits, like HDFC0001234',
  }),
  OpeningDate: date('Opening Day', {
    required: 'Opening Day is required',
    notFuture: 'Opening Day cannot be in the future',
  }),
  /** What it held at the beginning of the opening day; below zero: overdrawn. */
  OpeningBalance: money('Opening Balance', { otherwise: 0 }),
  IsDefault: boolean('Receipts Are Expected Here'),
  IsActive: boolean('Active'),
  DateColumn: heading('Day'),
  DescriptionColumn: heading('Description'),
  ReferenceColumn: heading('Reference'),
  DebitColumn: heading('Paid Out'),
  CreditColumn: heading('Paid In'),
  BalanceColumn: heading('Balance After'),
  /** In the ledger. */
  Balance: money('Balance', { computed: true }),
}
export type BankAccount = RecordOf<typeof bankAccountFields>
export type BankAccountDraft = DraftOf<typeof bankAccountFields>

export const bankaccounts = defineModel({
  id: 'bankaccounts',
  name: 'Bank Accounts',
  singular: 'Bank Account',
  icon: 'building',
  group: 'Accounts',
  sequence: 44,
  key: ['BankAccountId'],
  statementId: 1061,
  fields: bankAccountFields,
  list: ['BankAccountId', 'Name', 'Number', 'Ifsc', { Owner: 'text?' }, 'Balance', 'IsDefault', 'IsActive', 'OwnerId'],
  filters: {
    Name: text('Name'),
    IsActive: yesNo('Active'),
  },
  permits: ['list', 'read', 'create', 'update'],
})
