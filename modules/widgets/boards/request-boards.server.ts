// What waits for the user's decision: a tile that counts it, and a table, the oldest first.
import { sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { decidedBy, waitsFor } from '../../requests/read.server.ts'
import { move, moves, stock } from './history.server.ts'
import { table, tile } from './widget.server.ts'

/** Requests that the user decides about, of any state. */
const decided = (user: Caller): Sql => sql`
  from
    requests q
  where
    ${decidedBy(user)}
`

export const requestTiles: readonly Statement[] = [
  tile(
    2029,
    'Waits for me',
    (user) =>
      stock(
        sql`
          select
            count(*)
          from
            requests q
          where
            ${waitsFor(user)}
        `,
        moves(
          move('q.asked_on', '1', decided(user)),
          move(
            'coalesce(q.decided_on, q.expires_on)',
            '-1',
            sql`
              ${decided(user)}
              and coalesce(q.decided_on, q.expires_on) <= now()
            `,
          ),
        ),
        'count',
      ),
    'requests',
  ),
]

export const requestTables: readonly Statement[] = [
  table(
    2139,
    'Waits for me',
    (user) => sql`
      select
        q.request_id as "RequestId",
        q.asked_on as "AskedOn",
        asker.full_name as "AskedBy",
        q.what as "What",
        q.amount as "Amount",
        q.reason as "Reason"
      from
        requests q
        join users asker on asker.user_id = q.asked_by_id
      where
        ${waitsFor(user)}
      order by
        q.asked_on,
        q.request_id
      limit
        50
    `,
    'requests',
  ),
]
