// The types of clients, and those of them that buy.
import { sql } from '../../server/db/db.ts'
import { json, type Route } from '../../server/route.ts'
import { clientType, clientTypes } from '../lists/items.model.ts'

const buyers = [clientType.Lab, clientType.Patient, clientType.CollectionCentre, clientType.Institution]
export const typeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'clienttypes',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Client types',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            list_item_id as "ClientTypeId",
            item_label as "Name"
          from
            list_items
          where
            list_id = ${clientTypes.listId}
          order by
            list_item_id
        `),
      ),
  },
  {
    method: 'GET',
    path: 'buyertypes',
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Client types that buy',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            list_item_id as "ClientTypeId",
            item_label as "Name"
          from
            list_items
          where
            list_id = ${clientTypes.listId}
            and list_item_id = any (${buyers})
          order by
            list_item_id
        `),
      ),
  },
]
