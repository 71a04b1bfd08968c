-- What is not performed goes out with a report, too: since when it is said there.
alter table work_items add column given_out_at timestamptz;
update work_items item
set given_out_at = report.created_at
from reports report
where item.status_id = 157
  and report.sale_id = item.sale_id
  and report.superseded_at is null
  and json_array_length((report.content -> 'Pending')::json) = 0;

-- A haemolysed tube is drawn again: until now only reasons to measure again (value R) said so, none to reject (value X).
insert into list_items (list_id, item_name, item_label, item_value, sequence)
select 122, 'HEMX', 'Haemolysed, to be drawn again', 'X', coalesce(max(sequence), 0) + 1
from list_items
where list_id = 122
-- a network without lists is set up now, with all of them
having count(*) > 0;
