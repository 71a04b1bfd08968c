-- Outside a transaction: the outgoing payment that a reference was used for is found, however it was written.
create index concurrently if not exists transactions_paid_reference
  on transactions (payment_mode_id, ltrim(regexp_replace(lower(payment_ref), '[^a-z0-9]', '', 'g'), '0')) where kind = 'Refund' and payment_ref is not null and not is_cancelled;
