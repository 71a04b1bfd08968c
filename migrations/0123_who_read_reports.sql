-- Outside a transaction: who printed or opened a report is asked when it is withdrawn.
create index concurrently if not exists access_log_of_reports on access_log (form_id) where module_id = 'testreports';
