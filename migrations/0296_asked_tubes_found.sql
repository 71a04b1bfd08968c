-- Outside a transaction: the tubes that came in a box which did not list them, and whose senders are asked about them.
create index concurrently if not exists shipment_samples_asked on shipment_samples (shipment_id, answered_at)
  include (asked_at) where asked_at is not null;
drop index concurrently if exists shipment_samples_to_answer;
