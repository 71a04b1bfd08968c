// Tubes that a party may ship to another now: POST /api/shippablesamples/search/.
import { integer } from '../../../core/model.ts'
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import { routeOf } from '../../../server/route.ts'
import type { Caller } from '../../../server/caller.ts'
import { sampleScope } from '../../samples/scope.server.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { readyToShip } from '../shipments.rules.ts'
import { openShipment } from './tubes.server.ts'

/** Tubes `tube` of tube_facts that are ready at one party and go to the other next. */
export const isShippable = (consignorId: number, consigneeId: number): Sql => sql`
  tube.owner_id = ${consignorId}
  and tube.next_hop_id = ${consigneeId}
  and tube.status_id in (${literal(...readyToShip)})
  and tube.sale_status_id <> ${literal(saleStatus.Cancelled)}
  and tube.is_waited_for
  and ${openShipment} is null
`

const shippable = (user: Caller, consignorId: number, consigneeId: number): Sql => sql`
  select
    coalesce(
      json_agg(
        boxed.tube
        order by
          tube.is_stat desc,
          tube.sample_id
      ),
      '[]'
    )::text as list
  from
    tube_facts tube
    join tubes_in_boxes boxed on boxed.sample_id = tube.sample_id
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
    const { List } = mine ? await db.read.one<{ List: string }>(shippable(user, consignor, consignee)) : { List: '[]' }
    return { json: List }
  },
})
