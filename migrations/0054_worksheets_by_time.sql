-- The work list of some days, or of what is left to do, is found without a look at each worksheet there ever was.
create index worksheets_by_time on worksheets (created_at);
create index work_items_unreleased on work_items (status_id, work_sheet_id) where status_id in (150, 151, 152, 153, 155, 156);
