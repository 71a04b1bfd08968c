// Which users see which shipments: both parties, their parents, and the courier.
import { isPortal, role } from '../../core/user.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { clientType } from '../lists/items.model.ts'

export const shipmentScope = (user: Caller, alias = 'h'): Sql => {
  const h = raw(alias)
  if (isPortal(user) || user.RoleId === role.SalesManager) return sql`false`
  if (user.EntityTypeId === clientType.Courier) return sql`${h}.courier_id = ${user.EntityId}`
  const own = [...user.Clients]
  return sql`
    ${h}.consignor_id = any (${own})
    or ${h}.consignee_id = any (${own})
  `
}
