// Tiles of shipments: how many are in transit, and how many samples were sent.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { shipmentScope } from '../../shipments/scope.server.ts'
import { daily, move, moves, stock } from './history.server.ts'
import { tile } from './widget.server.ts'

const { Dispatched, PartlyReceived, Received, WithExceptions } = shipmentStatus

const boxes = (user: Caller, where: Sql): Sql => sql`
  from
    shipments h
  where
    (${shipmentScope(user)})
    and ${where}
`
/** A shipment is in transit until its last sample was received. */
const received = `
  (
    select
      max(t.received_date)
    from
      shipment_samples x
      join samples t on t.sample_id = x.sample_id
    where
      x.shipment_id = h.shipment_id
  )
`
const onTheirWay = (user: Caller): Sql => {
  const arrived = sql`h.status_id in (${literal(Received, WithExceptions)})`
  return stock(
    sql`
      select
        count(*) ${boxes(user, sql`h.status_id in (${literal(Dispatched, PartlyReceived)})`)}
    `,
    moves(
      move(
        'h.dispatch_date',
        '1',
        boxes(user, sql`h.status_id in (${literal(Dispatched, PartlyReceived, Received, WithExceptions)})`),
      ),
      move(received, '-1', boxes(user, arrived)),
    ),
    'count',
  )
}
const sentBetween =
  (user: Caller) =>
  (from: Sql, till: Sql): Sql => sql`
    from
      shipments h
      join shipment_samples x using (shipment_id)
    where
      (${shipmentScope(user)})
      and h.status_id in (${literal(Dispatched, PartlyReceived, Received, WithExceptions)})
      and h.dispatch_date >= ${from}
      and h.dispatch_date <= ${till}
  `

export const boxTiles: readonly Statement[] = [
  tile(2023, 'Shipments on their way', onTheirWay, 'shipments'),
  tile(2024, 'Samples sent today', (user) => daily(sql`count(*)`, sentBetween(user), 'count'), 'shipments'),
]
