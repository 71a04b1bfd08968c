-- The server that does a run: the name of its connections. A run whose server has no connection left is begun again.
alter table job_runs add column server text;
