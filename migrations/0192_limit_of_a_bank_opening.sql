-- Rupees of an opening balance of a bank account that one person enters alone; 0 always asks a second person.
alter table network_settings
  add column bank_opening_limit numeric(14, 2) not null default 0 check (bank_opening_limit >= 0);
