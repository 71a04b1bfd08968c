// Lists on the server: the same for every entity, read with their items.
import { sql } from '../../server/db.ts'
import type { ServerModule } from '../../server/module.ts'
import { like, type ListPlan } from '../../server/statement.ts'
import { lists } from './lists.model.ts'

const list: ListPlan = {
  from: 'lists l',
  alias: 'l',
  key: 'l.list_id',
  sort: 'ListId',
  columns: {
    ListId: 'l.list_id',
    ListName: 'l.list_name',
    Restricted: 'l.restricted',
    Items: '(select count(*)::int from list_items i where i.list_id = l.list_id)',
  },
  names: '',
  filterFields: lists.filters,
  filters: { Name: like('l.list_name') },
  scope: () => sql`true`,
}

export const listsServer: ServerModule = {
  model: lists,
  table: 'lists',
  alias: 'l',
  keyColumn: 'list_id',
  scope: () => sql`true`,
  read: (key) =>
    sql`select l.list_id as "ListId", l.list_name as "ListName", l.restricted as "Restricted",
    (select coalesce(json_agg(json_build_object('ListItemId', i.list_item_id, 'ItemName', i.item_name, 'ItemLabel', i.item_label, 'ItemValue', i.item_value) order by i.sequence, i.list_item_id), '[]') from list_items i where i.list_id = l.list_id) as "ListItems"
    from lists l where l.list_id = ${key}`,
  statements: [{ id: 1017, name: 'Lists', module: 'lists', parameters: {}, list }],
}
