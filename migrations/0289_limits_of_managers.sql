-- A manager alone, too, writes off and records of insurers up to a limit of the day: another one agrees beyond it.
alter table network_settings
  add column manager_write_off_limit numeric(14, 2) default 200000
    constraint manager_write_off_limit_is_no_debt check (manager_write_off_limit >= 0),
  add column manager_insurer_limit numeric(14, 2) default 200000
    constraint manager_insurer_limit_is_no_debt check (manager_insurer_limit >= 0);
