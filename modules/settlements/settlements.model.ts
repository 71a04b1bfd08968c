// Settled without money: what insurers settled and what was written off, by customer and quarter; a row opens its
// customer.
import { oneOf, reference } from '../../core/model.ts'
import { accounts, withoutMoney } from '../ledger/accounts.rules.ts'
import { ofPeriod, reportModel } from '../ledger/report.model.ts'

export const settlements = reportModel({
  id: 'settlements',
  name: 'Settled Without Money',
  icon: 'file-check',
  sequence: 75,
  statementId: 1076,
  list: [
    {
      Line: 'integer?',
      Quarter: 'text?',
      Customer: 'text?',
      Seller: 'text?',
      Account: 'text?',
      Amount: 'money?',
      ClientId: 'integer?',
    },
  ],
  opensEach: [['clients', 'ClientId']],
  filters: {
    ...ofPeriod,
    CustomerId: reference('Customer', 'client'),
    Account: oneOf(
      'Account',
      accounts.filter(([account]) => withoutMoney.includes(account)),
    ),
  },
  defaultDays: 90,
})
