// What the tiles and tables of sales and money come to by plain sums over all rows.
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Database, type Sql } from '../../../server/db/db.ts'
import { buyerTypes, clientType, lineStatus } from '../../lists/items.model.ts'
import { noMoneyModes } from '../../transactions/transactions.rules.ts'
import { live, priced } from './counted.server.ts'

const day = (back: Sql): Sql => sql`network_midnight (network_day (now())) - make_interval(days => ${back})`
const bars = (value: Sql, source: (low: Sql, high: Sql) => Sql): Sql => sql`
  (
    select
      json_agg(
        (
          select
            coalesce(${value}, 0) ${source(day(sql`back`), day(sql`back - 1`))}
        )
        order by
          back desc
      )
    from
      generate_series(0, 13) back
  )
`
/**
 * Sales and bookings of the days, payments of the days, what is owed now and what it was, and the sellers and products of
 * seven days.
 */
export const plainSums = (db: Database, user: Caller): Promise<Record<string, unknown>> => {
  const own = [...user.Clients]
  const inside = sql`
    select
      client_id
    from
      clients
    where
      client_id = any (${own})
      and client_type_id in (${literal(clientType.LegalEntity, clientType.Lab, clientType.CollectionCentre)})
  `
  const buyers = sql`
    select
      client_id
    from
      clients
    where
      client_type_id in (${literal(...buyerTypes)})
  `
  const salesOf =
    (counted: Sql) =>
    (low: Sql, high: Sql): Sql => sql`
      from
        sale_facts sale
      where
        sale.sale_date >= ${low}
        and sale.sale_date < ${high}
        and ${counted}
    `
  return db.read.one(sql`
    select
      ${bars(sql`sum(sale.net_amount)`, salesOf(priced(user)))} as "Net",
      ${bars(sql`count(*)`, salesOf(live(user)))} as "Booked",
      ${bars(
        sql`
          sum(
            payment.amount * case payment.kind
              when 'Refund' then -1
              else 1
            end
          )
        `,
        (low, high) => sql`
          from
            transactions payment
          where
            payment.counted_on >= ${low}
            and payment.counted_on < ${high}
            and payment.payment_mode_id not in (${literal(...noMoneyModes)})
            and (
              payment.kind = 'Receipt'
              and payment.receiver_id = any (${own})
              and payment.giver_id not in (${inside})
              and payment.giver_id in (${buyers})
              or payment.kind = 'Refund'
              and payment.giver_id = any (${own})
              and payment.receiver_id not in (${inside})
              and payment.receiver_id in (${buyers})
            )
        `,
      )} as "Collected",
      (
        select
          coalesce(sum(sale.outstanding), 0)
        from
          sale_facts sale
        where
          sale.net_amount > sale.paid
          and ${priced(user)}
      ) as "Owed",
      (
        select
          json_agg(
            (
              select
                coalesce(sum(sale.net_amount), 0)
              from
                sale_facts sale
              where
                sale.sale_date > now() - make_interval(hours => 24 * back)
                and sale.sale_date <= now()
                and ${priced(user)}
            ) - (
              select
                coalesce(
                  sum(
                    payment.amount * case payment.kind
                      when 'Refund' then -1
                      else 1
                    end
                  ),
                  0
                )
              from
                transactions payment
              where
                payment.counted_on > now() - make_interval(hours => 24 * back)
                and payment.counted_on <= now()
                and (
                  payment.receiver_id = any (${own})
                  or payment.giver_id = any (${own})
                )
                and exists (
                  select
                    1
                  from
                    sale_facts sale
                  where
                    sale.invoice_id = payment.invoice_id
                    and ${priced(user)}
                )
            )
            order by
              back desc
          )
        from
          generate_series(0, 13) back
      ) as "Moved",
      (
        select
          coalesce(json_agg(sold), '[]')
        from
          (
            select
              seller.name as "Seller",
              (
                count(*) filter (
                  where
                    sale.sale_date > now() - interval '7 days'
                )
              )::int as "Sales",
              coalesce(
                sum(sale.net_amount) filter (
                  where
                    sale.sale_date > now() - interval '7 days'
                ),
                0
              ) as "NetAmount"
            from
              sale_facts sale
              join clients seller on seller.client_id = sale.seller_id
            where
              sale.sale_date > now() - interval '14 days'
              and sale.sale_date <= now()
              and ${priced(user)}
            group by
              seller.client_id
            order by
              3 desc,
              seller.name
            limit
              12
          ) sold
      ) as "Sellers",
      (
        select
          coalesce(json_agg(sold), '[]')
        from
          (
            select
              product.code as "Code",
              product.name as "Name",
              (
                count(*) filter (
                  where
                    sale.sale_date > now() - interval '7 days'
                )
              )::int as "Quantity",
              coalesce(
                sum(line.amount) filter (
                  where
                    sale.sale_date > now() - interval '7 days'
                ),
                0
              ) as "Amount"
            from
              sale_facts sale
              join sale_products line using (sale_id)
              join products product using (product_id)
            where
              line.status_id <> ${literal(lineStatus.Cancelled)}
              and sale.sale_date > now() - interval '14 days'
              and sale.sale_date <= now()
              and ${priced(user)}
            group by
              1,
              2
            order by
              3 desc,
              4 desc,
              2
            limit
              12
          ) sold
      ) as "Products"
  `)
}
