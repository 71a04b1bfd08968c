-- Outside a transaction: what is not at the bank is found while receipts are recorded.
create index concurrently if not exists transactions_unbanked on transactions (date, transaction_id)
  where payment_mode_id in (41, 42, 43, 44, 45, 46)
  and case when counts then case when kind = 'Refund' then - amount else amount end else 0 end <> banked;
