-- Tax that customers deduct settles a bill and is no money: what one person records of it in a day.
alter table network_settings
  add column accounts_deducted_limit numeric(14, 2) default 20000
    constraint accounts_deducted_limit_is_no_debt check (accounts_deducted_limit >= 0),
  add column manager_deducted_limit numeric(14, 2) default 200000
    constraint manager_deducted_limit_is_no_debt check (manager_deducted_limit >= 0);
