-- Outside a transaction: an index beside the work. What was amended in a week is found by the time of its version, and
-- not among all that was ever amended.
create index concurrently if not exists results_later_versions on results (entered_at) where version > 1;
