-- Sales that were given a later date than the day on which they were made: few, and found at once.
create index sales_dated_later on sales (sale_date) where sale_date - created_at > interval '24 hours';
-- What is not performed and was not said by a report yet.
create index work_items_unsaid on work_items (work_sheet_id) where status_id = 157 and given_out_at is null;
