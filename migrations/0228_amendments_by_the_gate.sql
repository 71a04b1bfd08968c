-- An amendment goes out by the gate: what a signatory kept its value for stays with this version until it is released.
alter table results add column tube_kept_for text[];
comment on column results.tube_kept_for is
  'Keys of what spoke against the tube when a signatory kept the value of this waiting amendment, as in work_items.';
