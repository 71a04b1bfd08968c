-- A client is visited once a day, however often that is written down.
create or replace view target_client_actuals as
select
  c.*,
  v.actual_visits,
  a.actual_sale_amount
from
  target_clients c,
  lateral (
    select
      count(distinct network_day(v.visit_date))::integer as actual_visits
    from
      targets t
      join client_visits v on v.user_id = t.sales_manager_id
      and v.visit_date >= network_midnight(t.start_date)
      and v.visit_date < network_midnight(t.end_date + 1)
    where
      t.target_id = c.target_id
      and v.client_id = c.client_id
  ) v,
  lateral (
    select
      coalesce(sum(s.net_amount), 0) as actual_sale_amount
    from
      target_sales s
    where
      s.target_id = c.target_id
      and c.client_id in (s.buyer_id, s.seller_id, s.referring_doctor_id, s.referrer_id)
  ) a;
