// Settled without money: what insurers settled and what was written off or withheld as tax, by customer and quarter. It
// has rows, no records; a row opens its customer.
import { datetime, defineModel, integer, money, oneOf, reference, text } from '../../core/model.ts'
import { accounts, withoutMoney } from '../ledger/accounts.rules.ts'

const computed = { computed: true } as const
export const settlements = defineModel({
  id: 'settlements',
  name: 'Settled Without Money',
  singular: 'Settlement',
  icon: 'file-check',
  group: 'Accounts',
  sequence: 75,
  key: ['Line'],
  statementId: 1076,
  opensEach: [['clients', 'ClientId']],
  firstRow: 'Customers come here when an insurer settles, or something is written off.',
  createdBy: [],
  fields: {
    Line: integer('Line', computed),
    Quarter: text('Quarter', computed),
    Customer: text('Customer', computed),
    Seller: text('Seller', computed),
    Account: text('Account', computed),
    Amount: money('Amount', computed),
    ClientId: integer('Customer', computed),
  },
  filters: {
    FromDate: datetime('From Date'),
    ToDate: datetime('To Date'),
    EntityId: reference('Legal Entity or Place', 'organisation'),
    CustomerId: reference('Customer', 'client'),
    Account: oneOf(
      'Account',
      accounts.filter(([account]) => withoutMoney.includes(account)),
    ),
  },
  defaultDays: 90,
  permits: ['list'],
})
