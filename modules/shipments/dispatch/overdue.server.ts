// Shipments in transit for longer than expected: notifies sender and consignee, once a dispatch.
import { formatDateTime } from '../../../core/dates.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Database, type Tx } from '../../../server/db/db.ts'
import { notifyUsers, usersAt } from '../../../server/db/notify.ts'
import type { ScheduledJob } from '../../../server/job.ts'
import { sampleStatus, shipmentStatus } from '../../lists/items.model.ts'
import { samplesOf } from '../print/manifest.rules.ts'

/** Couriers of a network go by road within a day; no tube is good for much longer. */
export const expectedHours = 24
const hour = 3_600_000
const day = 24 * hour
const people = [role.BusinessManager, role.Technologist, role.FrontDesk, role.Logistics]

type Overdue = {
  readonly ShipmentId: number
  readonly ConsignorId: number
  readonly ConsigneeId: number
  readonly Consignor: string
  readonly Consignee: string
  readonly Courier: string
  readonly DispatchDate: string
  readonly Samples: number
}
/** Marks and answers shipments not reported yet: two runs at once report each of them once. */
const due = (tx: Tx): Promise<Overdue[]> =>
  tx.rows<Overdue>(sql`
    with
      marked as (
        update shipments shipment
        set
          overdue_told_at = ${now().toISOString()}
        where
          shipment.status_id in (${literal(shipmentStatus.Dispatched, shipmentStatus.PartlyReceived)})
          and shipment.dispatch_date <= ${new Date(now().getTime() - expectedHours * hour).toISOString()}
          -- older ones were reported long ago
          and shipment.dispatch_date > ${new Date(now().getTime() - 7 * day).toISOString()}
          -- undone and dispatched again it is a new trip
          and (
            shipment.overdue_told_at is null
            or shipment.overdue_told_at < shipment.dispatch_date
          )
          -- only a consignee with active users can receive
          and exists (
            select
              1
            from
              user_entities place
              join users person on person.user_id = place.user_id
              and person.is_active
            where
              place.client_id = shipment.consignee_id
          )
        returning
          shipment.shipment_id,
          shipment.consignor_id,
          shipment.consignee_id,
          shipment.courier_id,
          shipment.dispatch_date
      )
    select
      marked.shipment_id as "ShipmentId",
      marked.consignor_id as "ConsignorId",
      marked.consignee_id as "ConsigneeId",
      consignor.name as "Consignor",
      consignee.name as "Consignee",
      courier.name as "Courier",
      marked.dispatch_date as "DispatchDate",
      (
        select
          count(*)::int
        from
          shipment_samples packed
        where
          packed.shipment_id = marked.shipment_id
          and packed.status_id = ${literal(sampleStatus.Dispatched)}
      ) as "Samples"
    from
      marked
      join clients consignor on consignor.client_id = marked.consignor_id
      join clients consignee on consignee.client_id = marked.consignee_id
      join clients courier on courier.client_id = marked.courier_id
    order by
      marked.shipment_id
  `)

export const notifyOverdue = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    for (const one of await due(tx)) {
      const recipients = [
        ...(await usersAt(tx, one.ConsignorId, people)),
        ...(await usersAt(tx, one.ConsigneeId, people)),
      ]
      const since = formatDateTime(one.DispatchDate)
      await notifyUsers(tx, recipients, {
        creater: 'System',
        subject: `Shipment ${one.ShipmentId} is overdue`,
        content: [
          `${samplesOf(one.Samples)} from ${one.Consignor} to ${one.Consignee} in transit with ${one.Courier}`,
          `since ${since}, not received after ${expectedHours} hours.`,
        ].join(' '),
        path: recordPath('shipments', { ShipmentId: one.ShipmentId }),
      })
    }
  })

export const overdueShipments: ScheduledJob = {
  name: 'overdue-shipments',
  summary: 'Notify of shipments in transit for longer than expected',
  schedule: '*/10 * * * *',
  run: ({ db }) => notifyOverdue(db),
}
