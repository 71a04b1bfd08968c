// A referral with its lines as the screen shows them, by one statement.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import { arrayOf, objectOf, shown } from '../../server/table/shown.ts'

const transactions = arrayOf(
  objectOf('t', ['TransactionId'], {
    Amount: sql`
      case
        when t.kind = 'Refund' then - t.amount
        else t.amount
      end
    `,
  }),
  sql`
    from
      transactions t
    where
      t.invoice_id = i.invoice_id
      and t.counts
  `,
  sql`t.transaction_id`,
)

const sale = objectOf('s', ['SaleId', 'SaleDate', 'NetAmount'], {
  Patient: objectOf('p', ['ClientId', 'Name']),
  Seller: objectOf('se', ['ClientId', 'Name']),
  Buyer: objectOf('b', ['ClientId', 'Name']),
  Invoice: sql`
    case
      when i.invoice_id is not null then ${objectOf('i', ['InvoiceId', 'InvoiceNo'], { Transactions: transactions })}
    end
  `,
  Due: sql`a.due`,
})

const lines = arrayOf(
  objectOf('l', ['SaleProductId', 'ProductId', 'Price', 'DiscountPercent'], {
    Product: objectOf('pr', ['ProductId', 'Code', 'Name']),
    CommissionPercent: sql`x.commission_percent`,
    Commission: sql`a.commission`,
    Sale: sale,
  }),
  sql`
    from
      referral_lines x
      join referral_line_amounts a using (sale_product_id)
      join sale_products l using (sale_product_id)
      join products pr on pr.product_id = l.product_id
      join sales s on s.sale_id = l.sale_id
      join clients p on p.client_id = s.patient_id
      join clients se on se.client_id = s.seller_id
      join clients b on b.client_id = s.buyer_id
      left join invoices i on i.invoice_id = s.invoice_id
    where
      x.referral_id = r.referral_id
  `,
  sql`
    s.sale_date,
    s.sale_id,
    l.sequence,
    l.sale_product_id
  `,
)

/** Sum of what its lines are worth, in rupees. */
export const totalAmount = `
  (
    select
      coalesce(sum(a.commission), 0)
    from
      referral_line_amounts a
    where
      a.referral_id = r.referral_id
  )
`

export const readReferral = (key: number): Sql => sql`
  select
    ${shown('r', [
      'ReferralId',
      'ReferrerId',
      'SellerId',
      'SalesManagerId',
      'StatusId',
      'CreatedOn',
      'Month',
      'OverrideRemarks',
    ])},
    ${objectOf('f', ['ClientId', 'Name'])} as "Referrer",
    ${objectOf('o', ['ClientId', 'Name'])} as "Seller",
    case
      when m.user_id is not null then ${objectOf('m', ['UserId', 'FullName'])}
    end as "SalesManager",
    json_build_object('ItemLabel', st.item_label) as "ReferralStatus",
    ${raw(totalAmount)} as "TotalAmount",
    ${lines} as "SaleProducts"
  from
    referrals r
    join clients f on f.client_id = r.referrer_id
    join clients o on o.client_id = r.seller_id
    left join users m on m.user_id = r.sales_manager_id
    left join list_items st on st.list_item_id = r.status_id
  where
    r.referral_id = ${key}
`
