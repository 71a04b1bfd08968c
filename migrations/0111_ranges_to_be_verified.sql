-- Reference ranges that came with the starter catalogue are shown as not verified until somebody confirms them.
alter table elements add column to_be_verified boolean not null default false;
