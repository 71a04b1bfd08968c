-- The last day of the period whose books a legal entity has closed: nothing is posted into it any more.
alter table clients add column books_closed_till date;

-- What the application asks before, the database holds, whoever writes.
create function refuse_closed_books() returns trigger language plpgsql as $$
declare
  closed date;
begin
  select
    e.books_closed_till
  into
    closed
  from
    added a
    join clients c on c.client_id = a.seller_id
    join clients e on e.client_id = coalesce(c.legal_entity_id, c.client_id)
  where
    network_day(a.entry_date) <= e.books_closed_till
  limit
    1;
  if found then
    raise exception 'the books are closed till %', closed using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_books after insert on ledger_entries referencing new table as added
  for each statement execute function refuse_closed_books();

-- A period that is closed stays closed, and today is none.
create function keep_books_closed() returns trigger language plpgsql as $$
begin
  if new.books_closed_till is null or new.books_closed_till < old.books_closed_till then
    raise exception 'closed books stay closed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger clients_books before update of books_closed_till on clients for each row
  when (old.books_closed_till is not null and new.books_closed_till is distinct from old.books_closed_till)
  execute function keep_books_closed();
