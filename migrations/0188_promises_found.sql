-- Outside a transaction: the index of a big table is built beside the work.
create index concurrently if not exists sales_by_expected on sales ((coalesce(promised_at, report_date)));
drop index concurrently if exists sales_by_report_date;
