// An outside lab loses its last user while tubes travel to it: from then on it is one without users, and the lab that
// sent them enters their results.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { FollowContext } from '../../../server/module.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { referOut } from '../../sales/tubes/refer.server.ts'
import type { userFields } from '../../users/users.model.ts'

type Travelling = { readonly From: number; readonly Tubes: number[] }
/** Tubes in transit to a lab of which no work is referred out yet, by their sender. */
const travellingTo = (tx: Tx, to: number): Promise<Travelling[]> =>
  tx.rows<Travelling>(sql`
    select
      shipment.consignor_id as "from",
      array_agg(
        packed.sample_id
        order by
          packed.sample_id
      ) as tubes
    from
      shipments shipment
      join shipment_samples packed on packed.shipment_id = shipment.shipment_id
      and packed.status_id = ${literal(sampleStatus.Dispatched)}
    where
      shipment.consignee_id = ${to}
      and shipment.status_id in (${literal(shipmentStatus.Dispatched, shipmentStatus.PartlyReceived)})
      and not exists (
        select
          1
        from
          sample_elements placed
          join work_items item on item.sample_element_id = placed.sample_element_id
        where
          placed.sample_id = packed.sample_id
          and item.keeper_id is not null
      )
    group by
      shipment.consignor_id
    order by
      shipment.consignor_id
  `)

type Changed = FollowContext<typeof userFields>
const placesOf = (user: Changed['before']): number[] =>
  user?.IsActive === true ? (user.Entities ?? []).map(({ ClientId }) => Number(ClientId)) : []

export const followUser = async ({ tx, user, before, after }: Changed): Promise<void> => {
  const still = new Set(placesOf(after))
  for (const to of placesOf(before).filter((place) => !still.has(place)))
    for (const { From, Tubes } of await travellingTo(tx, to))
      await referOut(tx, { tubes: Tubes, from: From, to, userId: user.UserId })
}
