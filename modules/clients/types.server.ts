// The types of clients, and those of them that buy.
import type { Question } from '../../core/answer/answer.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import { json, type Route } from '../../server/route.ts'
import { buyerTypes, clientTypes } from '../lists/items.model.ts'
import { typesOfBuyers, typesOfClients } from './acts/answers.model.ts'

const typesAt = (question: Question, summary: string, which: Sql): Route => ({
  method: 'GET',
  ...question,
  access: 'role',
  scope: 'the same rows for every signed-in user',
  summary,
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
          and ${which}
        order by
          list_item_id
      `),
    ),
})

export const typeRoutes: readonly Route[] = [
  typesAt(typesOfClients, 'Client types', sql`true`),
  typesAt(typesOfBuyers, 'Client types that buy', sql`list_item_id = any (${buyerTypes})`),
]
