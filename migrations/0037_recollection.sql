-- A tube that is drawn again: the patient is called for it, and whoever calls writes down whether they were reached.
create table recollection_calls (
  recollection_call_id integer generated always as identity primary key,
  sample_id integer not null references samples,
  called_at timestamptz not null,
  called_by_id integer not null references users (user_id),
  is_reached boolean not null,
  called_to text,
  remarks text,
  created_at timestamptz not null default now()
);
create index recollection_calls_by_sample on recollection_calls (sample_id, recollection_call_id);

-- a tube is replaced once
drop index samples_by_replaced;
create unique index samples_by_replaced on samples (replaces_sample_id) where replaces_sample_id is not null;

-- how long an element can be measured in a specimen that was drawn, in hours; empty where that was never set
alter table element_specimens add column stable_hours integer check (stable_hours > 0);

-- Minutes from the first tube of a series to the one at this time point: PP2 is two hours after the fasting one, T60 an hour
-- after T0. Null where the point says no time.
create function minutes_after_first (time_point text) returns integer immutable language sql
  return case
    when time_point ~ '^T[0-9]{1,4}$' then substr(time_point, 2)::integer
    when time_point ~ '^PP[0-9]{1,2}$' then substr(time_point, 3)::integer * 60
    when time_point = 'F' then 0
  end;

-- When a tube of a series is to be drawn: so long after the first one of it, which is drawn when the sale says until it is
-- there. Null where its point says no time.
create function tube_due (of_sale integer, point text) returns timestamptz stable language sql
  return (
    select coalesce(
      (
        select min(first.collection_date)
        from samples first
        where first.sale_id = of_sale
          and first.time_point = case when point ~ '^T' then 'T0' else 'F' end
          and first.status_id <> 115
          and not exists (select 1 from samples newer where newer.replaces_sample_id = first.sample_id)
      ),
      sale.collection_date
    ) + make_interval(mins => minutes_after_first(point))
    from sales sale
    where sale.sale_id = of_sale
  );
