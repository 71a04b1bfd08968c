-- Outside a transaction: the payment that a reference was used for is found while others are recorded.
create index concurrently if not exists transactions_by_reference
  on transactions (receiver_id, payment_mode_id, lower(payment_ref)) where payment_ref is not null and not is_cancelled;
