-- What a sale counts as, told once: whoever asks reads it here. The planner sees through the view, so it costs what the
-- conditions cost that stood in each statement.
create view sale_facts as
select
  sales.*,
  status_id not in (90, 91) as is_sold,
  status_id not in (90, 91) and invoice_id is null as is_uninvoiced,
  net_amount - paid as outstanding
from
  sales;
comment on view sale_facts is 'Sales, with what they count as. is_sold: neither cancelled nor a quotation. is_uninvoiced: sold, and on no invoice yet. outstanding: what is left to pay. Read by invoicing, credit, visits, tiles, sales report, referrals, targets.';

create or replace view target_sales as
select
  t.target_id,
  s.sale_id,
  s.buyer_id,
  s.seller_id,
  s.referring_doctor_id,
  s.referrer_id,
  s.net_amount
from
  targets t
  join sale_facts s on s.sales_manager_id = t.sales_manager_id
  and s.sale_date >= network_midnight(t.start_date)
  and s.sale_date < network_midnight(t.end_date + 1)
where
  s.base_sale_id is null
  and s.is_sold;

create or replace view referred_lines as
select
  l.sale_product_id,
  s.sale_id,
  s.seller_id,
  s.referrer_id,
  s.sale_date,
  date_trunc('month', network_day(s.sale_date))::date as month,
  l.commission_percent
from
  sale_facts s
  join sale_products l on l.sale_id = s.sale_id
where
  s.referrer_id is not null
  and s.base_sale_id is null
  and s.is_sold
  and l.status_id <> 100
  and l.commission_percent > 0
  and l.amount > 0;

create or replace view referral_line_amounts as
select
  x.referral_id,
  x.sale_product_id,
  l.sale_id,
  round(l.amount * x.commission_percent / 100, 2) as commission,
  case
    when s.is_sold and l.status_id <> 100 then greatest(0, s.outstanding)
    else 0
  end as due
from
  referral_lines x
  join sale_products l using (sale_product_id)
  join sale_facts s using (sale_id);
