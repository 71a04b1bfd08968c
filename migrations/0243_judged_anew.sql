-- What is judged again after its patient or draw was corrected waits where the gate holds it, as an amendment does.
alter table results add column is_judged_anew boolean not null default false;
comment on column results.is_judged_anew is
  'Judged again since the patient or the draw was corrected. While it waits, the value in force is '
  'judged by what was wrong, and no report prints it.';
