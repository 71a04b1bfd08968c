-- A job may be stopped by who asked for it, and may leave a file that is fetched once.
alter table job_runs drop constraint job_runs_state_check;
alter table job_runs add constraint job_runs_state_check
  check (state in ('queued', 'running', 'done', 'failed', 'cancelled'));
create table job_files (
  job_run_id integer primary key references job_runs on delete cascade,
  name text not null,
  media_type text not null,
  content bytea not null
);
