-- A second factor beside the password: the shared secret of an authenticator, and codes for whoever lost it.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  -- base32, as an authenticator takes it
  secret text not null,
  -- a code of it was given back: from then on it is asked for
  confirmed_at timestamptz,
  -- the last step of 30 seconds whose code was taken: none is taken twice
  last_step bigint not null default 0,
  failures integer not null default 0,
  next_try_at timestamptz
);
create table recovery_codes (
  user_id integer not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
-- when the session's second factor was given
alter table sessions add column proved_at timestamptz;
-- whoever holds the role has to have one; a network that stands already demands it when its administrator says so
alter table roles add column second_factor boolean not null default false;

create trigger second_factors_access after insert or update of confirmed_at or delete on second_factors
  for each statement execute function tell_access();
create trigger sessions_proved after update of proved_at on sessions
  for each statement execute function tell_access();
create trigger roles_access after update of second_factor on roles
  for each statement execute function tell_access();
