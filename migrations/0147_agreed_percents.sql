-- One rule for the percent of a commission: that of the sale where it was set by hand, else the scheme's. On a referral
-- another percent has a reason, and whoever set it is known.
alter table referral_lines
  add column scheme_percent numeric(5,2),
  add column commission_reason text,
  add column set_by_id integer references users (user_id);
update referral_lines x
set
  scheme_percent = l.original_commission_percent
from
  sale_products l
where
  l.sale_product_id = x.sale_product_id;
alter table referral_lines alter column scheme_percent set not null;
comment on column referral_lines.scheme_percent is
  'What the scheme gives; commission_percent is what is agreed, sold_percent what the sale says.';

-- rupees of a referral beyond its schemes, up to which one person agrees to them and makes it ready
alter table network_settings
  add column commission_limit numeric(14,2) not null default 500 check (commission_limit >= 0);

-- Lines that may earn a commission: sold by us to a patient for a referrer, not cancelled, not for nothing.
create view referrable_lines as
select
  l.sale_product_id,
  s.sale_id,
  s.seller_id,
  s.referrer_id,
  s.sale_date,
  date_trunc('month', network_day(s.sale_date))::date as month,
  l.commission_percent,
  l.original_commission_percent as scheme_percent,
  l.commission_percent <> l.original_commission_percent as is_by_hand,
  l.product_id,
  l.amount
from
  sale_facts s
  join sale_products l on l.sale_id = s.sale_id
where
  s.referrer_id is not null
  and s.base_sale_id is null
  and s.is_sold
  and l.status_id <> 100
  and l.amount > 0;
comment on view referrable_lines is
  'Lines that may earn a commission, with the percent of the sale, that of the scheme when the line was priced, and '
  'whether the first was set by hand. Read by accrual and reevaluation of referrals.';

create or replace view referred_lines as
select
  sale_product_id,
  sale_id,
  seller_id,
  referrer_id,
  sale_date,
  month,
  commission_percent,
  scheme_percent
from
  referrable_lines
where
  commission_percent > 0;

-- With price and discount as they were frozen, and the scheme's percent, the reason and the person.
create or replace view referral_line_rows as
select
  agreed.referral_id,
  agreed.sale_product_id,
  line.product_id,
  coalesce(agreed.frozen_price, line.price) as price,
  coalesce(agreed.frozen_discount_percent, line.discount_percent) as discount_percent,
  agreed.commission_percent,
  amounts.commission,
  json_build_object(
    'SaleId', sale.sale_id,
    'SaleDate', sale.sale_date,
    'NetAmount', sale.net_amount,
    'Patient', json_build_object('ClientId', patient.client_id, 'Name', patient.name),
    'Seller', json_build_object('ClientId', seller.client_id, 'Name', seller.name),
    'Buyer', json_build_object('ClientId', buyer.client_id, 'Name', buyer.name),
    'Invoice', case
      when invoice.invoice_id is not null then json_build_object(
        'InvoiceId', invoice.invoice_id,
        'InvoiceNo', invoice.invoice_no,
        'Transactions', (
          select
            coalesce(
              json_agg(
                json_build_object('TransactionId', money.transaction_id, 'Amount', money.amount)
                order by money.transaction_id
              ),
              '[]'
            )
          from
            money_rows money
          where
            money.invoice_id = invoice.invoice_id
            and money.counts
        )
      )
    end,
    'Due', amounts.due
  ) as sale,
  sale.sale_date,
  sale.sale_id,
  line.sequence,
  agreed.scheme_percent,
  agreed.commission_reason,
  agreed.set_by_id
from
  referral_lines agreed
  join referral_line_amounts amounts on amounts.sale_product_id = agreed.sale_product_id
  join sale_products line on line.sale_product_id = agreed.sale_product_id
  join sales sale on sale.sale_id = line.sale_id
  join clients patient on patient.client_id = sale.patient_id
  join clients seller on seller.client_id = sale.seller_id
  join clients buyer on buyer.client_id = sale.buyer_id
  left join invoices invoice on invoice.invoice_id = sale.invoice_id;
