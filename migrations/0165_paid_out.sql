-- What one person pays out of a batch in a day; empty is no limit.
alter table network_settings
  add column desk_paid_out_limit numeric(14, 2) default 2000 check (desk_paid_out_limit >= 0),
  add column accounts_paid_out_limit numeric(14, 2) default 20000 check (accounts_paid_out_limit >= 0);
create index batch_outs_by_payer on batch_outs (created_by, day) where kind = 'Paid out';
