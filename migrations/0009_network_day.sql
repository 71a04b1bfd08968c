-- What day it is for the network, and how old somebody is on it: asked here by every statement, so that no two answers differ.
-- The zone comes with the connection (server/db/db.ts); a console without it sees the default of core/network.ts.
create function network_zone() returns text
language sql stable parallel safe
return coalesce(nullif(current_setting('aliquot.zone', true), ''), 'Asia/Kolkata');

-- the calendar day of a moment
create function network_day(at timestamptz) returns date
language sql stable parallel safe
return (at at time zone network_zone())::date;

-- the first moment of a calendar day
create function network_midnight(day date) returns timestamptz
language sql stable parallel safe
return day::timestamp at time zone network_zone();

-- completed years; none before birth
create function age_years(birth date, at timestamptz) returns integer
language sql stable parallel safe
return case
  when birth <= network_day(at) then extract(year from age(network_day(at), birth))::integer
end;

-- days lived, 0 on the day of birth; none before it
create function age_days(birth date, at timestamptz) returns integer
language sql stable parallel safe
return case
  when birth <= network_day(at) then network_day(at) - birth
end;

-- completed months; an interval itself is no measure, it takes 30 days for a month
create function age_months(birth date, at timestamptz) returns integer
language sql stable parallel safe
return (extract(year from age(network_day(at), birth)) * 12 + extract(month from age(network_day(at), birth)))::integer;

-- '34 y', below two years '1 y 3 m' or '5 m', below two months '4 d': as formatAge of core/dates.ts
create function age_short(birth date, at timestamptz) returns text
language sql stable parallel safe
return case
  when birth > network_day(at) then null
  when age_months(birth, at) >= 24 then age_years(birth, at) || ' y'
  when age_months(birth, at) >= 12 then concat_ws(' ', '1 y', nullif(age_months(birth, at) - 12, 0) || ' m')
  when age_months(birth, at) >= 2 then age_months(birth, at) || ' m'
  else age_days(birth, at) || ' d'
end;
