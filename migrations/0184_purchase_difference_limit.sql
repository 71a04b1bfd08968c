-- What accounts staff alone accept of a purchase bill beyond what was agreed, in rupees.
alter table network_settings
  add column purchase_difference_limit numeric(14, 2) not null default 500 check (purchase_difference_limit >= 0);
