-- The paper of a settlement between two places, which both sign, is kept as it was issued.
alter table issued_papers drop constraint issued_papers_kind_check;
alter table issued_papers add constraint issued_papers_kind_check
  check (kind in ('bill', 'invoice', 'credit-note', 'receipt', 'refund', 'settlement')) not valid;

-- What a patient pays may be rounded to whole rupees; a sale keeps whether it is. The rounding is its net amount less
-- gross, discount and additional discount.
alter table sales add column is_rounded boolean not null default false;
alter table network_settings add column round_bills boolean not null default false;
alter table sales drop constraint sales_check;
alter table sales add constraint sales_net check (
  net_amount = round(gross_amount - discount - addl_discount, case when is_rounded then 0 else 2 end)
) not valid;
