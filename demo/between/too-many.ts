// A tube too many: a centre packed two tubes of one patient and listed one. The laboratory received both, and its
// sender has not answered yet whether the other is theirs. Told after all days, with dice of its own, at the moment of
// the load: the rest of the demo does not depend on it.
import { role } from '../../core/user.ts'
import { at } from '../../server/clock.ts'
import { sql } from '../../server/db/db.ts'
import { runAction } from '../../server/door/act.ts'
import { sampleStatus } from '../../modules/lists/items.model.ts'
import { receive } from '../../modules/shipmentreceipt/receive.server.ts'
import { shipmentreceiptServer } from '../../modules/shipmentreceipt/shipmentreceipt.server.ts'
import { tooMany } from '../../modules/shipmentreceipt/toomany/too-many.server.ts'
import { callerFor, metaFor } from '../caller.ts'
import { seeded } from '../people.ts'
import { send } from '../shipping.ts'
import { sell, type Telling } from '../stories.ts'

const box = { from: 11, to: 2, by: 151 } as const
const bought = { bloodCount: 3001, fasting: 3013 } as const

export const sendOneTooMany = async (telling: Telling, seed: number): Promise<void> => {
  const { db, patients, begun } = telling
  const moment = begun.toISOString()
  const patient = patients[patients.length - 15] as number
  const sold = { at: box.from, moment, products: Object.values(bought) }
  const sale = await sell({ ...telling, dice: seeded(seed) }, patient, sold)
  const tubes = await db.read.rows<{ Id: number; Barcode: string }>(sql`
    select
      tube.sample_id as id,
      tube.barcode
    from
      samples tube
    where
      tube.sale_id = ${sale}
      and tube.owner_id = ${box.from}
      and tube.next_hop_id = ${box.to}
    order by
      tube.sample_id
  `)
  const [listed, other] = tubes
  if (listed === undefined || other === undefined) throw new Error('A sale of two tubes is needed')
  const key = await send(db, box, [listed.Id], moment)
  const hand = metaFor(await callerFor(db, 'admin', role.Administrator, box.to))
  const { Id } = await db.read.one<{ Id: number }>(sql`
    select
      packed.shipment_sample_id as id
    from
      shipment_samples packed
    where
      packed.shipment_id = ${key}
  `)
  const received = { ShipmentSamples: [{ ShipmentSampleId: Id, StatusId: sampleStatus.Delivered, ReasonId: null }] }
  await at(begun, async () => {
    await runAction(db, shipmentreceiptServer, receive, key, received, hand)
    await runAction(db, shipmentreceiptServer, tooMany, key, { Barcode: other.Barcode }, hand)
  })
}
