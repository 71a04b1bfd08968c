-- Since when results of an element are released: its reference ranges are changed by two persons from then on.
alter table elements add column first_released_at timestamptz;
update elements
set first_released_at = released.at
from (
  select item.element_id, min(result.released_at) as at
  from results result
  join work_items item on item.work_item_id = result.work_item_id
  where result.released_at is not null
  group by item.element_id
) released
where released.element_id = elements.element_id;
