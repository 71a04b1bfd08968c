-- Sales that were given a later date than the day on which they were made: few, and found at once.
create index sales_dated_later on sales (sale_date) where sale_date - created_at > interval '24 hours';
