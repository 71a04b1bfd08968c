// A referral with its lines as the screen shows them, by one statement.
import { raw, sql, type Sql } from '../../server/db/db.ts'
import { rowsOf } from '../../server/table/read-of.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { referralFields } from './referrals.model.ts'

/** Sum of the commissions of its lines less what is taken back, in rupees. */
export const totalAmount = `
  (
    select
      total.amount
    from
      referral_totals total
    where
      total.referral_id = r.referral_id
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
    case
      when paying.transaction_id is not null then ${objectOf(
        'paying',
        ['TransactionId', 'Date', 'Amount', 'PaymentRef'],
        { Mode: sql`mode.item_label`, Tds: sql`tax.amount` },
      )}
    end as "PaidBy",
    whole.amount as "Withheld",
    ${rowsOf({ fields: referralFields, alias: 'r', keyColumn: 'referral_id' }, 'SaleProducts')} as "SaleProducts",
    ${rowsOf({ fields: referralFields, alias: 'r', keyColumn: 'referral_id' }, 'Clawbacks')} as "Clawbacks"
  from
    referrals r
    join clients f on f.client_id = r.referrer_id
    join clients o on o.client_id = r.seller_id
    left join users m on m.user_id = r.sales_manager_id
    left join list_items st on st.list_item_id = r.status_id
    left join transactions paying on paying.transaction_id = r.paid_by_id
    left join tds_deductions tax on tax.transaction_id = paying.transaction_id
    and tax.cancelled_at is null
    left join tds_deductions whole on whole.tds_deduction_id = r.withheld_by_id
    left join list_items mode on mode.list_item_id = paying.payment_mode_id
  where
    r.referral_id = ${key}
`
