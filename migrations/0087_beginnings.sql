-- What this network was given to begin with, row by row: a newer release changes what is still as it was given.
create table beginnings (
  kind text not null,
  key text not null,
  value jsonb not null,
  primary key (kind, key)
);

-- An older network got this reason under the next free number; new ones have it under its own.
do $$
declare
  before integer;
  used record;
begin
  select min(list_item_id) into before
  from list_items
  where list_id = 122 and item_name = 'HEMX' and list_item_id > 1000;
  if before is null or exists (select 1 from list_items where list_item_id = 176) then return; end if;
  insert into list_items (list_item_id, list_id, item_name, item_label, item_value, sequence)
  select 176, list_id, item_name, item_label, item_value, sequence from list_items where list_item_id = before;
  for used in
    select c.conrelid::regclass as place, a.attname as column_name
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'list_items'::regclass
  loop
    execute format('update %s set %I = 176 where %I = %L', used.place, used.column_name, used.column_name, before);
  end loop;
  delete from list_items where list_item_id = before;
end $$;
