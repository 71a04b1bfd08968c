-- What was withdrawn before the reports that print it as a previous result got their next version with the withdrawal:
-- a job gives it to them, and takes the withdrawal from here.
create table withdrawals_to_follow (work_item_id integer primary key);
comment on table withdrawals_to_follow is
  'Work items withdrawn in an earlier release whose later reports may print the value as the previous result; '
  'emptied by the job follow-withdrawn.';
-- with what was calculated of it, which has no value any more either
insert into withdrawals_to_follow (work_item_id)
select
  item.work_item_id
from
  work_items item
  join results value on value.result_id = item.result_id
where
  item.sale_id in (
    select
      withdrawn.sale_id
    from
      results withdrawal
      join work_items withdrawn on withdrawn.work_item_id = withdrawal.work_item_id
    where
      withdrawal.is_withdrawal
  )
  and value.result is null
  and value.released_at is not null
  and exists (
    select
    from
      results earlier
    where
      earlier.work_item_id = item.work_item_id
      and earlier.result is not null
      and earlier.released_at is not null
  );
-- last: the search through all results holds nobody's work
alter table withdrawals_to_follow add foreign key (work_item_id) references work_items;
