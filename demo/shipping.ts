// The couriers of the demo network on one day: they carry the ready tubes of each place to the next one, rarely with a
// mishap.
import { addDays, atTime } from '../core/dates.ts'
import { role } from '../core/user.ts'
import { at } from '../server/clock.ts'
import { literal, sql, type Database } from '../server/db/db.ts'
import { runAction, runBulk } from '../server/door/act.ts'
import { saveRecord } from '../server/door/save.ts'
import { saleStatus, sampleStatus, shipmentStatus } from '../modules/lists/items.model.ts'
import { collect } from '../modules/samples/collection.server.ts'
import { samplesServer } from '../modules/samples/samples.server.ts'
import { receive } from '../modules/shipmentreceipt/receive.server.ts'
import { shipmentreceiptServer } from '../modules/shipmentreceipt/shipmentreceipt.server.ts'
import { dispatch } from '../modules/shipments/dispatch/dispatch.server.ts'
import { readyToShip } from '../modules/shipments/shipments.rules.ts'
import { shipmentsServer } from '../modules/shipments/shipments.server.ts'
import { callerFor, metaFor } from './caller.ts'
import type { Dice } from './people.ts'

const courier = { city: 151, nashik: 152, deccan: 153 }
/** Consignor, consignee and courier, departure and arrival (hours and minutes); distant places first. */
const rounds = [
  { from: 15, to: 3, by: courier.nashik, leaves: [8, 30], arrives: [9, 20] },
  { from: 3, to: 2, by: courier.nashik, leaves: [9, 30], arrives: [11, 40] },
  { from: 11, to: 2, by: courier.city, leaves: [10, 10], arrives: [11, 10] },
  { from: 12, to: 2, by: courier.city, leaves: [10, 20], arrives: [11, 15] },
  { from: 13, to: 2, by: courier.city, leaves: [10, 40], arrives: [11, 30] },
] as const
type Round = (typeof rounds)[number]
const momentOf = (day: string, [hour, minute]: readonly [number, number]): string => atTime(day, hour, minute)

/** Tubes ready at a place for the next one by that moment. */
const readyAt = (db: Database, { from, to }: Round, moment: string): Promise<{ Id: number }[]> =>
  db.read.rows(sql`
    select
      t.sample_id as id
    from
      samples t
      join sales s on s.sale_id = t.sale_id
    where
      t.owner_id = ${from}
      and t.next_hop_id = ${to}
      and t.status_id in (${literal(...readyToShip)})
      and s.status_id <> ${literal(saleStatus.Cancelled)}
      and s.accession_date <= ${moment}::timestamptz
      and t.collection_date <= ${moment}::timestamptz
      and exists (
        select
          1
        from
          sample_elements e
        where
          e.sample_id = t.sample_id
      )
    order by
      t.sample_id
  `)

/** Sets the simulated moment, after the database stamped the real one. */
const backdate = (db: Database, ids: readonly number[], moment: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      update sample_events
      set
        at = ${moment}::timestamptz
      where
        sample_id = any (${[...ids]})
        and at > now() - interval '10 minutes'
    `)
    await tx.run(sql`
      update samples
      set
        received_date = ${moment}::timestamptz
      where
        sample_id = any (${[...ids]})
        and received_date > now() - interval '10 minutes'
    `)
  })

const reasonsOf = async (db: Database): Promise<number[]> =>
  (
    await db.read.rows<{ Id: number }>(sql`
      select
        list_item_id as id
      from
        list_items
      where
        list_id = 122
        and item_value = 'X'
      order by
        list_item_id
    `)
  ).map((row) => row.Id)

/** Recollects the requested tubes the next morning. */
const drawAgain = async (db: Database, place: number, moment: string): Promise<void> => {
  const tubes = await db.read.rows<{ Id: number }>(sql`
    select
      sample_id as id
    from
      samples
    where
      owner_id = ${place}
      and status_id = ${literal(sampleStatus.ToBeCollected)}
      and replaces_sample_id is not null
  `)
  if (tubes.length === 0) return
  const hand = await callerFor(db, 'admin', role.Administrator, place)
  const ids = tubes.map((tube) => tube.Id)
  await at(new Date(moment), () =>
    runBulk(db, samplesServer, collect, { SampleIds: ids, CollectionDate: moment }, metaFor(hand)),
  )
  await backdate(db, ids, moment)
}

/** Collects the later tubes of series on their day, each when it is due. */
const drawDue = async (db: Database, day: string, begun: Date): Promise<void> => {
  const tubes = await db.read.rows<{ Id: number; Place: number; Due: Date }>(sql`
    select
      tube.sample_id as id,
      tube.owner_id as place,
      tube_due (tube.sale_id, tube.time_point) as due
    from
      samples tube
      join sales sale on sale.sale_id = tube.sale_id
    where
      tube.status_id = ${literal(sampleStatus.ToBeCollected)}
      and tube.replaces_sample_id is null
      and tube.time_point is not null
      and sale.status_id <> ${literal(saleStatus.Cancelled)}
      and tube_due (tube.sale_id, tube.time_point) < least(${atTime(
        addDays(day, 1),
        0,
        0,
      )}::timestamptz, ${begun.toISOString()}::timestamptz)
    order by
      tube.sample_id
  `)
  for (const { Id, Place, Due } of tubes) {
    const moment = new Date(Due).toISOString()
    const hand = await callerFor(db, 'admin', role.Administrator, Place)
    await at(new Date(moment), () =>
      runBulk(db, samplesServer, collect, { SampleIds: [Id], CollectionDate: moment }, metaFor(hand)),
    )
    await backdate(db, [Id], moment)
  }
}

type Box = { readonly from: number; readonly to: number; readonly by: number }
/** Packs tubes and dispatches them at that moment. */
export const send = async (db: Database, round: Box, ids: readonly number[], moment: string): Promise<number> => {
  const hand = await callerFor(db, 'admin', role.Administrator, round.from)
  const ShipmentSamples = ids.map((SampleId) => ({ SampleId }))
  const body = { ConsignorId: round.from, ConsigneeId: round.to, CourierId: round.by, ShipmentSamples }
  const key = await at(new Date(moment), async () => {
    const { json } = await saveRecord(db, shipmentsServer, null, body, metaFor(hand))
    const id = Number(json['ShipmentId'])
    await runAction(db, shipmentsServer, dispatch, id, {}, metaFor(hand))
    return id
  })
  await db.transaction((tx) =>
    tx.run(sql`
      update shipments
      set
        created_at = ${moment}::timestamptz
      where
        shipment_id = ${key}
    `),
  )
  await backdate(db, ids, moment)
  return key
}

/** A planned mishap of a box: one of its tubes leaks, or the box never arrives. */
type Mishap = 'broken' | 'lost' | undefined
/** The receipt of a tube: broken for the leaking one, not found for a lost box; the others are rarely rejected. */
const saidOf = (dice: Dice, reasons: readonly number[], mishap: Mishap) => {
  const isWrong = mishap !== undefined || dice.chance(0.01)
  const StatusId =
    mishap === 'lost' ? sampleStatus.NotFound : mishap === 'broken' ? sampleStatus.Damaged : sampleStatus.Rejected
  return isWrong ? { StatusId, ReasonId: dice.pick(reasons) } : { StatusId: sampleStatus.Delivered, ReasonId: null }
}
const unpack = async (db: Database, dice: Dice, round: Round, key: number, moment: string, mishap: Mishap) => {
  const hand = await callerFor(db, 'admin', role.Administrator, round.to)
  const rows = await db.read.rows<{ Id: number; Sample: number }>(sql`
    select
      shipment_sample_id as id,
      sample_id as sample
    from
      shipment_samples
    where
      shipment_id = ${key}
    order by
      shipment_sample_id
  `)
  const reasons = await reasonsOf(db)
  const ShipmentSamples = rows.map(({ Id }, index) => ({
    ShipmentSampleId: Id,
    ...saidOf(dice, reasons, mishap === 'broken' && index > 0 ? undefined : mishap),
  }))
  await at(new Date(moment), () =>
    runAction(db, shipmentreceiptServer, receive, key, { ShipmentSamples }, metaFor(hand)),
  )
  await backdate(
    db,
    rows.map((row) => row.Sample),
    moment,
  )
}

const hasLost = async (db: Database): Promise<boolean> =>
  (await db.read.maybe(sql`
    select
      1
    from
      shipments
    where
      status_id = ${literal(shipmentStatus.Lost)}
  `)) !== undefined

/**
 * One day's rounds. The last days leave a lost box, a late shipment, one with a broken tube three days ago, and the
 * shipments in transit now.
 */
export const runCouriers = async (db: Database, dice: Dice, day: string, back: number, begun: Date): Promise<void> => {
  await drawDue(db, day, begun)
  for (const round of rounds) {
    const [leaves, arrives] = [momentOf(day, round.leaves), momentOf(day, round.arrives)]
    if (Date.parse(leaves) > begun.getTime()) continue
    await drawAgain(db, round.from, atTime(day, 7, 30))
    const ids = (await readyAt(db, round, leaves)).map((tube) => tube.Id)
    if (ids.length === 0) continue
    const key = await send(db, round, ids, leaves)
    const isLate = back === 1 && round.from === 13
    // the last box that left there: today's, or yesterday's before it leaves
    const isLast = back === 0 || (back === 1 && Date.parse(momentOf(addDays(day, 1), round.leaves)) > begun.getTime())
    const isOnItsWay = Date.parse(arrives) > begun.getTime() || (round.from === 12 && isLast)
    if (isLate || isOnItsWay) continue
    const isLost = back <= 10 && back > 3 && round.from === 13 && !(await hasLost(db))
    await unpack(
      db,
      dice,
      round,
      key,
      arrives,
      isLost ? 'lost' : back === 3 && round.from === 11 ? 'broken' : undefined,
    )
  }
}
