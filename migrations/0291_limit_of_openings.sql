-- Opening balances in favour of clients that one person enters for a place in a day; none, as of a bank account.
alter table network_settings
  add column opening_credit_limit numeric(14, 2) not null default 0
    constraint opening_credit_limit_is_no_debt check (opening_credit_limit >= 0);
