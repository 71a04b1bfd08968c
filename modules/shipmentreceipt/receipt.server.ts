// A shipment as its consignee opens it: the tubes that await receipt, and those already decided.
import { sql, type Sql } from '../../server/db/db.ts'
import { readShown } from '../../server/table/read-of.ts'
import type { Caller } from '../../server/caller.ts'
import { shipmentScope } from '../shipments/scope.server.ts'
import { shipmentreceipt } from './shipmentreceipt.model.ts'

/** Shipments in the user's scope with one of the user's organisations as consignee. */
export const receiptScope = (user: Caller): Sql => sql`
  (${shipmentScope(user)})
  and shipment.consignee_id = any (${[...user.Clients]})
`

const status = sql`
  (
    select
      json_build_object('ItemLabel', status.item_label)
    from
      list_items status
    where
      status.list_item_id = shipment.status_id
  )
`

export const receiptPlace = { model: shipmentreceipt, table: 'shipments', alias: 'shipment', keyColumn: 'shipment_id' }
export const readReceipt = readShown(receiptPlace, {
  Status: status,
})
