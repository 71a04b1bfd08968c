-- Outside a transaction: the tubes that were drawn at an organisation, which a merge looks for.
create index concurrently if not exists samples_by_place_of_draw on samples (collected_at_id)
  where collected_at_id is not null;
