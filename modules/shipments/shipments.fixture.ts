// Shipments for tests, through HTTP: lists ready tubes, packs and dispatches them.
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import type { ShippedTube } from './shipments.model.ts'

/** Couriers and parties of the demo network. */
export const courier = { puneCity: 151, nashikToPune: 152, deccan: 153 } as const
export const party = { central: 2, satellite: 3, reference: 4, hadapsar: 12, nashikRoad: 15 } as const

/** Tubes that are ready at one party for another. */
export const shippable = async (person: Person, ConsignorId: number, ConsigneeId: number): Promise<ShippedTube[]> => {
  const answer = await person.post<string>('/api/shippablesamples/search/', { ConsignorId, ConsigneeId })
  if (answer.status !== 200) throw new Error(`Nothing to ship: ${answer.text}`)
  return JSON.parse(answer.body) as ShippedTube[]
}

type Packing = { readonly from: number; readonly to: number; readonly samples: readonly unknown[] } & Json
/** The body of a shipment. */
export const aShipment = ({ from, to, samples, ...more }: Packing) => ({
  ConsignorId: from,
  ConsigneeId: to,
  CourierId: courier.puneCity,
  ShipmentReference: null,
  ShipmentSamples: samples.map((SampleId) => ({ SampleId })),
  ...more,
})

export const shipmentOf = async (person: Person, shipmentId: unknown): Promise<Read<'shipments'>> => {
  const read = await person.get(`/api/shipments/${String(shipmentId)}`)
  if (read.status !== 200) throw new Error(`No shipment ${String(shipmentId)}: ${read.text}`)
  return read.body
}
/** Packs, and answers the shipment as its screen gets it. */
export const packed = async (person: Person, packing: Packing): Promise<Read<'shipments'>> => {
  const saved = await person.post('/api/shipments/', aShipment(packing))
  if (saved.status !== 201) throw new Error(`No shipment: ${saved.text}`)
  return shipmentOf(person, saved.body.ShipmentId)
}
export const dispatch = (person: Person, shipmentId: unknown, body: Json = {}) =>
  person.put(`/api/dispatchshipment/${String(shipmentId)}`, body)
/** Packs and dispatches. */
export const dispatched = async (person: Person, packing: Packing): Promise<Read<'shipments'>> => {
  const { ShipmentId } = await packed(person, packing)
  const sent = await dispatch(person, ShipmentId)
  if (sent.status !== 200) throw new Error(`Not dispatched: ${sent.text}`)
  return shipmentOf(person, ShipmentId)
}
/** Keys of the tubes of a sale as its screen gets it. */
export const tubesOf = ({ Samples }: { readonly Samples: readonly { readonly SampleId: number }[] }): number[] =>
  Samples.map((tube) => tube.SampleId)
