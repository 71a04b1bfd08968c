// Shipments on the server: list, one shipment, packing, dispatch and cancelling.
import { moduleOf } from '../../server/module.ts'
import { shippableRoute } from './packing/available.server.ts'
import { arrived } from './dispatch/arrived.server.ts'
import { autoDispatch } from './dispatch/auto.server.ts'
import { followUser } from './dispatch/closed.server.ts'
import { cancel, dispatch, undispatch } from './dispatch/dispatch.server.ts'
import { lost } from './dispatch/lost.server.ts'
import { overdueShipments } from './dispatch/overdue.server.ts'
import { shipmentList } from './list.server.ts'
import { takeOffCancelled } from './packing/cancelled.server.ts'
import { saveShipment } from './packing/pack.server.ts'
import { shipmentScope } from './scope.server.ts'
import { readShipment, shipmentPlace } from './shipment.server.ts'
import { shipments } from './shipments.model.ts'
import { mayCancelShipment, mayCreate, mayPack } from './shipments.rules.ts'
import { answer } from './toomany/answer.server.ts'
import { lockedBeforeShipment } from './packing/tubes.server.ts'

export const shipmentsServer = moduleOf(shipments, {
  ...shipmentPlace,
  scope: (user) => shipmentScope(user),
  locksFirst: (key, sent) => lockedBeforeShipment(key, sent),
  read: readShipment,
  save: saveShipment,
  saved: (record) => `Shipment ${record.ShipmentId} is saved`,
  decide: { create: mayCreate, update: mayPack, cancel: mayCancelShipment },
  actions: [dispatch, undispatch, lost, arrived, answer, cancel],
  follows: { sales: takeOffCancelled, users: followUser },
  routes: [shippableRoute],
  jobs: [autoDispatch, overdueShipments],
  statements: [{ id: 1023, name: 'Shipments', module: 'shipments', parameters: {}, list: shipmentList }],
})
