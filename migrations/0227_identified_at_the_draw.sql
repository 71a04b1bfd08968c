-- How a patient was identified when the tube was drawn, and whether the network asks for it.
alter table network_settings add column identify_at_draw boolean not null default false;
alter table samples add column identified_by text;
alter table samples add constraint samples_identified_by_check
  check (identified_by in ('bill', 'birth date', 'phone')) not valid;
comment on column samples.identified_by is
  'By what the patient was identified at the draw beside the name; null where it was not asked.';
