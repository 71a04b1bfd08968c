-- What a user has asked to be done outside a request: how far it is, how it ended, and as whom it is done.
create table job_runs (
  job_run_id integer generated always as identity primary key,
  name text not null,
  user_id integer not null references users,
  role_id integer not null,
  entity_id integer not null,
  module_id text,
  form_id integer,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null default 0,
  message text not null default '',
  errors jsonb not null default '[]',
  payload jsonb,
  result jsonb,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  ended_at timestamptz
);
create index job_runs_by_user on job_runs (user_id, created_at desc);
create index job_runs_under_way on job_runs (touched_at) where state = 'running';
