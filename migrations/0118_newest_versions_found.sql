-- Outside a transaction: an index beside the work. Of all work there ever was, the little of which a critical value may
-- still be without a call: entered, reviewed, approved, on hold, amended, or with an amendment that waits.
create index concurrently if not exists work_items_to_call on work_items (lab_id, status_id)
where status_id in (151, 152, 153, 156, 159) or amended_result_id is not null;
