// The picker of an invoice's buyer: those with sales to invoice, by kind.
import { codeColumn, keyIn, nameColumn, type Pickers } from '../../web/picker/definition.ts'
import { clientType } from '../lists/items.model.ts'

const centres = { label: 'Collection centres', type: clientType.CollectionCentre }
const institutions = { label: 'Institutions', type: clientType.Institution }

export const invoicePickers = {
  invoicebuyer: {
    path: '/api/getdata/114',
    key: 'ClientId',
    columns: [
      nameColumn,
      codeColumn(84),
      { name: 'Sales', title: 'Sales', width: '64px', kind: 'number' },
      { name: 'NetAmount', title: 'To invoice', width: '120px', kind: 'money' },
    ],
    local: true,
    empty: 'No buyer has sales to invoice',
    choices: ({ Entity }, around) => {
      const SellerId = keyIn(around, 'SellerId')
      const of = (type?: number) => ({
        ...(SellerId !== undefined && { SellerId }),
        ...(type !== undefined && { ClientTypeId: type }),
      })
      const kinds = Entity.ClientTypeId === clientType.Lab ? [centres, institutions] : [institutions, centres]
      return [{ label: 'To invoice', query: of() }, ...kinds.map(({ label, type }) => ({ label, query: of(type) }))]
    },
  },
} satisfies Pickers
