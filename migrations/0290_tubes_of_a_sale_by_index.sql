-- Outside a transaction: whose the tubes of a sale are, which lists ask for each sale, told by the index alone.
create index concurrently if not exists samples_of_sale on samples (sale_id) include (performing_lab_id, owner_id);
drop index concurrently if exists samples_by_sale;
