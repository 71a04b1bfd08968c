// The best hand-written SQL for each measured work, on the same tables, for pgbench.
import { from30, sellers, till } from './network/network.ts'
import { saleStatement } from './sale-statement.ts'

/** A pgbench script: its variables, one on each line, then the statement. */
const script = (variables: readonly string[], statement: string): string =>
  [...variables.map((variable) => `\\set ${variable}`), `${statement.trim()};`].join('\n')

const counted = (where: string): string => `
  select
    (
      select
        json_agg(t)::text
      from
        (
          select
            s.sale_id,
            s.sale_date,
            s.accession_no,
            s.lrn,
            s.patient_name,
            d.name,
            se.name,
            b.name,
            s.net_amount,
            s.net_amount - s.paid,
            st.item_label
          from
            (
              select
                *
              from
                sales s
              where
                ${where}
              order by
                sale_date desc,
                sale_id desc
              limit
                100
            ) s
            left join clients d on d.client_id = s.referring_doctor_id
            left join clients se on se.client_id = s.seller_id
            left join clients b on b.client_id = s.buyer_id
            left join list_items st on st.list_item_id = s.status_id
          order by
            s.sale_date desc,
            s.sale_id desc
        ) t (a, b, c, d, e, f, g, h, i, j, k)
    ) as rows,
    (
      select
        count(*)
      from
        (
          select
            1
          from
            sales s
          where
            ${where}
          limit
            10001
        ) c
    ) as n
`

/** By the work's id. */
export const ceilings = {
  W1a: script(
    ['i random(1, 8)'],
    counted(`s.seller_id = (array[${sellers.join(',')}])[:i] and s.sale_date between '${from30}' and '${till}'`),
  ),
  W1c: script([], counted(`s.sale_date between '${from30}' and '${till}' and lower(s.patient_name) like '%kum%'`)),
  W2: script(['p random(1000001, 1090000)', 'd random(101, 130)', 'l random(100000, 999999)'], saleStatement),
  W3: script(
    ['id random(:top - 50000, :top)'],
    `
        select
          json_build_object(
            's',
            row_to_json(s),
            'p',
            p.name,
            'd',
            d.name,
            'e',
            e.name,
            'b',
            b.name,
            'l',
            (
              select
                json_agg(json_build_object('l', l, 'c', p.code, 'n', p.name))
              from
                sale_products l
                join products p using (product_id)
              where
                l.sale_id = s.sale_id
            ),
            't',
            (
              select
                json_agg(t)
              from
                transactions t
              where
                t.invoice_id = s.invoice_id
            ),
            'm',
            (
              select
                json_agg(m)
              from
                samples m
              where
                m.sale_id = s.sale_id
            ),
            'h',
            (
              select
                json_agg(h)
              from
                audit h
              where
                module_id = 'sales'
                and form_id = s.sale_id
            )
          )
        from
          sales s
          join clients p on p.client_id = s.patient_id
          join clients d on d.client_id = s.referring_doctor_id
          join clients e on e.client_id = s.seller_id
          join clients b on b.client_id = s.buyer_id
        where
          s.sale_id = :id
      `,
  ),
  W4: script(
    ['i random(1, 3)'],
    `
        select
          client_id,
          name,
          code,
          area,
          mobile_phone
        from
          clients
        where
          client_type_id = 12
          and is_active
          and merged_into_id is null
          and name_search like (array['%kum%', '%zzyzx%', '%qqqq%']) [:i]
        order by
          name_search,
          client_id
        limit
          50
      `,
  ),
  W6: script(
    [],
    `
        select distinct
          on (x.product_id) x.product_id,
          x.price,
          x.discount,
          l.price_list_id
        from
          price_lists l
          join price_list_products x using (price_list_id)
        where
          l.seller_id = 2
          and l.buyer_type_id = 12
          and l.buyer_id is null
          and x.product_id = any (
            array(
              select
                3001 + (i * 3) % 60
              from
                generate_series(0, 19) i
            )
          )
          and l.effective_from_date <= current_date
        order by
          x.product_id,
          l.effective_from_date desc,
          l.price_list_id desc
      `,
  ),
}
