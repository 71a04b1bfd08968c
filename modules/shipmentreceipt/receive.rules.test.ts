// Receiving: who may receive, and which statuses a tube may get and how often.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { sampleStatus, shipmentStatus } from '../lists/items.model.ts'
import { isSaidAlready, mayDecide, mayDecideAll, mayReceive, type Said, type ShippedRow } from './receive.rules.ts'
import { isOutOfRange, isReadable } from './temperature.rules.ts'

const { Dispatched, Delivered, Rejected, NotFound, Damaged, ToBeCollected, Collected, Packed } = sampleStatus
const row = (some: Partial<ShippedRow> = {}): ShippedRow => ({
  ShipmentSampleId: 1,
  StatusId: Dispatched,
  ReasonId: null,
  Barcode: 'A-01',
  ...some,
})

test('only the consignee receives, and only what was dispatched', () => {
  const sent = { ConsigneeId: 2, DispatchDate: '2026-11-22T04:00:00Z', StatusId: shipmentStatus.Dispatched }
  const here = { EntityId: 2 }
  expect(mayReceive(sent, here)).toEqual({ ok: true })
  expect(mayReceive({ ...sent, StatusId: shipmentStatus.WithExceptions }, here).ok).toBe(true)
  expect(mayReceive({ ...sent, DispatchDate: null, StatusId: shipmentStatus.BeingPacked }, here)).toMatchObject({
    reason: 'The shipment is not dispatched yet',
  })
  expect(mayReceive({ ...sent, StatusId: shipmentStatus.Cancelled }, here)).toMatchObject({
    code: 'cancelled',
    reason: 'The shipment is cancelled',
  })
  expect(mayReceive(sent, { EntityId: 12 })).toMatchObject({
    code: 'not-consignee',
    reason: 'Only the consignee may receive the shipment',
  })
})

test('a tube is delivered, or an exception with a reason; no other status is accepted', () => {
  const say = (StatusId: number | null, ReasonId: number | null = null) =>
    mayDecide(row(), { ShipmentSampleId: 1, StatusId, ReasonId })
  expect(say(Delivered).ok).toBe(true)
  for (const exception of [Rejected, NotFound, Damaged]) {
    expect(say(exception, 164).ok).toBe(true)
    expect(say(exception)).toMatchObject({ ok: false, at: 'ReasonId', reason: 'A-01: Reason is required' })
  }
  for (const other of [null, ToBeCollected, Collected, Packed, 125, 126, 127, 0])
    expect(say(other, 164)).toMatchObject({
      at: 'StatusId',
      reason: expect.stringContaining('Choose delivered, rejected, not found or broken'),
    })
})

test('a different second receipt is refused, the same again makes no change', () => {
  const status = fc.constantFrom(Delivered, Rejected, Damaged)
  const reason = fc.constantFrom(163, 164)
  fc.assert(
    fc.property(status, reason, status, reason, (was, why, is, because) => {
      const decided = row({ StatusId: was, ReasonId: was === Delivered ? null : why })
      const said: Said = { ShipmentSampleId: 1, StatusId: is, ReasonId: is === Delivered ? null : because }
      const isSame = was === is && (was === Delivered || why === because)
      expect(isSaidAlready(decided, said)).toBe(isSame)
      expect(mayDecide(decided, said).ok).toBe(isSame)
    }),
  )
  expect(mayDecide(row({ StatusId: Delivered }), { StatusId: Rejected, ReasonId: 164 })).toMatchObject({
    reason: 'A-01 is received already',
    code: 'received',
  })
})

test('a missing tube may turn up until its replacement is collected', () => {
  const missing = (StatusId?: number) =>
    row({
      StatusId: NotFound,
      ReasonId: 175,
      Replacement: StatusId === undefined ? null : { Barcode: 'A-02', StatusId },
    })
  expect(mayDecide(missing(), { StatusId: Delivered }).ok).toBe(true)
  expect(mayDecide(missing(ToBeCollected), { StatusId: Delivered }).ok).toBe(true)
  expect(mayDecide(missing(ToBeCollected), { StatusId: Damaged, ReasonId: 175 }).ok).toBe(true)
  expect(reasonOf(mayDecide(missing(Collected), { StatusId: Delivered }))).toBe(
    'A-01 turned up too late; A-02 was already collected in its place',
  )
})

test('all or none, each refusal at its row; unknown and repeated rows are refused', () => {
  const rows = [row(), row({ ShipmentSampleId: 2, Barcode: 'A-02', StatusId: Delivered })]
  expect(
    mayDecideAll(rows, [
      { ShipmentSampleId: 1, StatusId: Rejected },
      { ShipmentSampleId: 2, StatusId: Rejected, ReasonId: 164 },
      { ShipmentSampleId: 3, StatusId: Delivered },
      { ShipmentSampleId: 1, StatusId: Delivered },
    ]),
  ).toMatchObject({
    ok: false,
    errors: {
      'ShipmentSamples.0.ReasonId': ['A-01: Reason is required'],
      'ShipmentSamples.1.StatusId': ['A-02 is received already'],
      'ShipmentSamples.2.ShipmentSampleId': ['This sample is not on the shipment'],
      'ShipmentSamples.3.ShipmentSampleId': ['A-01 is sent twice'],
    },
  })
  expect(mayDecideAll(rows, [{ ShipmentSampleId: 2, StatusId: Delivered }]).ok).toBe(true)
})

test('a box has a range by its temperature; one that the network added has none', () => {
  const out = (id: number, ...degrees: number[]) => degrees.map((one) => isOutOfRange(id, one))
  expect(out(61, 1.9, 2, 8, 8.1)).toEqual([true, false, false, true])
  expect(out(60, 14.9, 15, 25, 25.1)).toEqual([true, false, false, true])
  expect(out(62, -20, -19.9, -80)).toEqual([false, true, false])
  expect(out(65, -0.1, 0, 4, 4.1)).toEqual([true, false, false, true])
  expect(out(63, -80, -70, -69.9)).toEqual([false, false, true])
  expect(out(64, 34.9, 35, 37, 37.1)).toEqual([true, false, false, true])
  expect(out(999, -200, 60)).toEqual([false, false])
  expect([5, -200, 60, -201, 61, '5', null, Number.NaN].map(isReadable)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
