// What waits for the user's decision: a tile that counts requests, and a table of them and of batches whose difference
// waits, the oldest first.
import { isSupervisor } from '../../../core/user.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { decidedBy, waitsFor } from '../../requests/read.server.ts'
import { batchScope, batchStatus } from '../../tranbatches/read.server.ts'
import { move, moves, stock } from './history.server.ts'
import { table, tile } from './widget.server.ts'
import { waitsForMe } from '../answers.model.ts'

/** Requests that the user decides about, of any state. */
const decided = (user: Caller): Sql => sql`
  from
    requests request
  where
    ${decidedBy(user)}
`

export const requestTiles: readonly Statement[] = [
  tile(
    2029,
    'Requests that wait',
    (user) =>
      stock(
        sql`
          select
            count(*)
          from
            requests request
          where
            ${waitsFor(user)}
        `,
        moves(
          move('request.asked_on', '1', decided(user)),
          move(
            'coalesce(request.decided_on, request.expires_on)',
            '-1',
            sql`
              ${decided(user)}
              and coalesce(request.decided_on, request.expires_on) <= now()
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
    waitsForMe,
    'Waits for me',
    (user) => sql`
      select
        waiting.*
      from
        (
          select
            request.request_id as "RequestId",
            null::int as "BatchId",
            request.asked_on as "AskedOn",
            asker.full_name as "AskedBy",
            request.what as "What",
            request.amount as "Amount",
            request.reason as "Reason"
          from
            requests request
            join users asker on asker.user_id = request.asked_by_id
          where
            ${waitsFor(user)}
          union all
          select
            null,
            batch.batch_id,
            batch.close_date,
            owner.full_name,
            concat('Confirm the difference of batch ', batch.batch_id),
            sums.counted - sums.expected,
            batch.remarks
          from
            tran_batches batch
            join batch_sums sums using (batch_id)
            join users owner on owner.user_id = batch.owner_id
          where
            ${isSupervisor(user)}
            and batch.owner_id <> ${user.UserId}
            and ${raw(batchStatus)} = 'Unconfirmed'
            and (${batchScope(user)})
        ) waiting
      order by
        waiting."AskedOn"
      limit
        50
    `,
    'requests',
  ),
]
