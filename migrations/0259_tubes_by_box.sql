-- Outside a transaction: the tubes that came in a box which did not list them, by that box.
create index concurrently if not exists shipment_samples_by_box on shipment_samples (came_in_id)
  where came_in_id is not null;
