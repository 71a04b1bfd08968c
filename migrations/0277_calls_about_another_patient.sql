-- A call about a critical value that stays in force while its patient changes was about somebody else: nobody was called
-- about the one whose it is.
alter table critical_calls add column about_other boolean not null default false;
comment on column critical_calls.about_other is
  'It was made in the name of another patient, from whom the value was taken back since.';
-- The reader's own rights hold: a call is not changed through the view either.
create or replace view calls_made with (security_invoker = true) as
select
  *
from
  critical_calls
where
  reached
  and not about_other;
comment on view calls_made is
  'Calls about critical values that reached someone, of the patient whose value it is: the only ones that count as the '
  'call. An attempt stands in critical_calls alone.';
