-- What a backup or a trial restore has found in the records: the invariants that did not hold. Empty: each of them held;
-- null: they were not asked.
alter table backups add column broken text[];
