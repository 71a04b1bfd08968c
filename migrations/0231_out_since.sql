-- Since when an instrument is out of service: a value that was kept for one breakdown is decided again for the next one.
alter table lab_instruments add column out_since timestamptz;
comment on column lab_instruments.out_since is
  'When it was last put out of service or made inactive; null: never since this is kept.';
create function keep_out_since() returns trigger
language plpgsql as $$
begin
  new.out_since := now();
  return new;
end
$$;
create trigger lab_instruments_out_since before update of out_of_service, is_active on lab_instruments
for each row
when (
  (new.out_of_service is not null or not new.is_active)
  and (old.out_of_service, old.is_active) is distinct from (new.out_of_service, new.is_active)
)
execute function keep_out_since();
