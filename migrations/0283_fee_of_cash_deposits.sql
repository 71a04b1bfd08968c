-- What a bank keeps of cash that is deposited, in percent; none, as most do. What is missing of a deposit was called a fee
-- as freely as what a card company keeps.
alter table network_settings
  add column match_deposit_fee_percent numeric(5, 2) not null default 0
  check (match_deposit_fee_percent between 0 and 100);
