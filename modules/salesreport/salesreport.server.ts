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
import { salesReportTotals } from './answers.model.ts'

/** Lines `line` of valid sales of those the user works for; a sales manager's are of the clients they look after. */
const scope = (user: Caller, leg: Leg): Sql => sql`
  line.status_id <> ${literal(lineStatus.Cancelled)}
  and exists (
    select
      1
    from
      sale_facts sale
    where
      sale.sale_id = line.sale_id
      and sale.is_sold
      and ${user.RoleId === role.SalesManager
        ? sql`
            sale.base_sale_id is null
            and (${saleScope(user)})
          `
        : sql`
            sale.seller_id = any (${[...user.Clients]})
            and ${ofLeg(user, leg)}
          `}
  )
`
/** Lines with their sale, for the filters: since each end of a day alone leaves half of all sales. */
const lines = 'sale_products line join sales sale on sale.sale_id = line.sale_id'

const list = listOf(salesreport, {
  from: lines,
  alias: 'line',
  key: 'line.sale_product_id',
  sort: '-SaleProductId',
  columns: {
    SaleDate: 'sold.sale_date',
    Sale: 'sold.sale_id::text',
    AccessionNo: 'sold.accession_no',
    LRN: 'sold.lrn',
    Patient: 'sold.patient_name',
    Doctor: 'doctor.name',
    Seller: 'seller.name',
    Buyer: 'buyer.name',
    Code: 'product.code',
    Product: 'product.name',
    Commission: 'round(line.amount * line.commission_percent / 100, 2)',
  },
  names: sql`
    join sales sold on sold.sale_id = line.sale_id
    join products product on product.product_id = line.product_id
    left join clients doctor on doctor.client_id = sold.referring_doctor_id
    left join clients seller on seller.client_id = sold.seller_id
    left join clients buyer on buyer.client_id = sold.buyer_id
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
          transactions payment
        where
          payment.invoice_id = sale.invoice_id
          and payment.giver_id = ${value}
          and payment.counts
      )
    `,
    // where it is measured
    LabId: (value) => sql`
      exists (
        select
          1
        from
          sale_product_samples drawn
          join samples tube on tube.sample_id = drawn.sample_id
        where
          drawn.sale_product_id = line.sale_product_id
          and tube.performing_lab_id = ${value}
      )
    `,
    SaleId: equals('line.sale_id'),
    ProductId: equals('line.product_id'),
    Leg: null,
  },
  scope: (user, { Leg: leg }) => scope(user, legFor(user, leg)),
})

/** Of `line` and its `sale`: its share of an amount of the sale; the lines of a sale have all of it. */
const shareOf = (amount: Sql): Sql => sql`
  coalesce(
    (${amount}) * line.amount / nullif(sale.gross_amount - sale.discount, 0),
    0
  )
`
const addlDiscount = shareOf(sql`sale.addl_discount`)
const rounding = shareOf(roundingOf('sale'))

/** 2140: how many lines a filter leaves, and what they add up to. */
const totals = statementOf({
  ...salesReportTotals,
  name: 'Totals of the sales report',
  module: 'salesreport',
  parameters: salesreport.filters,
  query: (filter, user) => sql`
    select
      count(*)::int as "Lines",
      count(distinct line.sale_id)::int as "Sales",
      coalesce(sum(line.price), 0) as "Gross",
      coalesce(sum(line.price - line.amount), 0) as "Discount",
      coalesce(sum(line.amount), 0) as "Amount",
      coalesce(round(sum(${addlDiscount}), 2), 0) as "AddlDiscount",
      coalesce(round(sum(${rounding}), 2), 0) as "Rounding",
      coalesce(
        sum(line.amount) - round(sum(${addlDiscount}), 2) + round(sum(${rounding}), 2),
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
  alias: 'sale_line',
  keyColumn: 'sale_product_id',
  scope: () => sql`false`,
  read: () => sql`
    select
    where
      false
  `,
  statements: [{ id: 1031, name: 'Sales Report', module: 'salesreport', parameters: {}, list }, totals, income],
})
