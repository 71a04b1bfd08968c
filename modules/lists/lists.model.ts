// A list: the items that choices are taken from. The program depends on the ids of a restricted one.
import { boolean, defineModel, integer, rows, text, type DraftOf, type RecordOf } from '../../core/model.ts'

const listItemFields = {
  ListItemId: integer('Id', { computed: true }),
  ItemName: text('Name', { maxLength: 40 }),
  ItemLabel: text('Label', { maxLength: 120 }),
  ItemValue: text('Value', { maxLength: 40 }),
}
export const listFields = {
  ListId: integer('List Id', { computed: true }),
  ListName: text('List Name', { required: 'List Name is required', maxLength: 80 }),
  Restricted: boolean('Restricted'),
  ListItems: rows('List Items', listItemFields, {
    rowKey: 'ListItemId',
    rowCounts: 'ItemName',
    kept: { table: 'list_items', order: 'sequence' },
  }),
}
export type List = RecordOf<typeof listFields>
export type ListDraft = DraftOf<typeof listFields>

export const lists = defineModel({
  id: 'lists',
  name: 'Lists',
  singular: 'List',
  icon: 'list-details',
  group: 'Set-up',
  sequence: 100,
  key: ['ListId'],
  statementId: 1017,
  fields: listFields,
  list: ['ListId', 'ListName', 'Restricted', { Items: 'integer?' }],
  filters: { Name: text('Name') },
  permits: ['list', 'read', 'create', 'update'],
})
