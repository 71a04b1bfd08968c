// Lists on the server: the same for every entity, read with their items.
import { integer } from '../../core/model.ts'
import { allOf } from '../../core/refusal.ts'
import { sql } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import { moduleOf } from '../../server/module.ts'
import { usesOf } from '../../server/table/uses.ts'
import { refusedBy } from '../../server/refusal.ts'
import { json, routeOf, type Route } from '../../server/route.ts'
import { like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { droppedItems, mayChangeList, mayDropItems, mayDropUsed, mayKeepMasters } from './keepers.rules.ts'
import { refuseOthers, saveShared, sharedOf } from './keepers.server.ts'
import { lists } from './lists.model.ts'
import { itemsOfList } from '../../core/answer/questions.ts'

const place = { model: lists, table: 'lists', alias: 'list', keyColumn: 'list_id' }

const list = listOf(lists, {
  ...recordsOf(place),
  sort: 'ListId',
  columns: { Items: '(select count(*)::int from list_items item where item.list_id = list.list_id)' },
  names: '',
  filters: { Name: like('list.list_name') },
  scope: () => sql`true`,
})

const routes: readonly Route[] = [
  routeOf({
    method: 'GET',
    ...itemsOfList,
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Items of a list',
    query: { ListId: integer('List', { required: 'ListId is missing' }) },
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            ${shown('list_items', ['ListItemId', 'ItemName', 'ItemLabel', 'ItemValue'])}
          from
            list_items
          where
            list_id = ${call.query.ListId}
          order by
            sequence,
            list_item_id
        `),
      ),
  }),
]

export const listsServer = moduleOf(lists, {
  ...sharedOf(place),
  decide: {
    create: (user) => mayKeepMasters(user),
    update: (record, user) => allOf(mayKeepMasters(user), mayChangeList(record, user)),
  },
  save: async (context) => {
    // only users who may change the list learn where an item is used
    await refuseOthers(context)
    const gone = droppedItems(context.before, context.record)
    const uses = await usesOf(
      context.tx,
      'list_items',
      gone.map((item) => Number(item.ListItemId)),
    )
    const decision = allOf(mayDropItems(context.before, context.record), mayDropUsed(gone, uses))
    if (!decision.ok) throw refusedBy(decision)
    return saveShared(place, context)
  },
  statements: [{ id: 1017, name: 'Lists', module: 'lists', parameters: {}, list }],
  routes,
})
