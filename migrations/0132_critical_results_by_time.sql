-- Outside a transaction: critical results by their time, critical choices among them, are found by the escalation.
create index concurrently if not exists results_to_call on results (entered_at) where flag in ('LL', 'HH', 'AA');
drop index concurrently if exists results_critical;
