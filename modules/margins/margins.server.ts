// Margin per test on the server: sold lines of a period, and the work of outside laboratories for them, each once.
import { literal, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, isSo } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { moment, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { clientType, lineStatus } from '../lists/items.model.ts'
import { roundingOf } from '../sales/booking/rounding.server.ts'
import type { Leg } from '../salesreport/legs.rules.ts'
import { legFor, ofLeg } from '../salesreport/legs.server.ts'
import { margins } from './margins.model.ts'
import { marginTotals } from './answers.model.ts'

/**
 * The work of outside laboratories for the user's places, with the sale that it was done for: of the patient's bill the
 * first in these books, else the one that the laboratory's sale follows.
 */
const work = (user: Caller, leg: Leg): Sql => sql`
  select
    sent.sale_product_id,
    sent.lab_id,
    sent.buyer_id,
    sent.sale_date,
    sent.agreed,
    sent.purchase_bill_id,
    line.product_id,
    leg.base_sale_id as sale_id
  from
    work_sent_outside sent
    join sales leg on leg.sale_id = sent.sale_id
    join sale_products line on line.sale_product_id = sent.sale_product_id
  where
    sent.buyer_id = any (${[...user.Clients]})
  union all
  select
    work.sale_product_id,
    work.lab_id,
    work.buyer_id,
    work.sale_date,
    work.agreed,
    work.purchase_bill_id,
    work.product_id,
    base.sale_id
  from
    work
    join sales later on later.sale_id = work.sale_id
    join sales base on base.sale_id = later.base_sale_id
    and base.seller_id = any (${[...user.Clients]})
  where
    ${leg === 'patient' ? sql`true` : sql`false`}
`

/** What is sold of `line` of `sale`: with its share of additional discount and rounding, without GST. */
const soldOf = sql`
  (
    line.amount - coalesce(
      (sale.addl_discount - (${roundingOf('sale')})) * line.amount / nullif(sale.gross_amount - sale.discount, 0),
      0
    )
  ) * 100 / (100 + coalesce(line.gst_rate, 0))
`

type Asked = {
  readonly FromDate?: string | null
  readonly ToDate?: string | null
  readonly EntityId?: number | null
  readonly Leg?: Leg | null
}
const rows = ({ FromDate, ToDate, EntityId, Leg: asked }: Asked, user: Caller): Sql => {
  const leg = legFor(user, asked)
  const inPeriod = (day: string): Sql => sql`
    ${raw(day)} >= ${moment(FromDate, '-infinity')}
    and ${raw(day)} <= ${moment(ToDate, 'infinity')}
  `
  return sql`
    with recursive
      -- what an outside laboratory sells is no income here
      own as (
        select
          client_id
        from
          clients
        where
          client_id = any (${placesOf(user, EntityId)})
          and client_type_id <> ${literal(clientType.ExternalLab)}
      ),
      work as (${work(user, leg)}),
      done as (
        select
          work.*,
          coalesce(sale.seller_id, work.buyer_id) as seller_id
        from
          work
          left join sales sale on sale.sale_id = work.sale_id
        where
          coalesce(sale.seller_id, work.buyer_id) in (table own)
          and ${inPeriod('coalesce(sale.sale_date, work.sale_date)')}
          and ${ofLeg(user, leg)}
      ),
      sent as (
        select
          sale_id,
          product_id,
          min(lab_id) as lab_id
        from
          done
        group by
          1,
          2
      ),
      counted as (
        select
          line.product_id,
          sale.seller_id,
          sent.lab_id,
          1 as tests,
          ${soldOf} as sold,
          0 as billed,
          0 as agreed
        from
          sale_facts sale
          join sale_products line on line.sale_id = sale.sale_id
          and line.status_id <> ${literal(lineStatus.Cancelled)}
          left join sent on sent.sale_id = sale.sale_id
          and sent.product_id = line.product_id
        where
          sale.is_sold
          and sale.seller_id in (table own)
          and ${inPeriod('sale.sale_date')}
          and ${ofLeg(user, leg)}
          -- credited, and on no other invoice
          and not (
            sale.is_uninvoiced
            and exists (
              select
                1
              from
                credit_note_sales credited
              where
                credited.sale_id = sale.sale_id
            )
          )
        union all
        select
          done.product_id,
          done.seller_id,
          done.lab_id,
          0,
          0,
          coalesce(bill.amount, 0),
          case
            when bill.amount is null then done.agreed
            else 0
          end
        from
          done
          left join purchase_bill_lines bill on bill.sale_product_id = done.sale_product_id
          and not bill.is_cancelled
      )
    select
      row_number() over (
        order by
          round(sum(sold), 2) - sum(billed) - sum(agreed) desc,
          product_id,
          seller_id,
          lab_id
      )::int as line,
      product_id,
      seller_id,
      lab_id,
      sum(tests)::int as tests,
      round(sum(sold), 2) as sold,
      sum(billed) as billed,
      sum(agreed) as agreed,
      round(sum(sold), 2) - sum(billed) - sum(agreed) as margin
    from
      counted
    group by
      product_id,
      seller_id,
      lab_id
    having
      sum(tests) > 0
      or sum(billed) > 0
      or sum(agreed) > 0
  `
}

const list = listOf(margins, {
  from: rows,
  alias: 'margin',
  key: 'margin.line',
  sort: 'Line',
  columns: {
    Code: 'product.code',
    Product: 'product.name',
    Seller: 'seller.name',
    OutsideLab: 'lab.name',
    Tests: 'margin.tests',
    Sold: 'margin.sold',
    Billed: 'margin.billed',
    ByPriceList: 'margin.agreed',
    Margin: 'margin.margin',
    MarginPercent: 'round(100 * margin.margin / nullif(margin.sold, 0), 1)',
    ProductId: 'margin.product_id',
  },
  names: `
    join products product on product.product_id = margin.product_id
    join clients seller on seller.client_id = margin.seller_id
    left join clients lab on lab.client_id = margin.lab_id
  `,
  filters: {
    FromDate: null,
    ToDate: null,
    EntityId: null,
    Leg: null,
    SellerId: equals('margin.seller_id'),
    ProductId: equals('margin.product_id'),
    SupplierId: equals('margin.lab_id'),
    IsSentOut: isSo('(margin.lab_id is not null)'),
  },
  scope: () => sql`true`,
})

export const marginsServer = reportOf(margins, [
  { id: 1082, name: margins.name, module: 'margins', parameters: {}, list },
  totalsOf(list, {
    ...marginTotals,
    name: 'Totals of margin per test',
    module: 'margins',
  }),
])
