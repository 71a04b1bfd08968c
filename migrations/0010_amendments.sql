-- An amendment waits beside the result that counts until a signatory lets it out; a comment is kept with the version it went out with.
alter table results add column comments text;
alter table results add column withdrawn_at timestamptz;
alter table work_items add column amended_result_id integer references results;
create index work_items_amended on work_items (sale_id) where amended_result_id is not null;
update results r set comments = w.comments from work_items w where w.result_id = r.result_id and r.released_at is not null;
