// A challan is paid once: its number is of one payment in a legal entity, whose parts may be of several of its places.
import { formatDate } from '../../../core/dates.ts'
import { no } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { invalidBy } from '../../../server/refusal.ts'
import { isMade } from '../drawer/references.server.ts'

export type Challan = {
  readonly tax: 'gst' | 'tds'
  /** The place that pays, and its legal entity. */
  readonly placeId: number
  readonly entityId: number
  readonly ChallanNo: string
  readonly PaymentModeId: number
  readonly PaymentRef: string | null
}
type Used = { readonly PlaceId: number; readonly Place: string; readonly Day: string; readonly TransactionId: number }

/** Of two payments with one number the second waits, and sees what the first one recorded. */
const holdNumber = (tx: Tx, entityId: number): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('challan'), ${entityId})
  `)

/** Another payment under the number. One of another place by the same transfer is a part of it. */
const usedBy = (tx: Tx, challan: Challan): Promise<Used | undefined> =>
  tx.maybe<Used>(sql`
    select
      place.client_id as place_id,
      place.name as place,
      payment.date::text as day,
      payment.transaction_id
    from
      challans challan
      join transactions payment using (transaction_id)
      join clients place on place.client_id = payment.giver_id
    where
      challan.tax = ${challan.tax}
      and plain_number (challan.challan_no) = plain_number (${challan.ChallanNo})
      and coalesce(place.legal_entity_id, place.client_id) = ${challan.entityId}
      and ${isMade}
      and (
        place.client_id = ${challan.placeId}
        or payment.payment_mode_id <> ${challan.PaymentModeId}
        or coalesce(plain_number (payment.payment_ref), '') <> plain_number (${challan.PaymentRef ?? ''}::text)
        -- what has no reference, as cash, is no part of anything
        or plain_number (${challan.PaymentRef ?? ''}::text) = ''
      )
    order by
      payment.date desc,
      payment.transaction_id desc
    limit
      1
  `)

/** What may be missing of a number that another challan has, too. */
const partsOfNumber = { gst: '', tds: ' with its BSR code, day and serial number' } as const

/** The number of a challan is new in its legal entity, or of another part of it. @throws 400 with where it was used */
export const numberIsNew = async (tx: Tx, user: Caller, challan: Challan): Promise<void> => {
  await holdNumber(tx, challan.entityId)
  const used = await usedBy(tx, challan)
  if (!used) return
  const where = user.Clients.includes(used.PlaceId)
    ? `on ${formatDate(used.Day)} for ${used.Place}, transaction ${used.TransactionId}`
    : 'by another place of this legal entity'
  const reason =
    `Challan ${challan.ChallanNo} was paid ${where}. Check the number${partsOfNumber[challan.tax]}; ` +
    'parts of one challan for several places have one payment reference'
  const refusal = no(reason, { at: 'ChallanNo', code: 'challan-used' })
  if (!refusal.ok) throw invalidBy(refusal)
}
