-- Fasting, the phase of the cycle and a treatment are states of the patient at the draw, as pregnancy is: a sale states
-- them, an interval may ask for them. What is there says nothing of them, so that nothing is read for the checks.
alter table sales add column fasting_hours smallint;
alter table sales add constraint sales_fasting_hours_check check (fasting_hours between 0 and 72) not valid;
comment on column sales.fasting_hours is 'Whole hours without food before the draw; null: not established.';
alter table sales add column cycle_phase text;
alter table sales add constraint sales_cycle_phase_check
  check (cycle_phase in ('follicular', 'mid-cycle', 'luteal', 'post-menopausal')) not valid;
comment on column sales.cycle_phase is 'Of the patient at the draw; null: not established.';
alter table sales add column treatment text;
alter table sales add constraint sales_treatment_check check (treatment in ('yes', 'no')) not valid;
comment on column sales.treatment is
  'Whether the patient takes what the test is followed for, as an anticoagulant for the INR; null: not established.';

alter table element_measurements add column fasting text;
alter table element_measurements add constraint element_measurements_fasting_check
  check (fasting in ('yes', 'no')) not valid;
alter table element_measurements add column cycle_phase text;
alter table element_measurements add constraint element_measurements_cycle_phase_check
  check (cycle_phase in ('follicular', 'mid-cycle', 'luteal', 'post-menopausal')) not valid;
alter table element_measurements add column treatment text;
alter table element_measurements add constraint element_measurements_treatment_check
  check (treatment in ('yes', 'no')) not valid;

-- What a product needs stated: the ranges of its elements that are in force, at any depth of its parts.
create function product_asks(product integer) returns text[]
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
      ('FastingHours', m.fasting),
      ('CyclePhase', m.cycle_phase),
      ('Treatment', m.treatment)
  ) asked (name, state)
  where m.effective_from <= now() and m.effective_till > now() and asked.state is not null
$$;

-- A rule that was tried before keeps its trial: an interval that asks for none of them has the basis it had.
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
