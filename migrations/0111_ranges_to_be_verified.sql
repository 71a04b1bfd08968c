-- Reference ranges that came with the starter catalogue are shown as not verified until somebody confirms them. What was
-- judged by them before that moment stays marked: the ranges may have been corrected before they were confirmed.
alter table elements
add column to_be_verified boolean not null default false,
add column ranges_verified_at timestamptz;
