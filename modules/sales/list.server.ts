// The sales list (statement 1001): page first, names after.
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import { clientNamed, contains, equals, from, like, shortName, till } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { type Statement } from '../../server/read/statement.ts'
import type { Caller } from '../../server/caller.ts'
import { isPortal, role } from '../../core/user.ts'
import { belowParent, managedClients } from '../clients/scope.server.ts'
import { integer } from '../../core/model.ts'
import { saleFilters } from './sales.model.ts'
import { clientType, lineStatus } from '../lists/items.model.ts'

/** Sales made inside the employer of the clients that a sales manager looks after, now or when they were made. */
const managedSales = (user: Caller, s: Sql): Sql => {
  const managed = managedClients(user)
  return sql`
    ${s}.seller_id in (
      select
        o.client_id
      from
        clients o
      where
        o.client_id = ${user.EmployerId}
        or ${belowParent(user.EmployerId, 'o')}
    )
    and (
      ${s}.sales_manager_id = ${user.UserId}
      or ${s}.referring_doctor_id in (${managed})
      or ${s}.referrer_id in (${managed})
      or ${s}.buyer_id in (${managed})
      or ${s}.seller_id in (${managed})
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
export const saleScope = (user: Caller, alias = 's', filter: Filled = {}): Sql => {
  const s = raw(alias)
  if (user.RoleId === role.SalesManager) return managedSales(user, s)
  // outsiders must not see what the next party charged the one before
  return isPortal(user) || isPerson(user)
    ? sql`
        ${s}.base_sale_id is null
        and (${placeScope(user, s, filter)})
      `
    : placeScope(user, s, filter)
}
const isPerson = (user: Caller): boolean =>
  [clientType.Doctor, clientType.Patient, clientType.Referrer].some((type) => type === user.EntityTypeId)

const placeScope = (user: Caller, s: Sql, filter: Filled): Sql => {
  const own = [...user.Clients]
  switch (user.EntityTypeId) {
    case clientType.Doctor:
      return sql`${s}.referring_doctor_id = ${user.EntityId}`
    case clientType.Patient:
      return sql`${s}.patient_id = ${user.EntityId}`
    case clientType.Referrer:
      return sql`${s}.referrer_id = ${user.EntityId}`
    // what it carries is named by the boxes and tubes themselves
    case clientType.Courier:
      return sql`false`
    // not those that an institution below a centre has with the laboratory
    case clientType.CollectionCentre:
    case clientType.Institution:
      return sql`
        ${s}.seller_id = ${user.EntityId}
        or ${s}.buyer_id = ${user.EntityId}
        or exists (
          select
            1
          from
            samples t
          where
            t.sale_id = ${s}.sale_id
            and t.owner_id = ${user.EntityId}
        )
      `
    default:
      // a seller inside the entity needs no further look
      if (typeof filter.SellerId === 'number' && user.Clients.includes(filter.SellerId)) return sql`true`
      return sql`
        ${s}.seller_id = any (${own})
        or ${s}.buyer_id = any (${own})
        or exists (
          select
            1
          from
            samples t
          where
            t.sale_id = ${s}.sale_id
            and (
              t.performing_lab_id = any (${own})
              or t.owner_id = any (${own})
            ) ${bySale}
        )
      `
  }
}

/** Sales with a line of such a product; one that is unknown or was never sold ends the search at once. */
const line = (where: Sql): Sql => {
  const counts = sql`l.status_id <> ${literal(lineStatus.Cancelled)}`
  const sold = sql`
    select
      p.product_id
    from
      products p
    where
      ${where}
      and exists (
        select
          1
        from
          sale_products l
        where
          l.product_id = p.product_id
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
          sale_products l
        where
          l.sale_id = s.sale_id
          and ${counts}
          and l.product_id = any (array(${sold}))
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
        transactions t
      where
        t.invoice_id = s.invoice_id
        and t.counts
        and t.${raw(party)} = ${value}
    )
  `

/** A lab and a courier list sales of others `s`, whose prices they do not see. Undefined: the user sees all prices. */
const asParty = (user: Caller): string | undefined => {
  const isAmongOthers = [clientType.Lab, clientType.ExternalLab, clientType.CollectionCentre, clientType.Courier]
  if (isPortal(user) || user.RoleId === role.SalesManager || !isAmongOthers.some((type) => type === user.EntityTypeId))
    return undefined
  const own = `'{${user.Clients.join(',')}}'::int[]`
  return `s.seller_id = any (${own}) or s.buyer_id = any (${own})`
}
/** Whether the user sees the prices of the sale `s`, for statements that show or add them up. */
export const isPriced = (user: Caller): Sql => raw(`(${asParty(user) ?? 'true'})`)

const salesList = listOf(
  { filters: { ...saleFilters, PatientId: integer('Patient') } },
  {
    from: 'sales s',
    alias: 's',
    key: 's.sale_id',
    sort: '-SaleDate',
    columns: [
      'SaleId',
      'SaleDate',
      'AccessionNo',
      'LRN',
      { Patient: 's.patient_name', Doctor: 'd.name', Seller: shortName('se') },
      'NetAmount',
      { Outstanding: '(s.net_amount - s.paid)', SaleStatus: 'st.item_label', Buyer: 'b.name', Referrer: 'r.name' },
      'StatusId',
      'SellerId',
      'BuyerId',
      'PatientId',
      'BaseSaleId',
      'InvoiceId',
    ],
    told: { columns: ['NetAmount', 'Outstanding', 'Referrer'], where: asParty },
    names: sql`
      left join clients d on d.client_id = s.referring_doctor_id
      left join clients se on se.client_id = s.seller_id
      left join clients b on b.client_id = s.buyer_id
      left join clients r on r.client_id = s.referrer_id
      left join list_items st on st.list_item_id = s.status_id
    `,
    // the visits of one patient: the patient's own screen sends it, not the panel of filters
    filters: {
      PatientId: equals('s.patient_id'),
      FromDate: from('s.sale_date'),
      ToDate: till('s.sale_date'),
      Patient: like('s.patient_name'),
      Doctor: clientNamed('s.referring_doctor_id', clientType.Doctor),
      Buyer: clientNamed('s.buyer_id'),
      // a referrer is shown with the prices
      Referrer: (value, user) => sql`
        ${clientNamed('s.referrer_id', clientType.Doctor, clientType.Referrer)(value)}
        and ${isPriced(user)}
      `,
      SellerId: equals('s.seller_id'),
      LRN: (value: string) => sql`s.lrn like ${`%${value}%`}`,
      SaleStatus: equals('s.status_id'),
      GiverId: paidBy('giver_id'),
      ReceiverId: paidBy('receiver_id'),
      // of one line together: the scope checks them
      Code: null,
      Name: null,
      IsLocalProduct: (value: string) => line(sql`p.is_local_product = ${value === 'true'}`),
    },
    scope: (user, filter) => {
      // code and name must match the same line, so this checks both together
      const wanted: Sql[] = []
      if (typeof filter.Code === 'string') wanted.push(contains('p.code', filter.Code))
      if (typeof filter.Name === 'string') wanted.push(contains('p.name', filter.Name))
      const both =
        wanted.length === 2
          ? sql`
              ${wanted[0]}
              and ${wanted[1]}
            `
          : wanted[0]
      return both
        ? sql`
            (${saleScope(user, 's', filter)})
            and ${line(both)}
          `
        : saleScope(user, 's', filter)
    },
  },
)

export const salesStatements: readonly Statement[] = [
  { id: 1001, name: 'Sales', module: 'sales', parameters: {}, list: salesList },
]
