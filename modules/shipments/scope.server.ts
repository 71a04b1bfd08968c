// Which users see which shipments: both parties, their parents, and the courier.
import { isPortal, role } from '../../core/user.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { clientType } from '../lists/items.model.ts'

export const shipmentScope = (user: Caller, alias = 'shipment'): Sql => {
  const shipment = raw(alias)
  if (isPortal(user) || user.RoleId === role.SalesManager) return sql`false`
  if (user.EntityTypeId === clientType.Courier) return sql`${shipment}.courier_id = ${user.EntityId}`
  const own = [...user.Clients]
  return sql`
    ${shipment}.consignor_id = any (${own})
    or ${shipment}.consignee_id = any (${own})
  `
}
