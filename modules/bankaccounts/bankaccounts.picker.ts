// The picker of bank accounts that money is deposited into: statement 141.
import { nameColumn, type Pickers } from '../../web/picker/definition.ts'

export const bankAccountPickers = {
  bankaccount: {
    path: '/api/getdata/141',
    key: 'BankAccountId',
    columns: [nameColumn, { name: 'Number', title: 'Number ends in', width: '120px' }],
    local: true,
    empty: 'No bank account is entered yet',
  },
} satisfies Pickers
