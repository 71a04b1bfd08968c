-- An attempt that reached nobody may have no name; who was reached has one.
alter table critical_calls alter column called_to drop not null;
alter table critical_calls add constraint who_was_reached_has_a_name check (not reached or called_to is not null) not valid;
comment on column critical_calls.called_to is 'Who was spoken to; null: an attempt, with nobody named.';
comment on column critical_calls.called_role is
  'What the person is who was called; null: an attempt, or a call of a time when it was not asked.';
