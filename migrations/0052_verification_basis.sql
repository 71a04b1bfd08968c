-- What an element's results are judged by now: unit, decimals, kind, formula, delta check, abnormal values and the intervals in force.
-- A trial of a rule says something only while this is what it was.
create function verification_basis(element integer) returns text
language sql stable
as $$
  select md5(jsonb_build_array(
    e.unit_of_measure, e.decimal_places, e.result_type_id, e.formula, e.abnormal_values, e.delta_check, e.review_required,
    (
      select jsonb_agg(interval_of.said order by interval_of.said)
      from (
        select jsonb_build_array(
          m.instrument_id, m.gender_id, m.min_age, m.max_age, m.min_age_days, m.max_age_days, m.low_value, m.high_value,
          m.critically_low_value, m.critically_high_value, m.possible_values
        ) as said
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
alter table verification_rules add column dry_run_basis text;
update verification_rules set dry_run_basis = verification_basis(element_id) where dry_run_version is not null;
