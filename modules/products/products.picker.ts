// The picker of the catalogue, without prices: statement 103.
import { codeColumn, nameColumn, type Pickers } from '../../web/picker/definition.ts'

export const productPickers = {
  anyproduct: {
    path: '/api/getdata/103',
    key: 'ProductId',
    columns: [codeColumn(90), nameColumn],
    local: true,
  },
} satisfies Pickers
