// Receipts for tests, through HTTP: opens and receives shipments that were dispatched to a party.
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'

export const receiptOf = async (person: Person, shipmentId: unknown): Promise<Read<'shipmentreceipt'>> => {
  const read = await person.get(`/api/shipmentreceipt/${String(shipmentId)}`)
  if (read.status !== 200) throw new Error(`No receipt ${String(shipmentId)}: ${read.text}`)
  return read.body
}
/** Records statuses of rows of a shipment: `[ShipmentSampleId, StatusId, ReasonId]`. */
export const receive = (
  person: Person,
  shipmentId: unknown,
  said: readonly (readonly [id: unknown, status: number, reason?: number])[],
  more: Json = {},
) =>
  person.put(`/api/shipmentreceipt/${String(shipmentId)}`, {
    ShipmentSamples: said.map(([ShipmentSampleId, StatusId, ReasonId]) => ({
      ShipmentSampleId,
      StatusId,
      ReasonId: ReasonId ?? null,
    })),
    ...more,
  })
type Boxed = { readonly ShipmentSamples: readonly { readonly ShipmentSampleId: number }[] }
/** Keys of the rows of a shipment or receipt. */
export const rowsOf = ({ ShipmentSamples }: Boxed): number[] => ShipmentSamples.map((row) => row.ShipmentSampleId)
/** Receives all tubes of a shipment. */
export const received = async (person: Person, shipment: Boxed & { readonly ShipmentId: number }): Promise<void> => {
  const answer = await receive(
    person,
    shipment.ShipmentId,
    rowsOf(shipment).map((id) => [id, 121] as const),
  )
  if (answer.status !== 200) throw new Error(`Not received: ${answer.text}`)
}
