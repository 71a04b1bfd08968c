-- The report of an outside lab is of some tests of the sale, and opens and bears the results of these alone. One that was
-- added before says none, and is of all of them as it was.
alter table kept_files add column about integer[];
comment on column kept_files.about is 'Keys of the parts of the record that it is of; null: of the whole.';
