// Sales of a leg, and the legs that a report has.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { clientType } from '../lists/items.model.ts'
import type { Leg } from './legs.rules.ts'

/** The legs that a report has: for the legal entity that of the patient, so that a test is counted once. */
export const legFor = (user: Caller, leg: Leg | null | undefined): Leg =>
  leg ?? (user.EntityTypeId === clientType.LegalEntity ? 'patient' : 'both')
/**
 * Sales (`alias`) of a leg. What one of the user's places sells to another is between them; what is sold for a patient
 * of somebody else's is the first that these books have.
 */
export const ofLeg = (user: Caller, leg: Leg, alias = 'sale'): Sql => {
  if (leg === 'both') return sql`true`
  const between = sql`
    exists (
      select
        1
      from
        sales base
      where
        base.sale_id = ${raw(alias)}.base_sale_id
        and base.seller_id = any (${[...user.Clients]})
    )
  `
  // where few sales or none are on another, they are found by it
  return leg === 'between'
    ? sql`
        ${raw(alias)}.base_sale_id is not null
        and ${between}
      `
    : sql`not ${between}`
}
