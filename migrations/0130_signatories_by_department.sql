-- A signatory may be limited to departments, each from and to a day. Without any row a signatory signs for all.
create table user_departments (
  user_department_id integer generated always as identity primary key,
  user_id integer not null references users,
  department_id integer not null references departments,
  from_date date,
  till_date date,
  sequence integer not null default 0,
  check (till_date >= from_date)
);
create index user_departments_by_user on user_departments (user_id);
create index user_departments_by_department on user_departments (department_id);

create view signatories_outside as
select
  limited.user_id,
  department.department_id
from
  (select distinct user_id from user_departments) limited
  cross join departments department
where
  not exists (
    select
      1
    from
      user_departments covered
    where
      covered.user_id = limited.user_id
      and covered.department_id = department.department_id
      and network_day(now()) between coalesce(covered.from_date, '-infinity') and coalesce(covered.till_date, 'infinity')
  );
comment on view signatories_outside is
  'Users who are limited to departments, and the departments for which they do not sign today. Read by the gate of '
  'results, the count of signatories, the switch of verification rules.';
