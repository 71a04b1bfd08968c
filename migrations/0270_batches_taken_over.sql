-- Outside a transaction: the batches that one person took over on a day.
create index concurrently if not exists tran_batches_taken_over on tran_batches (taken_over_by_id, taken_over_at)
  where taken_over_by_id is not null;
