// Receipts on the server: shipments to the user's organisation, and their receipt.
import { moduleOf } from '../../server/module.ts'
import { lockedBeforeShipment } from '../shipments/packing/tubes.server.ts'
import { mayReceive } from './receive.rules.ts'
import { receive } from './receive.server.ts'
import { readReceipt, receiptPlace, receiptScope } from './receipt.server.ts'
import { shipmentreceipt } from './shipmentreceipt.model.ts'

export const shipmentreceiptServer = moduleOf(shipmentreceipt, {
  ...receiptPlace,
  scope: receiptScope,
  locksFirst: (key) => lockedBeforeShipment(key, {}),
  read: readReceipt,
  decide: { update: mayReceive, receive: mayReceive },
  actions: [receive],
  statements: [],
})
