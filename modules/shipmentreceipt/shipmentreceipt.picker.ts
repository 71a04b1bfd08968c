// The picker of the status at receipt: items of the list of sample statuses.
import type { Pickers } from '../../web/picker/definition.ts'
import { sampleStatuses } from '../lists/items.model.ts'

export const receiptPickers: Pickers = {
  samplestatus: {
    path: '/api/listitems',
    key: 'ListItemId',
    columns: [{ name: 'ItemLabel', title: 'Status', width: '1fr' }],
    query: () => ({ ListId: sampleStatuses.listId }),
    local: true,
  },
}
