-- An interval may hold for some weeks of a pregnancy only. What is there names none, so that nothing is read for the
-- checks.
alter table element_measurements add column min_weeks smallint;
alter table element_measurements add column max_weeks smallint;
alter table element_measurements add constraint element_measurements_weeks_check
  check (
    min_weeks between 1 and 45 and max_weeks between 1 and 45
    and (coalesce(pregnancy = 'yes', false) or coalesce(min_weeks, max_weeks) is null)
  ) not valid;
comment on column element_measurements.min_weeks is
  'Completed weeks of the pregnancy at the draw, both ends included; empty at both ends: in any week.';

-- the week that a value was judged by is kept with its interval
alter table results add column pregnancy_weeks smallint;
comment on column results.pregnancy_weeks is
  'Completed weeks at the draw where its interval names weeks, as the sale stated them then; else null.';

create or replace function product_asks(product integer) returns text[]
language sql stable
as $$
  with recursive parts as (
    select product as product_id
    union
    select link.sub_product_id from sub_products link join parts on parts.product_id = link.product_id
  )
  select coalesce(array_agg(distinct asked.name order by asked.name), '{}')
  from parts
  join product_tests part on part.product_id = parts.product_id
  join test_elements measured on measured.test_id = part.test_id
  join element_measurements m on m.element_id = measured.element_id
  cross join lateral (
    values
      ('Pregnancy', m.pregnancy),
      ('PregnancyWeeks', coalesce(m.min_weeks, m.max_weeks)::text),
      ('FastingHours', m.fasting),
      ('CyclePhase', m.cycle_phase),
      ('Treatment', m.treatment)
  ) asked (name, state)
  where m.effective_from <= now() and m.effective_till > now() and asked.state is not null
$$;

-- A rule that was tried before keeps its trial: an interval that names no weeks has the basis it had.
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
          end
          || case
            when m.fasting is null and m.cycle_phase is null and m.treatment is null then '[]'
            else jsonb_build_array('draw', m.fasting, m.cycle_phase, m.treatment)
          end
          || case
            when m.min_weeks is null and m.max_weeks is null then '[]'
            else jsonb_build_array('weeks', m.min_weeks, m.max_weeks)
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
