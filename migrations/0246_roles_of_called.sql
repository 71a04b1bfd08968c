-- In which role the person is who was called about a critical value.
alter table critical_calls add column called_role text
check (called_role in ('doctor', 'nurse', 'ward', 'patient', 'relative', 'other'));
comment on column critical_calls.called_role is 'What the person is who was called; null: not stated.';
-- The reader's own rights hold: a call is not changed through the view either.
create or replace view calls_made with (security_invoker = true) as
select
  *
from
  critical_calls
where
  reached;
