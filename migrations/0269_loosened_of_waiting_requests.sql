-- What is held back less has a kind of its own in requests: one that was asked for before, as reference ranges, waits for
-- the agreement to it, too, and could not be carried out.
update requests
set kinds = kinds || '{loosened}'
where module_id = 'elements' and state = 'waiting' and 'interval' = any (kinds) and not 'loosened' = any (kinds)
  and (body ? 'ReviewRequired' or body ? 'ElementSpecimens');
