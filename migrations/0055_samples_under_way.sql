-- Of all tubes there ever were, the few that are on their way.
create index samples_under_way on samples (sale_id)
where status_id in (117, 120) or (status_id = 116 and received_date is null);
