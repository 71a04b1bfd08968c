-- Intervals differ by the week of a pregnancy. A sale states it in whole weeks, for the day of its draw: a tube that is
-- drawn later is judged by the week of its own draw. What is there says nothing of it, so that nothing is read for the
-- checks.
alter table sales add column pregnancy_weeks smallint;
alter table sales add column pregnancy_weeks_on date;
alter table sales add constraint sales_pregnancy_weeks_check
  check (
    pregnancy_weeks is null and pregnancy_weeks_on is null
    or pregnancy_weeks between 1 and 45 and pregnancy_weeks_on is not null and coalesce(pregnancy = 'yes', false)
  ) not valid;
comment on column sales.pregnancy_weeks is 'Completed weeks of the pregnancy on pregnancy_weeks_on; null: not established.';
comment on column sales.pregnancy_weeks_on is
  'The day for which the weeks were stated: that of the draw as it was then. It stays where only the draw moves.';
