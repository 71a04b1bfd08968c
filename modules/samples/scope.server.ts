// Which tubes exist for whom.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { clientType } from '../lists/items.model.ts'
import { saleScope } from '../sales/list.server.ts'

/** A tube exists for whoever holds, performs or carries it, and for whom its sale does. */
export const sampleScope = (user: Caller, alias = 't'): Sql => {
  const t = raw(alias)
  const own = [...user.Clients]
  if (user.EntityTypeId === clientType.Courier)
    return sql`
      exists (
        select
          1
        from
          shipment_samples x
          join shipments h on h.shipment_id = x.shipment_id
        where
          x.sample_id = ${t}.sample_id
          and h.courier_id = ${user.EntityId}
      )
    `
  if (user.EntityTypeId === clientType.ExternalLab) return sql`${t}.performing_lab_id = ${user.EntityId}`
  return sql`
    ${t}.owner_id = any (${own})
    or ${t}.performing_lab_id = any (${own})
    or exists (
      select
        1
      from
        sales s
      where
        s.sale_id = ${t}.sale_id
        and (${saleScope(user)})
    )
  `
}
