// Who may do what with a shipment, and which tubes may be packed.
import { expect, test } from 'vitest'
import { yes } from '../../core/refusal.ts'
import { clientType, sampleStatus, sampleStatuses, shipmentStatus } from '../lists/items.model.ts'
import {
  choosesConsignee,
  mayCancelShipment,
  mayCreate,
  mayDispatch,
  mayPack,
  mayShip,
  mayUndispatch,
  type TubeToPack,
} from './shipments.rules.ts'

const own = { EntityId: 12 }
const packing = { ConsignorId: 12, DispatchDate: null, StatusId: shipmentStatus.BeingPacked }
const away = { ConsignorId: 12, DispatchDate: '2026-11-21T03:45:00.000Z', StatusId: shipmentStatus.Dispatched }
const cancelled = { ...packing, StatusId: shipmentStatus.Cancelled }

test.each([
  ['packed', mayPack],
  ['dispatched', mayDispatch],
  ['cancelled', mayCancelShipment],
] as const)('a shipment is %s only by its consignor, and before its dispatch', (_what, may) => {
  expect(may(packing, own)).toEqual(yes)
  expect(may(packing, { EntityId: 2 })).toMatchObject({ ok: false, code: 'not-consignor' })
  expect(may(away, own)).toMatchObject({ ok: false, code: 'dispatched', reason: 'The shipment is dispatched already' })
  expect(may(cancelled, own)).toMatchObject({ ok: false, code: 'cancelled', reason: 'The shipment is cancelled' })
})

test('an empty shipment cannot be dispatched', () => {
  expect(mayDispatch({ ...packing, ShipmentSamples: [{}] }, own)).toEqual(yes)
  expect(mayDispatch({ ...packing, ShipmentSamples: [] }, own)).toMatchObject({
    code: 'empty',
    reason: 'Shipment must have at least 1 sample selected',
  })
})

test('the consignor undoes a dispatch until the first receipt', () => {
  expect(mayUndispatch(away, own)).toEqual(yes)
  expect(mayUndispatch(away, { EntityId: 2 })).toMatchObject({
    code: 'not-consignor',
    reason: 'Only the consignor may undo the dispatch of the shipment',
  })
  expect(mayUndispatch(packing, own)).toMatchObject({
    code: 'not-dispatched',
    reason: 'The shipment is not dispatched yet',
  })
  expect(mayUndispatch(cancelled, own)).toMatchObject({ ok: false, code: 'cancelled' })
  for (const StatusId of [shipmentStatus.PartlyReceived, shipmentStatus.Received, shipmentStatus.WithExceptions])
    expect(mayUndispatch({ ...away, StatusId }, own)).toMatchObject({
      code: 'received',
      reason: 'A sample of it is received already',
    })
})

test('only a laboratory chooses the consignee; a courier creates no shipment', () => {
  for (const EntityTypeId of Object.values(clientType)) {
    expect(choosesConsignee({ EntityTypeId })).toBe(EntityTypeId === 10)
    expect(mayCreate({ EntityTypeId }).ok).toBe(EntityTypeId !== 19)
  }
  expect(mayCreate({ EntityTypeId: clientType.Courier })).toMatchObject({
    code: 'courier',
    reason: 'Couriers cannot create shipments',
  })
})

const tube: TubeToPack = {
  Barcode: 'NCL2611000482-02',
  StatusId: sampleStatus.Collected,
  OwnerId: 12,
  NextHopId: 2,
  IsCancelled: false,
  IsWaitedFor: true,
  OpenShipmentId: null,
}
const way = { ConsignorId: 12, ConsigneeId: 2 }

test('a tube may be packed when it is ready at the consignor and the consignee is next on its route', () => {
  expect(mayShip(tube, way)).toEqual(yes)
  expect(mayShip({ ...tube, StatusId: sampleStatus.Delivered }, way)).toEqual(yes)
  const refused = (changes: Partial<TubeToPack>) => mayShip({ ...tube, ...changes }, way)
  expect(refused({ OpenShipmentId: 7 })).toEqual({
    ok: false,
    reason: 'NCL2611000482-02 is on shipment 7 already',
    at: 'SampleId',
    code: 'packed',
  })
  expect(refused({ OwnerId: 11 })).toMatchObject({ code: 'elsewhere', at: 'SampleId' })
  expect(refused({ NextHopId: 3 })).toMatchObject({ code: 'other-way' })
  expect(refused({ NextHopId: null })).toMatchObject({ code: 'other-way' })
  expect(refused({ IsCancelled: true })).toMatchObject({ code: 'cancelled' })
  expect(refused({ IsWaitedFor: false })).toMatchObject({ code: 'cancelled' })
  expect(refused({ StatusId: sampleStatus.ToBeCollected })).toMatchObject({ code: 'not-collected' })
})

test('a tube in any other status cannot be packed', () => {
  for (const { id } of Object.values(sampleStatuses.items))
    expect([id, mayShip({ ...tube, StatusId: id }, way).ok]).toEqual([id, id === 116 || id === 121])
})
