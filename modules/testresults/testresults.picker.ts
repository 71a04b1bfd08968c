// Pickers of a work item's status and of the reason for it: items of two lists.
import type { PickerDefinition } from '../../web/picker/definition.ts'
import { workItemReasons, workItemStatuses } from '../lists/items.model.ts'

const itemsOf = (ListId: number, title: string): PickerDefinition => ({
  path: '/api/listitems',
  key: 'ListItemId',
  columns: [{ name: 'ItemLabel', title, width: '1fr' }],
  query: () => ({ ListId }),
  local: true,
})

export const workItemPickers = {
  workitemstatus: itemsOf(workItemStatuses.listId, 'Status'),
  workitemstatusreason: itemsOf(workItemReasons.listId, 'Reason'),
}
