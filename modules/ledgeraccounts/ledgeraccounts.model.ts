// Accounts of a legal entity's own, beside those that the business posts to by itself.
import {
  boolean,
  defineModel,
  integer,
  money,
  object,
  oneOf,
  reference,
  text,
  yesNo,
  type DraftOf,
} from '../../core/model.ts'

const accountKinds = [
  ['expense', 'Expense'],
  ['income', 'Income'],
  ['asset', 'Asset'],
  ['liability', 'Liability'],
] as const
export type AccountKind = (typeof accountKinds)[number][0]

export const ledgerAccountFields = {
  LedgerAccountId: integer('Own Account Id', { computed: true }),
  /** The legal entity of the place at which it was entered. */
  EntityId: reference('Legal Entity', 'legalentity', { computed: true, names: 'Entity' }),
  Entity: object('Legal Entity', { ClientId: integer('Id'), Name: text('Name') }),
  Code: text('Code', {
    required: 'Code is required',
    maxLength: 10,
    pattern: /^\d{1,10}$/,
    patternMessage: 'Digits only, ten at most',
  }),
  Name: text('Name', { required: 'Name is required', maxLength: 100 }),
  Kind: oneOf('Kind', accountKinds, { required: 'Kind is required' }),
  IsActive: boolean('Active'),
  /** In the books of the places that the reader works for; a debit is above zero. */
  Balance: money('Balance', { computed: true }),
}
export type LedgerAccountDraft = DraftOf<typeof ledgerAccountFields>

export const ledgeraccounts = defineModel({
  id: 'ledgeraccounts',
  name: 'Own Accounts',
  singular: 'Own Account',
  icon: 'list-details',
  group: 'Accounts',
  sequence: 43,
  key: ['LedgerAccountId'],
  statementId: 1091,
  fields: ledgerAccountFields,
  list: ['LedgerAccountId', 'Code', 'Name', 'Kind', { Entity: 'text?' }, 'IsActive'],
  filters: {
    Name: text('Name'),
    Kind: oneOf('Kind', accountKinds),
    IsActive: yesNo('Active'),
  },
  permits: ['list', 'read', 'create', 'update'],
})
