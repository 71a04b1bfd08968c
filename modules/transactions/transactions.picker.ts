// The picker of invoices that a receipt is for: the unpaid ones, statement 110, found on the server by their text.
import { nameColumn, type Pickers } from '../../web/picker/definition.ts'

export const transactionPickers = {
  pendinginvoices: {
    path: '/api/getdata/110',
    key: 'InvoiceId',
    columns: [
      { name: 'InvoiceNo', title: 'Invoice No', width: '130px' },
      nameColumn,
      { name: 'Balance', title: 'Balance', width: '90px', kind: 'money' },
    ],
  },
} satisfies Pickers
