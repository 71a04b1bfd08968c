// Steps with tubes: collected, rejected, packed, dispatched, taken out, received well or not.
import { readRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { sampleStatus, shipmentStatus, workItemStatus } from '../../modules/lists/items.model.ts'
import { courier } from '../../modules/shipments/shipments.fixture.ts'
import { deskOf, mostly, one, type Step, type World } from './world.ts'

type TubeRow = { SampleId: number; OwnerId: number; SaleId: number; NextHopId: number | null; Barcode: string }
const tubeColumns = 'sample_id, owner_id, sale_id, next_hop_id, barcode'
export const aTube = (world: World, where: string) => one<TubeRow>(world, 'samples', 'sample_id', where, tubeColumns)
export const collect: Step = async (world) => {
  const toCollect = 'sample_id in (select sample_id from tube_facts where to_collect)'
  const tube = await aTube(world, mostly(world, toCollect, `status_id = ${sampleStatus.ToBeCollected}`))
  return (
    tube &&
    deskOf(world, tube.OwnerId).put('/api/collect/samples', {
      SampleIds: [tube.SampleId],
      Place: world.dice.pick(['here', 'home']),
    })
  )
}
const { Collected, Delivered } = sampleStatus
const { Pending, Repeat, OnHold, ReferredOut, Approved, Released, Amended } = workItemStatus
const measures = (what: string) => `
  exists (
    select 1 from sample_elements e left join work_items w using (sample_element_id)
    where e.sample_id = samples.sample_id and ${what}
  )
`
/** Some of its work is not yet measured, and none is approved. */
const isRejectable = `
  status_id in (${Collected}, ${Delivered})
  and ${measures(`coalesce(w.status_id, ${Pending}) in (${[Pending, Repeat, OnHold, ReferredOut].join(', ')})`)}
  and not ${measures(`w.status_id in (${[Approved, Released, Amended].join(', ')})`)}
`
export const reject: Step = async (world) => {
  const tube = await aTube(world, mostly(world, isRejectable, 'owner_id = performing_lab_id'))
  const ReasonId = world.dice.pick(world.tubeReasons)
  return tube && deskOf(world, tube.OwnerId).put('/api/reject/samples', { formId: tube.SampleId, ReasonId })
}

/** Packs all or some of the tubes that are ready for the next hop. */
export const pack: Step = async (world) => {
  const tube = await aTube(world, `next_hop_id is not null and status_id in (116, 121)`)
  if (!tube) return undefined
  const hand = deskOf(world, tube.OwnerId)
  const answer = await hand.post<string>('/api/shippablesamples/search/', {
    ConsignorId: tube.OwnerId,
    ConsigneeId: tube.NextHopId,
  })
  if (answer.status !== 200) return answer
  const found = JSON.parse(answer.body) as Json[]
  // those of an unlocked or a cancelled sale stay
  if (found.length === 0 && world.dice.chance(0.9)) return undefined
  const some = found.filter(() => world.dice.chance(0.8))
  const ready = some.length > 0 ? some : found
  return hand.post('/api/shipments/', {
    ConsignorId: tube.OwnerId,
    ConsigneeId: tube.NextHopId,
    CourierId: courier.puneCity,
    ShipmentSamples: ready.map(({ SampleId }) => ({ SampleId: SampleId as unknown })),
  })
}
type ShipmentRow = { ShipmentId: number; ConsignorId: number; ConsigneeId: number }
export const aShipment = (world: World, where: string) =>
  one<ShipmentRow>(world, 'shipments', 'shipment_id', where, 'shipment_id, consignor_id, consignee_id')
export const open = `status_id = ${shipmentStatus.BeingPacked}`
export const sent = `status_id in (${shipmentStatus.Dispatched}, ${shipmentStatus.PartlyReceived})`
const byConsignor =
  (
    where: string | ((world: World) => string),
    path: (id: number) => string,
    body: (id: number) => Json = () => ({}),
  ): Step =>
  async (world) => {
    const shipment = await aShipment(world, typeof where === 'string' ? where : where(world))
    if (!shipment) return undefined
    return deskOf(world, shipment.ConsignorId).put(path(shipment.ShipmentId), body(shipment.ShipmentId))
  }
export const isPacked = `${open} and exists (select from shipment_samples row where row.shipment_id = shipments.shipment_id)`
export const dispatch = byConsignor(
  (world) => mostly(world, isPacked, open),
  (id) => `/api/dispatchshipment/${id}`,
)
export const undispatch = byConsignor(
  (world) => mostly(world, `status_id = ${shipmentStatus.Dispatched}`, 'dispatch_date is not null'),
  (id) => `/api/undispatch/shipments/${id}`,
)
export const cancelShipment = byConsignor(
  open,
  () => '/api/cancel/shipments',
  (id) => ({ formId: id }),
)
/** Receives all or some tubes of a box: most delivered, some rejected, missing or broken. */
export const receive: Step = async (world) => {
  const { app, dice } = world
  // what goes to an outside lab without users is received by nobody here
  const places = [...world.people.hands.keys()].join(', ')
  const shipment = await aShipment(world, mostly(world, `${sent} and consignee_id in (${places})`, sent))
  if (!shipment) return undefined
  const rows = await readRows<{ ShipmentSampleId: number; StatusId: number }>(
    app,
    'shipment_samples',
    { ShipmentId: shipment.ShipmentId },
    'shipment_sample_id, status_id',
    'shipment_sample_id',
  )
  const isAny = dice.chance(0.1)
  const waiting = rows.filter((row) => isAny || row.StatusId === sampleStatus.Dispatched)
  const some = waiting.filter(() => dice.chance(0.8))
  const decided = (some.length > 0 ? some : waiting).map(({ ShipmentSampleId }) => {
    const isRight = dice.chance(0.85)
    const wrong = [sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged]
    return {
      ShipmentSampleId: ShipmentSampleId,
      StatusId: isRight ? sampleStatus.Delivered : dice.pick(wrong),
      ReasonId: isRight ? null : dice.pick(world.tubeReasons),
    }
  })
  return deskOf(world, shipment.ConsigneeId).put(`/api/shipmentreceipt/${shipment.ShipmentId}`, {
    ShipmentSamples: decided,
  })
}

/** A tube of the sender, packed or not, lies in a box of it that does not list it. */
export const tubeTooMany: Step = async (world) => {
  const shipment = await aShipment(world, sent)
  if (!shipment) return undefined
  const theirs = `owner_id = ${shipment.ConsignorId}`
  const ready = `status_id in (${Collected}, ${sampleStatus.Packed}) and performing_lab_id <> owner_id`
  const tube = await aTube(world, mostly(world, `${theirs} and ${ready}`, theirs))
  if (!tube) return undefined
  return deskOf(world, shipment.ConsigneeId).put(`/api/tubetoomany/shipmentreceipt/${shipment.ShipmentId}`, {
    Barcode: tube.Barcode,
  })
}
