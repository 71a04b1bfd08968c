// Which users see which tubes.
import { isPortal, role } from '../../core/user.ts'
import { empty, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { clientType } from '../lists/items.model.ts'
import { bySale, saleScope } from '../sales/list.server.ts'

const inSale = (user: Caller, tube: Sql): Sql => sql`
  exists (
    select
      1
    from
      sales sale
    where
      sale.sale_id = ${tube}.sale_id
      and (${saleScope(user)})
  )
`

/** A tube is visible to its owner, its performing lab, its courier, and to everyone who sees its sale. */
export const sampleScope = (user: Caller, alias = 'tube'): Sql => scopeOf(user, alias, (tube) => inSale(user, tube))

/** A laboratory sees the whole sale of each tube of its own, so that the sale alone decides. */
const seesWholeSales = (user: Caller): boolean =>
  [clientType.LegalEntity, clientType.Lab].some((type) => type === user.EntityTypeId) &&
  user.RoleId !== role.SalesManager &&
  !isPortal(user)

/**
 * The same for the list, which joins the `sale` of the `tube`. Skips sales without any tube of theirs first, so
 * that only the other sales' tubes are checked.
 */
export const listScope = (user: Caller): Sql => {
  if (seesWholeSales(user)) return saleScope(user, 'sale')
  const tube = scopeOf(user, 'facts', () => saleScope(user, 'sale'))
  if (user.EntityTypeId === clientType.Courier || user.EntityTypeId === clientType.ExternalLab) return tube
  const own = [...user.Clients]
  // a centre holds few tubes, found at once; those of others are looked up by sale
  const isSmall = user.EntityTypeId === clientType.CollectionCentre || user.EntityTypeId === clientType.Institution
  return sql`
    (
      (${saleScope(user, 'sale')})
      or exists (
        select
          1
        from
          samples tube
        where
          tube.sale_id = sale.sale_id
          and (
            tube.owner_id = any (${own})
            or tube.performing_lab_id = any (${own})
          ) ${isSmall ? empty : bySale}
      )
    )
    and (${tube})
  `
}

const scopeOf = (user: Caller, alias: string, ofSale: (tube: Sql) => Sql): Sql => {
  const sample = raw(alias)
  const own = [...user.Clients]
  if (user.EntityTypeId === clientType.Courier)
    return sql`
      exists (
        select
          1
        from
          shipment_samples packed
          join shipments shipment on shipment.shipment_id = packed.shipment_id
        where
          packed.sample_id = ${sample}.sample_id
          and shipment.courier_id = ${user.EntityId}
      )
    `
  if (user.EntityTypeId === clientType.ExternalLab) return sql`${sample}.performing_lab_id = ${user.EntityId}`
  return sql`
    ${sample}.owner_id = any (${own})
    or ${sample}.performing_lab_id = any (${own})
    or (${ofSale(sample)})
  `
}
