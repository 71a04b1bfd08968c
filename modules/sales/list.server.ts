// The sales list (statement 1001): page first, names after.
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import { clientNamed, contains, equals, from, like, shortName, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { type Statement } from '../../server/read/statement.ts'
import type { Caller } from '../../server/caller.ts'
import { isPortal, role } from '../../core/user.ts'
import { belowParent, managedClients } from '../clients/scope.server.ts'
import { integer } from '../../core/model.ts'
import { saleFilters, sales } from './sales.model.ts'
import { clientType, lineStatus } from '../lists/items.model.ts'

/** Sales made inside the employer of the clients that a sales manager looks after, now or when they were made. */
const managedSales = (user: Caller, sale: Sql): Sql => {
  const managed = managedClients(user)
  return sql`
    ${sale}.seller_id in (
      select
        party.client_id
      from
        clients party
      where
        party.client_id = ${user.EmployerId}
        or ${belowParent(user.EmployerId, 'party')}
    )
    and (
      ${sale}.sales_manager_id = ${user.UserId}
      or ${sale}.referring_doctor_id in (${managed})
      or ${sale}.referrer_id in (${managed})
      or ${sale}.buyer_id in (${managed})
      or ${sale}.seller_id in (${managed})
    )
  `
}

type Filled = { readonly SellerId?: number | null }
/** Keeps the planner from reading all tubes or lines ever made, to look up a few. */
export const bySale = sql`
  offset
    0
`

/**
 * Which sales a user sees: by the entity and its organisations, as seller, buyer or performer; portals see their
 * own first sales.
 */
export const saleScope = (user: Caller, alias = 'sale', filter: Filled = {}): Sql => {
  const sale = raw(alias)
  if (user.RoleId === role.SalesManager) return managedSales(user, sale)
  // outsiders must not see what the next party charged the one before
  return isPortal(user) || isPerson(user)
    ? sql`
        ${sale}.base_sale_id is null
        and (${placeScope(user, sale, filter)})
      `
    : placeScope(user, sale, filter)
}
const isPerson = (user: Caller): boolean =>
  [clientType.Doctor, clientType.Patient, clientType.Referrer].some((type) => type === user.EntityTypeId)

const placeScope = (user: Caller, sale: Sql, filter: Filled): Sql => {
  const own = [...user.Clients]
  switch (user.EntityTypeId) {
    case clientType.Doctor:
      return sql`${sale}.referring_doctor_id = ${user.EntityId}`
    case clientType.Patient:
      return sql`${sale}.patient_id = ${user.EntityId}`
    case clientType.Referrer:
      return sql`${sale}.referrer_id = ${user.EntityId}`
    // what it carries is named by the boxes and tubes themselves
    case clientType.Courier:
      return sql`false`
    // not those that an institution below a centre has with the laboratory
    case clientType.CollectionCentre:
    case clientType.Institution:
      return sql`
        ${sale}.seller_id = ${user.EntityId}
        or ${sale}.buyer_id = ${user.EntityId}
        or exists (
          select
            1
          from
            samples tube
          where
            tube.sale_id = ${sale}.sale_id
            and tube.owner_id = ${user.EntityId}
        )
      `
    default:
      // a seller inside the entity needs no further look
      if (typeof filter.SellerId === 'number' && user.Clients.includes(filter.SellerId)) return sql`true`
      return sql`
        ${sale}.seller_id = any (${own})
        or ${sale}.buyer_id = any (${own})
        or exists (
          select
            1
          from
            samples tube
          where
            tube.sale_id = ${sale}.sale_id
            and (
              tube.performing_lab_id = any (${own})
              or tube.owner_id = any (${own})
            ) ${bySale}
        )
      `
  }
}

/** Sales with a line of such a product; one that is unknown or was never sold ends the search at once. */
const line = (where: Sql): Sql => {
  const counts = sql`line.status_id <> ${literal(lineStatus.Cancelled)}`
  const sold = sql`
    select
      product.product_id
    from
      products product
    where
      ${where}
      and exists (
        select
          1
        from
          sale_products line
        where
          line.product_id = product.product_id
          and ${counts} ${bySale}
      )
  `
  return sql`
    (
      exists (${sold})
      and exists (
        select
          1
        from
          sale_products line
        where
          line.sale_id = sale.sale_id
          and ${counts}
          and line.product_id = any (array(${sold}))
      )
    )
  `
}

/** A receipt or refund of its invoice with this party. */
const paidBy =
  (party: string) =>
  (value: number): Sql => sql`
    exists (
      select
        1
      from
        transactions payment
      where
        payment.invoice_id = sale.invoice_id
        and payment.counts
        and payment.${raw(party)} = ${value}
    )
  `

/**
 * A lab and a courier list sales of others `sale`, whose prices they do not see. Undefined: the user sees all prices.
 */
const asParty = (user: Caller): string | undefined => {
  const isAmongOthers = [clientType.Lab, clientType.ExternalLab, clientType.CollectionCentre, clientType.Courier]
  if (isPortal(user) || user.RoleId === role.SalesManager || !isAmongOthers.some((type) => type === user.EntityTypeId))
    return undefined
  const own = `'{${user.Clients.join(',')}}'::int[]`
  return `sale.seller_id = any (${own}) or sale.buyer_id = any (${own})`
}
/** Whether the user sees the prices of the `sale`, for statements that show or add them up. */
export const isPriced = (user: Caller): Sql => raw(`(${asParty(user) ?? 'true'})`)

const salesList = listOf(
  { ...sales, filters: { ...saleFilters, PatientId: integer('Patient') } },
  {
    from: 'sales sale',
    alias: 'sale',
    key: 'sale.sale_id',
    sort: '-SaleDate',
    columns: {
      Patient: 'sale.patient_name',
      Doctor: 'doctor.name',
      Seller: shortName('seller'),
      Outstanding: '(sale.net_amount - sale.paid)',
      SaleStatus: 'status.item_label',
      Buyer: 'buyer.name',
      Referrer: 'referrer.name',
    },
    told: { columns: ['NetAmount', 'Outstanding', 'Referrer'], where: asParty },
    names: sql`
      left join clients doctor on doctor.client_id = sale.referring_doctor_id
      left join clients seller on seller.client_id = sale.seller_id
      left join clients buyer on buyer.client_id = sale.buyer_id
      left join clients referrer on referrer.client_id = sale.referrer_id
      left join list_items status on status.list_item_id = sale.status_id
    `,
    // the visits of one patient: the patient's own screen sends it, not the panel of filters
    filters: {
      PatientId: equals('sale.patient_id'),
      FromDate: from('sale.sale_date'),
      ToDate: till('sale.sale_date'),
      Patient: like('sale.patient_name'),
      Doctor: clientNamed('sale.referring_doctor_id', clientType.Doctor),
      Buyer: clientNamed('sale.buyer_id'),
      // a referrer is shown with the prices
      Referrer: (value, user) => sql`
        ${clientNamed('sale.referrer_id', clientType.Doctor, clientType.Referrer)(value)}
        and ${isPriced(user)}
      `,
      SellerId: equals('sale.seller_id'),
      LRN: (value: string) => sql`sale.lrn like ${`%${value}%`}`,
      SaleStatus: equals('sale.status_id'),
      GiverId: paidBy('giver_id'),
      ReceiverId: paidBy('receiver_id'),
      // of one line together: the scope checks them
      Code: null,
      Name: null,
      IsLocalProduct: (value: string) => line(sql`product.is_local_product = ${value === 'true'}`),
    },
    scope: (user, filter) => {
      // code and name must match the same line, so this checks both together
      const wanted: Sql[] = []
      if (typeof filter.Code === 'string') wanted.push(contains('product.code', filter.Code))
      if (typeof filter.Name === 'string') wanted.push(contains('product.name', filter.Name))
      const both =
        wanted.length === 2
          ? sql`
              ${wanted[0]}
              and ${wanted[1]}
            `
          : wanted[0]
      return both
        ? sql`
            (${saleScope(user, 'sale', filter)})
            and ${line(both)}
          `
        : saleScope(user, 'sale', filter)
    },
  },
)

export const salesStatements: readonly Statement[] = [
  { id: 1001, name: 'Sales', module: 'sales', parameters: {}, list: salesList },
]
