// Receipts on the server: shipments to the user's organisation, and their receipt.
import { moduleOf } from '../../server/module.ts'
import { lockedBeforeShipment } from '../shipments/packing/tubes.server.ts'
import { mayReceive } from './receive.rules.ts'
import { receive } from './receive.server.ts'
import { readReceipt, receiptPlace, receiptScope } from './receipt.server.ts'
import { shipmentreceipt } from './shipmentreceipt.model.ts'
import { codesOf } from './toomany/too-many.rules.ts'
import { tooMany } from './toomany/too-many.server.ts'

/** The barcode of a tube that is not on the shipment. */
const barcodesIn = (sent: object): readonly string[] =>
  'Barcode' in sent && typeof sent.Barcode === 'string' ? codesOf(sent.Barcode) : []

export const shipmentreceiptServer = moduleOf(shipmentreceipt, {
  ...receiptPlace,
  scope: receiptScope,
  locksFirst: (key, sent) => lockedBeforeShipment(key, {}, barcodesIn(sent)),
  read: readReceipt,
  decide: { update: mayReceive, receive: mayReceive },
  actions: [receive, tooMany],
  statements: [],
})
