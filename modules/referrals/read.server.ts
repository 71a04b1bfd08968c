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
      total.referral_id = referral.referral_id
  )
`

export const readReferral = (key: number): Sql => sql`
  select
    ${shown('referral', [
      'ReferralId',
      'ReferrerId',
      'SellerId',
      'SalesManagerId',
      'StatusId',
      'CreatedOn',
      'Month',
      'OverrideRemarks',
    ])},
    ${objectOf('referrer', ['ClientId', 'Name'])} as "Referrer",
    ${objectOf('seller', ['ClientId', 'Name'])} as "Seller",
    case
      when manager.user_id is not null then ${objectOf('manager', ['UserId', 'FullName'])}
    end as "SalesManager",
    json_build_object('ItemLabel', status.item_label) as "ReferralStatus",
    ${raw(totalAmount)} as "TotalAmount",
    case
      when paying.transaction_id is not null then ${objectOf(
        'paying',
        ['TransactionId', 'Date', 'Amount', 'PaymentRef'],
        { Mode: sql`mode.item_label`, Tds: sql`tax.amount` },
      )}
    end as "PaidBy",
    whole.amount as "Withheld",
    ${rowsOf(
      { fields: referralFields, alias: 'referral', keyColumn: 'referral_id' },
      'SaleProducts',
    )} as "SaleProducts",
    ${rowsOf({ fields: referralFields, alias: 'referral', keyColumn: 'referral_id' }, 'Clawbacks')} as "Clawbacks"
  from
    referrals referral
    join clients referrer on referrer.client_id = referral.referrer_id
    join clients seller on seller.client_id = referral.seller_id
    left join users manager on manager.user_id = referral.sales_manager_id
    left join list_items status on status.list_item_id = referral.status_id
    left join transactions paying on paying.transaction_id = referral.paid_by_id
    left join tds_deductions tax on tax.transaction_id = paying.transaction_id
    and tax.cancelled_at is null
    left join tds_deductions whole on whole.tds_deduction_id = referral.withheld_by_id
    left join list_items mode on mode.list_item_id = paying.payment_mode_id
  where
    referral.referral_id = ${key}
`
