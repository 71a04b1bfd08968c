-- A temperature at receipt that was out of range and was corrected once tubes of its box were received: whether their
-- values go out is decided by a signatory, not by who corrects it.
alter table shipments add column corrected_temperatures jsonb;
comment on column shipments.corrected_temperatures is
  'By temperature of the box: degrees out of range that were corrected after tubes were received, the first one first.';
