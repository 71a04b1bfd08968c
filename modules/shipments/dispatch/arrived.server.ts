// A box that came although its sender had not dispatched it: the consignee takes it, marked, and notifies the sender.
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { sql } from '../../../server/db/db.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import { actionOf } from '../../../server/module.ts'
import { shipments } from '../shipments.model.ts'
import { mayArrive } from '../shipments.rules.ts'
import { samplesOf } from '../print/manifest.rules.ts'
import { dispatchShipment } from './dispatch.server.ts'

const senders = [role.FrontDesk, role.Phlebotomist, role.Technologist, role.Logistics]

export const arrived = actionOf(shipments, {
  name: 'arrived',
  permit: 'receive',
  path: 'arrived/shipments/{key}',
  summary: 'Say that a shipment arrived without being dispatched; it is received like any other after that',
  decide: mayArrive,
  run: async ({ tx, user, key, before }) => {
    await dispatchShipment(tx, { author: user, name: user.FullName }, before)
    await tx.run(sql`
      update shipments
      set
        came_undispatched = true
      where
        shipment_id = ${key}
    `)
    const count = samplesOf(before.ShipmentSamples.length)
    await tellOthers(tx, user, Number(before.ConsignorId), senders, {
      subject: `Shipment ${key} came without being dispatched`,
      content: `${before.Consignee?.Name} has it: ${count}. Record samples packed after it left as lost or broken.`,
      path: recordPath('shipments', { ShipmentId: key }),
    })
    return { message: `Shipment ${key} can be received: ${count}, never dispatched by ${before.Consignor?.Name}` }
  },
})
