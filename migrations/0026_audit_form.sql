-- How the rows of a sealed block were written before they were hashed: 1 with bars between them, 2 as JSON, where no text can pass for two.
alter table audit_blocks add column form smallint not null default 1;

-- What a migration said when it was applied, so that one that was edited afterwards is noticed.
alter table migrations add column checksum text;
