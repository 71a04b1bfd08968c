-- Who tried from where: failed and successful sign-ins stand in the access log with their address, and a session knows the one it began at.
alter table access_log add column address text;
alter table sessions add column address text;
create index sessions_by_address on sessions (user_id, address);
