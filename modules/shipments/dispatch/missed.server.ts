// Automatic shipments that did not leave at a cut-off, for lack of a courier or because somebody edits them: notifies
// the laboratory's staff, once a cut-off.
import { formatDateTime } from '../../../core/dates.ts'
import { listPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { isShippable } from '../packing/available.server.ts'
import { samplesOf } from '../print/manifest.rules.ts'
import { patienceMinutes } from './cut-off.rules.ts'
import type { Editor } from './open.server.ts'

const senders = [role.BusinessManager, role.Technologist, role.FrontDesk, role.Logistics]

/** Why it did not leave, what to do, and the courier who waits for it. */
type Cause = { readonly why: string; readonly advice: string; readonly courierId?: number }
export const withoutCourier: Cause = {
  why: 'no courier is set',
  advice: 'Set a courier next to Auto Dispatch, or dispatch by hand.',
}
export const whileEdited = (editor: Editor, courierId: number): Cause => ({
  why: `${editor.FullName} is editing it`,
  advice: `It leaves when the edit ends within ${patienceMinutes} minutes; after that dispatch it by hand.`,
  courierId,
})

type Sending = { readonly ClientId: number; readonly ConsigneeId: number }
/** Counts the tubes that were ready at that time, or packed for it. */
const leftBehind = (tx: Tx, { ClientId, ConsigneeId }: Sending, at: Date): Promise<{ Count: number; To: string }> =>
  tx.one(sql`
    select
      (
        select
          count(*)::int
        from
          tube_facts tube
        where
          ${isShippable(ClientId, ConsigneeId)}
          and tube.collection_date <= ${at.toISOString()}
      ) + (
        select
          count(*)::int
        from
          shipment_samples packed
          join shipments shipment on shipment.shipment_id = packed.shipment_id
        where
          shipment.is_auto
          and shipment.status_id = ${literal(shipmentStatus.BeingPacked)}
          and shipment.consignor_id = ${ClientId}
          and shipment.consignee_id = ${ConsigneeId}
      ) as count,
      name as to
    from
      clients
    where
      client_id = ${ConsigneeId}
  `)

/** Reports a cut-off at which nothing left; only the first to record the cut-off notifies. */
export const notifyMissed = async (tx: Tx, lab: Sending, at: Date, cause: Cause): Promise<void> => {
  const { Count, To } = await leftBehind(tx, lab, at)
  if (Count === 0) return
  const isFirst = await tx.run(sql`
    insert into
      cut_offs (client_id, at, missed)
    values
      (${lab.ClientId}, ${at.toISOString()}, true)
    on conflict do nothing
  `)
  if (isFirst === 0) return
  const couriers = cause.courierId === undefined ? [] : await usersAt(tx, cause.courierId, [role.Logistics])
  await notifyUsers(tx, [...new Set([...(await usersAt(tx, lab.ClientId, senders)), ...couriers])], {
    creater: 'System',
    subject: `No shipment was dispatched to ${To}: ${cause.why}`,
    content: `${samplesOf(Count)} for ${To} did not leave at ${formatDateTime(at.toISOString())}. ${cause.advice}`,
    path: listPath('shipments'),
  })
}
