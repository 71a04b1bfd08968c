-- What the judge could not decide is kept with the value, and read when it is to go out: `<` or `>` across a limit, no
-- bound to compare with. A value measured in a tube that was rejected afterwards goes out only by the decision of a
-- signatory, kept here.
alter table results
add column review_needed boolean not null default false;
comment on column results.review_needed is 'The value could not be judged fully by its limits: a person reviews it.';

update results result
set
  review_needed = true
from
  work_items work_item
where
  work_item.result_id = result.result_id
  and work_item.status_id in (151, 152, 155)
  and result.comparator is not null
  and (
    result.flag is null
    or (result.flag = 'H' and result.critically_high_value is not null)
    or (result.flag = 'L' and result.critically_low_value is not null)
  );

alter table work_items
add column tube_kept_reason text,
add column tube_kept_by_id integer references users,
add column tube_kept_sample_id integer references samples;
comment on column work_items.tube_kept_reason is 'Why the value goes out although its tube was rejected after the measurement.';
comment on column work_items.tube_kept_sample_id is 'The rejected tube of that decision: another tube asks for another one.';
