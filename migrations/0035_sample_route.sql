-- A tube travels along the parties its products are sold through: from the seller by each lab to the one that performs. Where it
-- goes next follows from who holds it, and is never written.
alter table samples add column route integer[] not null default '{}';
-- the way of tubes that are there: the sellers of the sales below theirs, down to the lab that performs
with recursive
  legs as (
    select sale.sale_id as origin, sale.sale_id, array[sale.seller_id] as route
    from sales sale
    where sale.base_sale_id is null
    union all
    select legs.origin, leg.sale_id, legs.route || leg.seller_id
    from sales leg
    join legs on leg.base_sale_id = legs.sale_id
    where leg.status_id <> 90
  ),
  ways as (
    select distinct on (sample.sample_id) sample.sample_id, legs.route
    from samples sample
    join legs on legs.origin = sample.sale_id
      and legs.route[cardinality(legs.route)] = sample.performing_lab_id
    order by sample.sample_id, cardinality(legs.route), legs.sale_id
  )
update samples sample
set route = coalesce(ways.route, case
    when sample.owner_id = sample.performing_lab_id then array[sample.owner_id]
    else array[sample.owner_id, sample.performing_lab_id]
  end)
from samples tube
left join ways on ways.sample_id = tube.sample_id
where tube.sample_id = sample.sample_id;
alter table samples add column next_hop_id integer generated always as (route[array_position(route, owner_id) + 1]) stored;
create index samples_to_ship on samples (owner_id, next_hop_id) where next_hop_id is not null;

create index shipments_by_consignor on shipments (consignor_id, shipment_id desc);
create index shipments_by_consignee on shipments (consignee_id, shipment_id desc);
create index shipments_by_courier on shipments (courier_id, shipment_id desc);
create index shipment_samples_by_sample on shipment_samples (sample_id);

-- what the thermometer of each box read when it left, by temperature
alter table shipments add column temperatures jsonb;
