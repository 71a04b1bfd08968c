-- Pregnancy is a state of the patient at the draw, and no sex: a sale says it, an interval may ask for it. What is there
-- says nothing of it, so that nothing is read for the checks.
alter table sales add column pregnancy text;
alter table sales add constraint sales_pregnancy_check check (pregnancy in ('yes', 'no')) not valid;
comment on column sales.pregnancy is 'Of the patient at the draw; null: not established, so that nothing is judged by an interval that asks for it.';
alter table element_measurements add column pregnancy text;
alter table element_measurements add constraint element_measurements_pregnancy_check
  check (pregnancy in ('yes', 'no')) not valid;
comment on column element_measurements.pregnancy is 'Holds for pregnant patients, or for others; null: for both.';

-- A rule that was tried before keeps its trial: an interval that does not ask for pregnancy has the basis it had.
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
        ) || case when m.pregnancy is null then '[]' else jsonb_build_array(m.pregnancy) end as said
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
