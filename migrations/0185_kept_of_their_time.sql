-- What documents and requests keep of their time, and settings of matching.

-- An invoice keeps under which registration, and where, its buyer was when it was issued.
alter table invoices add column buyer_gstin text, add column buyer_state text;
comment on column invoices.buyer_gstin is 'The registration of the buyer when it was issued; empty where there was none.';
comment on column invoices.buyer_state is 'The state of the buyer when it was issued.';

create function taxed_as(client integer) returns table (gstin text, state text)
language sql stable as $$
  -- a lab or a centre is taxed as its legal entity; an outside buyer never is
  select
    coalesce(party.registration_key, case when party.client_type_id in (10, 13) then entity.registration_key end),
    party.state
  from clients party left join clients entity on entity.client_id = party.legal_entity_id
  where party.client_id = client
$$;
comment on function taxed_as(integer) is
  'The registration and the state of a client today. Only for documents that are issued now: an issued one keeps them.';

update invoices set buyer_gstin = taxed.gstin, buyer_state = taxed.state
from (
  select client_id, (taxed_as(client_id)).* from clients
  where registration_key is not null or state is not null or client_type_id in (10, 13)
) taxed
where taxed.client_id = invoices.buyer_id and (taxed.gstin is not null or taxed.state is not null);

create function keep_buyer() returns trigger
language plpgsql as $$
begin
  select gstin, state into new.buyer_gstin, new.buyer_state from taxed_as(new.buyer_id);
  return new;
end
$$;
create trigger invoices_buyer before insert on invoices for each row execute function keep_buyer();

-- What accounts staff match alone: a fee of so many percent, a charge of so many rupees.
alter table network_settings
  add column match_fee_percent numeric(5, 2) not null default 5 check (match_fee_percent between 0 and 100),
  add column match_charge_limit numeric(14, 2) not null default 1000 check (match_charge_limit >= 0);

-- What a request is about, for each kind of need.
alter table requests add column amounts jsonb not null default '{}';
comment on column requests.amounts is 'Rupees by kind of need, as they were shown to who decides.';
update requests
set amounts = (select jsonb_object_agg(kind, amount) from unnest(kinds) kind)
where amount is not null and state = 'waiting' and kinds <> '{}';
