-- Told once: of a batch that is open for more than a day, of a price list that soon holds no more.
alter table tran_batches add column told_open_at timestamptz;
alter table price_lists add column told_expiring_at timestamptz;
