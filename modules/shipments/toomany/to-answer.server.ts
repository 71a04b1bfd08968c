// Which tubes that came without being listed a user's place has to answer about.
import { entityType } from '../../../core/user.ts'
import { sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'

/** A `shipment` whose sender is the place of the user; at the legal entity, every one of its places. */
export const isSentBy = (user: Caller): Sql =>
  user.EntityTypeId === entityType.LegalEntity
    ? sql`shipment.consignor_id = any (${[...user.Clients]})`
    : sql`shipment.consignor_id = ${user.EntityId}`

/** A `shipment` of that sender with a tube about which nobody answered yet. */
export const waitsForAnswerOf = (user: Caller): Sql => sql`
  ${isSentBy(user)}
  and shipment.shipment_id in (
    select
      packed.shipment_id
    from
      shipment_samples packed
    where
      packed.asked_at is not null
      and packed.answered_at is null
  )
`
