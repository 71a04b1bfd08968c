-- An invoice keeps under which registration, and where, its seller was when it was issued, as it does of its buyer.
alter table invoices add column seller_gstin text, add column seller_state text;
comment on column invoices.seller_gstin is 'The registration of the seller when it was issued; empty where there was none.';
comment on column invoices.seller_state is 'The state of the seller when it was issued.';

create function sells_as(client integer) returns table (gstin text, state text)
language sql stable as $$
  -- a place without a registration of its own has that of its legal entity
  select coalesce(party.registration_key, entity.registration_key), party.state
  from clients party left join clients entity on entity.client_id = party.legal_entity_id
  where party.client_id = client
$$;
comment on function sells_as(integer) is
  'The registration and the state of a seller today. Only for documents that are issued now: an issued one keeps them.';

update invoices set seller_gstin = seller.gstin, seller_state = seller.state
from (select client_id, (sells_as(client_id)).* from clients where client_type_id in (10, 13, 20)) seller
where seller.client_id = invoices.seller_id and (seller.gstin is not null or seller.state is not null);

create or replace function keep_buyer() returns trigger
language plpgsql as $$
begin
  select gstin, state into new.buyer_gstin, new.buyer_state from taxed_as(new.buyer_id);
  select gstin, state into new.seller_gstin, new.seller_state from sells_as(new.seller_id);
  return new;
end
$$;
alter function keep_buyer() rename to keep_registrations;
alter trigger invoices_buyer on invoices rename to invoices_registrations;
