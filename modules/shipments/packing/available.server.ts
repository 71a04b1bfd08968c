// Tubes that a party may ship to another now: POST /api/shippablesamples/search/.
import { integer } from '../../../core/model.ts'
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { routeOf } from '../../../server/route.ts'
import type { Caller } from '../../../server/caller.ts'
import { sampleScope } from '../../samples/scope.server.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { readyToShip } from '../shipments.rules.ts'
import { openShipment } from './tubes.server.ts'

/** Tubes `t` of tube_facts that are ready at one party and go to the other next. */
export const isShippable = (consignorId: number, consigneeId: number): Sql => sql`
  t.owner_id = ${consignorId}
  and t.next_hop_id = ${consigneeId}
  and t.status_id in (${literal(...readyToShip)})
  and t.sale_status_id <> ${literal(saleStatus.Cancelled)}
  and t.is_waited_for
  and ${openShipment} is null
`

const shippable = (user: Caller, consignorId: number, consigneeId: number): Sql => sql`
  select
    coalesce(
      json_agg(
        boxed.tube
        order by
          t.is_stat desc,
          t.sample_id
      ),
      '[]'
    )::text as list
  from
    tube_facts t
    join tubes_in_boxes boxed on boxed.sample_id = t.sample_id
  where
    ${isShippable(consignorId, consigneeId)}
    and (${sampleScope(user)})
`

export const shippableRoute = routeOf({
  method: 'POST',
  path: 'shippablesamples/search/',
  access: { module: 'shipments', permit: 'read' },
  scope: 'tubes that the entity itself owns, inside the scope of samples',
  summary: 'Samples that are ready at a consignor and go to a consignee next, as a JSON text',
  body: {
    ConsignorId: integer('Consignor', { required: 'ConsignorId is missing' }),
    // a hint: the type is looked up where it matters
    SenderTypeId: integer('Sender type'),
    ConsigneeId: integer('Consignee'),
  },
  handler: async ({ db, user, body }) => {
    const [consignor, consignee] = [Number(body.ConsignorId), Number(body.ConsigneeId ?? 0)]
    const mine = user.Clients.includes(consignor)
    const { list } = mine ? await db.read.one<{ list: string }>(shippable(user, consignor, consignee)) : { list: '[]' }
    return { json: list }
  },
})
