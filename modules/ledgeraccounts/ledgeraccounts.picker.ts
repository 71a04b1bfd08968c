// The picker of own accounts that money is posted to: statement 146.
import type { Pickers } from '../../web/picker/definition.ts'

export const ledgerAccountPickers = {
  ledgeraccount: {
    path: '/api/getdata/146',
    key: 'LedgerAccountId',
    columns: [
      { name: 'Account', title: 'Account', width: 'minmax(200px, 1fr)' },
      { name: 'Kind', title: 'Kind', width: '120px' },
    ],
    local: true,
    empty: 'No own account is entered yet',
  },
} satisfies Pickers
