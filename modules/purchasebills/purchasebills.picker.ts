// The picker of work that was sent to an outside laboratory: statement 144.
import { keyIn, nameColumn, type Pickers } from '../../web/picker/definition.ts'

export const purchaseBillPickers = {
  sentwork: {
    path: '/api/getdata/144',
    key: 'SaleProductId',
    columns: [nameColumn, { name: 'Agreed', title: 'Agreed', width: '110px', kind: 'money' }],
    query: (_session, around) => ({
      SupplierId: keyIn(around, 'SupplierId') ?? 0,
      BuyerId: keyIn(around, 'BuyerId') ?? 0,
    }),
    local: true,
    empty: 'No work waits for a bill. Choose the supplier and who is charged first',
  },
} satisfies Pickers
