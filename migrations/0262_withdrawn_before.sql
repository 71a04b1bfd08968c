-- What was withdrawn before the reports that print it as a previous result got their next version with the withdrawal:
-- a job gives it to them, and takes the withdrawal from here.
create table withdrawals_to_follow (work_item_id integer primary key references work_items);
comment on table withdrawals_to_follow is
  'Work items withdrawn in an earlier release whose later reports may print the value as the previous result; emptied by the job follow-withdrawn.';
insert into withdrawals_to_follow (work_item_id)
select
  item.work_item_id
from
  results withdrawal
  join work_items item on item.result_id = withdrawal.result_id
where
  withdrawal.is_withdrawal
  and withdrawal.released_at is not null;
