-- What was promised moves with the draw by the hours that held then, not by those of the catalogue of today.
alter table sample_elements add column promised_hours numeric(6,1);
comment on column sample_elements.promised_hours is
  'The hours that its test promised; null: it was promised for the report date of its sale.';
