-- Outside a transaction: the tubes that came in a box which did not list them, and about which nobody answered yet.
create index concurrently if not exists shipment_samples_to_answer on shipment_samples (shipment_id)
  where came_in_id is not null and answered_at is null;
