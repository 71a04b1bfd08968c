-- In the first days of life an interval holds for hours: bilirubin of 9 is high at 24 hours and usual at 72. What is
-- there has no hours, so that nothing is read for the checks.
alter table clients add column birth_time text;
alter table clients add constraint clients_birth_time_check check (birth_time ~ '^([01]\d|2[0-3]):[0-5]\d$') not valid;
comment on column clients.birth_time is 'Of a newborn, hh:mm in the zone of the network; null: not known.';
alter table element_measurements add column min_age_hours smallint;
alter table element_measurements add column max_age_hours smallint;
alter table element_measurements add constraint element_measurements_hours_check
  check (min_age_hours between 0 and 720 and max_age_hours between 0 and 720) not valid;
comment on column element_measurements.min_age_hours is
  'Completed hours of life, both ends included; such a range is used only where the time of birth is known.';

-- completed hours of life; none before birth, nor where its time is not known
create function age_hours(birth date, birth_time text, at timestamptz) returns integer
language sql stable parallel safe
return case
  when (birth + birth_time::time) at time zone network_zone() <= at
    then floor(extract(epoch from at - (birth + birth_time::time) at time zone network_zone()) / 3600)::integer
end;

-- A rule that was tried before keeps its trial: an interval without hours has the basis it had.
create or replace function verification_basis(element integer) returns text
language sql stable
as $$
  select md5(jsonb_build_array(
    e.unit_of_measure, e.decimal_places, e.result_type_id, e.formula,
    case
      when e.critical_values is null then to_jsonb(e.abnormal_values)
      else jsonb_build_array(e.abnormal_values, e.critical_values)
    end,
    e.delta_check, e.review_required,
    (
      select jsonb_agg(interval_of.said order by interval_of.said)
      from (
        select jsonb_build_array(
          m.instrument_id, m.gender_id, m.min_age, m.max_age, m.min_age_days, m.max_age_days, m.low_value, m.high_value,
          m.critically_low_value, m.critically_high_value, m.possible_values
        ) || case when m.pregnancy is null then '[]' else jsonb_build_array(m.pregnancy) end
          || case
            when m.min_age_hours is null and m.max_age_hours is null then '[]'
            else jsonb_build_array('hours', m.min_age_hours, m.max_age_hours)
          end as said
        from element_measurements m
        where m.element_id = e.element_id
          and m.effective_from <= now()
          and m.effective_till > now()
      ) interval_of
    )
  )::text)
  from elements e
  where e.element_id = element
$$;
