-- A retired instrument measured while it was in service: only one that is said to be out of service is out since then.
comment on column lab_instruments.out_since is
  'When it was last put out of service; null: never since this is kept.';
drop trigger lab_instruments_out_since on lab_instruments;
create trigger lab_instruments_out_since before update of out_of_service on lab_instruments
for each row
when (new.out_of_service is not null and old.out_of_service is distinct from new.out_of_service)
execute function keep_out_since();
