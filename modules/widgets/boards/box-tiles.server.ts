// Tiles of shipments: how many are in transit, how many samples were sent, and about how many their sender is asked.
import { literal, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import type { Statement } from '../../../server/read/statement.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { shipmentScope } from '../../shipments/scope.server.ts'
import { isSentBy } from '../../shipments/toomany/to-answer.server.ts'
import { daily, move, moves, stock } from './history.server.ts'
import { tile } from './widget.server.ts'

const { Dispatched, PartlyReceived, Received, WithExceptions } = shipmentStatus

const boxes = (user: Caller, where: Sql): Sql => sql`
  from
    shipments shipment
  where
    (${shipmentScope(user)})
    and ${where}
`
/** A shipment is in transit until its last sample was received. */
const received = `
  (
    select
      max(tube.received_date)
    from
      shipment_samples packed
      join samples tube on tube.sample_id = packed.sample_id
    where
      packed.shipment_id = shipment.shipment_id
  )
`
const onTheirWay = (user: Caller): Sql => {
  const arrived = sql`shipment.status_id in (${literal(Received, WithExceptions)})`
  return stock(
    sql`
      select
        count(*) ${boxes(user, sql`shipment.status_id in (${literal(Dispatched, PartlyReceived)})`)}
    `,
    moves(
      move(
        'shipment.dispatch_date',
        '1',
        boxes(user, sql`shipment.status_id in (${literal(Dispatched, PartlyReceived, Received, WithExceptions)})`),
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
      shipments shipment
      join shipment_samples packed using (shipment_id)
    where
      (${shipmentScope(user)})
      and shipment.status_id in (${literal(Dispatched, PartlyReceived, Received, WithExceptions)})
      and shipment.dispatch_date >= ${from}
      and shipment.dispatch_date <= ${till}
  `

/** Tubes that came in a box which did not list them, about which the user's place was asked. */
const asked = (user: Caller): Sql => sql`
  from
    shipment_samples packed
    join shipments shipment on shipment.shipment_id = packed.shipment_id
  where
    ${isSentBy(user)}
    and packed.asked_at is not null
`
const toAnswer = (user: Caller): Sql =>
  stock(
    sql`
      select
        count(*) ${asked(user)}
        and packed.answered_at is null
    `,
    moves(move('packed.asked_at', '1', asked(user)), move('packed.answered_at', '-1', asked(user))),
    'count',
  )

export const boxTiles: readonly Statement[] = [
  tile(2023, 'Shipments on their way', onTheirWay, 'shipments'),
  tile(2024, 'Samples sent today', (user) => daily(sql`count(*)`, sentBetween(user), 'count'), 'shipments'),
  tile(2030, 'Samples to answer about', toAnswer, 'shipments'),
]
