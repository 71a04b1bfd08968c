-- What was paid beyond the net and is kept for the patient on purpose: the bill says "Advance" instead of "To be returned".
alter table sales add column keeps_advance boolean not null default false;
-- What is owed is added up whatever its age, and reports are counted by the day they were due.
create index sales_owed on sales (seller_id) where net_amount > paid;
create index sales_by_report_date on sales (report_date);
