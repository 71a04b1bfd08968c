// The sales report on the server: lines sold by the organisations that the user works for, and their totals.
import { role } from '../../core/user.ts'
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf } from '../../server/module.ts'
import { clientNamed, equals, from, like, till } from '../../server/read/conditions.ts'
import { conditions, listOf } from '../../server/read/list.ts'
import { statementOf } from '../../server/read/statement.ts'
import { clientType, lineStatus } from '../lists/items.model.ts'
import { roundingOf } from '../sales/booking/rounding.server.ts'
import { saleScope } from '../sales/list.server.ts'
import { income } from './income.server.ts'
import type { Leg } from './legs.rules.ts'
import { legFor, ofLeg } from './legs.server.ts'
import { salesreport } from './salesreport.model.ts'

/** Lines `l` of valid sales of those the user works for; a sales manager's are of the clients they look after. */
const scope = (user: Caller, leg: Leg): Sql => sql`
  l.status_id <> ${literal(lineStatus.Cancelled)}
  and exists (
    select
      1
    from
      sale_facts s
    where
      s.sale_id = l.sale_id
      and s.is_sold
      and ${user.RoleId === role.SalesManager
        ? sql`
            s.base_sale_id is null
            and (${saleScope(user)})
          `
        : sql`
            s.seller_id = any (${[...user.Clients]})
            and ${ofLeg(user, leg)}
          `}
  )
`
/** Lines with their sale, for the filters: since each end of a day alone leaves half of all sales. */
const lines = 'sale_products l join sales sale on sale.sale_id = l.sale_id'

const list = listOf(salesreport, {
  from: lines,
  alias: 'l',
  key: 'l.sale_product_id',
  sort: '-SaleProductId',
  columns: [
    'SaleProductId',
    {
      SaleDate: 's.sale_date',
      Sale: 's.sale_id::text',
      AccessionNo: 's.accession_no',
      LRN: 's.lrn',
      Patient: 's.patient_name',
      Doctor: 'd.name',
      Seller: 'se.name',
      Buyer: 'b.name',
      Code: 'p.code',
      Product: 'p.name',
    },
    'Price',
    'DiscountPercent',
    'Amount',
    { Commission: 'round(l.amount * l.commission_percent / 100, 2)' },
    'SaleId',
    'ProductId',
  ],
  names: sql`
    join sales s on s.sale_id = l.sale_id
    join products p on p.product_id = l.product_id
    left join clients d on d.client_id = s.referring_doctor_id
    left join clients se on se.client_id = s.seller_id
    left join clients b on b.client_id = s.buyer_id
  `,
  filters: {
    FromDate: from('sale.sale_date'),
    ToDate: till('sale.sale_date'),
    Patient: like('sale.patient_name'),
    Doctor: clientNamed('sale.referring_doctor_id', clientType.Doctor),
    SellerId: equals('sale.seller_id'),
    BuyerIds: (value) => sql`sale.buyer_id = any (${value})`,
    // who paid for it
    GiverId: (value) => sql`
      exists (
        select
          1
        from
          transactions t
        where
          t.invoice_id = sale.invoice_id
          and t.giver_id = ${value}
          and t.counts
      )
    `,
    // where it is measured
    LabId: (value) => sql`
      exists (
        select
          1
        from
          sale_product_samples x
          join samples t on t.sample_id = x.sample_id
        where
          x.sale_product_id = l.sale_product_id
          and t.performing_lab_id = ${value}
      )
    `,
    SaleId: equals('l.sale_id'),
    ProductId: equals('l.product_id'),
    Leg: null,
  },
  scope: (user, { Leg: leg }) => scope(user, legFor(user, leg)),
})

/** Of line `l` and its `sale`: its share of an amount of the sale; the lines of a sale have all of it. */
const shareOf = (amount: Sql): Sql => sql`
  coalesce((${amount}) * l.amount / nullif(sale.gross_amount - sale.discount, 0), 0)
`
const addlDiscount = shareOf(sql`sale.addl_discount`)
const rounding = shareOf(roundingOf('sale'))

/** 2140: how many lines a filter leaves, and what they add up to. */
const totals = statementOf({
  id: 2140,
  name: 'Totals of the sales report',
  module: 'salesreport',
  parameters: salesreport.filters,
  query: (filter, user) => sql`
    select
      count(*)::int as "Lines",
      count(distinct l.sale_id)::int as "Sales",
      coalesce(sum(l.price), 0) as "Gross",
      coalesce(sum(l.price - l.amount), 0) as "Discount",
      coalesce(sum(l.amount), 0) as "Amount",
      coalesce(round(sum(${addlDiscount}), 2), 0) as "AddlDiscount",
      coalesce(round(sum(${rounding}), 2), 0) as "Rounding",
      coalesce(
        sum(l.amount) - round(sum(${addlDiscount}), 2) + round(sum(${rounding}), 2),
        0
      ) as "NetAmount"
    from
      ${raw(lines)}
    where
      ${conditions(list, filter, user)}
  `,
})

export const salesreportServer = moduleOf(salesreport, {
  // it has no records: a request by key finds none
  table: 'sale_products',
  alias: 'x',
  keyColumn: 'sale_product_id',
  scope: () => sql`false`,
  read: () => sql`
    select
    where
      false
  `,
  statements: [{ id: 1031, name: 'Sales Report', module: 'salesreport', parameters: {}, list }, totals, income],
})
