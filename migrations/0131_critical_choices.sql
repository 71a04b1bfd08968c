-- Choices and texts can be critical: a list of values on the element, beside the abnormal ones. Their flag is AA.
alter table elements add column critical_values text;
alter table element_versions add column critical_values text;
comment on column elements.critical_values is 'Values about which somebody is called, split by |; of choices among the possible ones.';

create or replace function keep_element_version() returns trigger language plpgsql as $$
begin
  update element_versions set effective_till = now()
  where element_id = new.element_id and effective_till = 'infinity';
  insert into element_versions (
    element_id, name, department_id, unit_of_measure, decimal_places, review_required, result_type_id, formula, method,
    abnormal_values, critical_values, delta_check, print_on_report, effective_from
  )
  values (
    new.element_id, new.name, new.department_id, new.unit_of_measure, new.decimal_places, new.review_required,
    new.result_type_id, new.formula, new.method, new.abnormal_values, new.critical_values, new.delta_check,
    new.print_on_report,
    case when tg_op = 'INSERT' then '-infinity' else now() end
  );
  return null;
end
$$;
drop trigger elements_updated on elements;
create trigger elements_updated after update on elements for each row
when (
  (
    old.name, old.department_id, old.unit_of_measure, old.decimal_places, old.review_required, old.result_type_id,
    old.formula, old.method, old.abnormal_values, old.critical_values, old.delta_check, old.print_on_report
  ) is distinct from (
    new.name, new.department_id, new.unit_of_measure, new.decimal_places, new.review_required, new.result_type_id,
    new.formula, new.method, new.abnormal_values, new.critical_values, new.delta_check, new.print_on_report
  )
)
execute function keep_element_version();

-- what is there has one of the fewer flags
alter table results drop constraint results_flag_check;
alter table results add constraint results_flag_check check (flag in ('N', 'L', 'H', 'LL', 'HH', 'A', 'AA')) not valid;

-- A rule that was tried before keeps its trial: an element without critical values has the basis it had.
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

create or replace view work_item_facts as
select
  item.work_item_id,
  item.sample_element_id,
  item.sale_id,
  item.element_id,
  item.lab_id,
  item.keeper_id,
  coalesce(item.keeper_id, item.lab_id) as bench_id,
  item.department_id,
  item.work_sheet_id,
  item.status_id,
  item.reason_id,
  item.remarks,
  item.comments,
  item.result_id,
  item.amended_result_id,
  item.given_out_at,
  item.row_version,
  item.created_at,
  sale.accession_no,
  sale.accession_date,
  sale.sale_date,
  sale.report_date,
  sale.is_stat,
  sale.status_id as sale_status_id,
  sale.patient_id,
  sale.patient_name,
  sale.collection_date as planned_date,
  sale.buyer_id,
  sale.referring_doctor_id,
  sale.outstanding,
  patient.birth_date,
  patient.gender_id,
  placed.sample_id,
  placed.lab_instrument_id as placed_instrument_id,
  tube.barcode,
  tube.time_point,
  tube.specimen_id,
  tube.collection_date,
  tube.received_date,
  tube.replaces_sample_id,
  -- of an outside lab's tube the collection may not be known
  coalesce(tube.collection_date, sale.collection_date) as drawn_at,
  result.version,
  result.run,
  result.result,
  result.not_calculated,
  result.unit_of_measure,
  result.flag,
  result.is_delta,
  result.low_value,
  result.high_value,
  result.critically_low_value,
  result.critically_high_value,
  result.printable_range,
  result.element_measurement_id,
  result.comparator,
  result.source,
  result.lab_instrument_id,
  result.verification_rule_id,
  result.measured_at,
  result.defined_at as judged_at,
  result.entered_by_id,
  result.entered_at,
  result.reviewed_at,
  result.approved_by_id,
  result.approved_at,
  result.released_at,
  newest.result_id as newest_result_id,
  newest.entered_at as newest_entered_at,
  newest.flag in ('LL', 'HH', 'AA') as newest_is_critical,
  not known.is_live as is_held,
  not known.is_calculable as is_not_calculable,
  (
    item.status_id in (150, 151, 152, 153, 155, 156)
    and known.is_calculable
    and known.is_live
  ) as is_open,
  (
    item.status_id in (150, 151, 152, 153, 155, 156)
    and known.is_calculable
    and known.is_live
    and sale.report_date < now()
  ) as is_late,
  (
    item.status_id in (150, 155, 156)
    and known.is_calculable
    and known.is_live
  ) as to_enter,
  (
    item.status_id = 151
    and known.is_calculable
    and known.is_live
    and wants.review
  ) as to_review,
  (
    item.status_id in (151, 152)
    and known.is_calculable
    and known.is_live
  ) as to_approve,
  (
    item.status_id = 153
    and known.is_live
  ) as to_release,
  (
    item.status_id = 157
    and item.given_out_at is null
    and known.is_live
    and element.print_on_report
    and exists (
      select
      from
        sale_product_elements wanted
        join sale_products line on line.sale_product_id = wanted.sale_product_id
      where
        wanted.sample_element_id = item.sample_element_id
        and line.status_id <> 100
    )
  ) as to_tell,
  wants.review as wants_review,
  result.flag in ('LL', 'HH', 'AA') as is_critical,
  (
    (item.status_id in (151, 152, 153, 156, 159) or item.amended_result_id is not null)
    and sale.status_id <> 90
    -- asked only of the few: most work is issued and was called about
    and exists (
      select
      from
        results latest
      where
        latest.result_id = coalesce(item.amended_result_id, item.result_id)
        and latest.work_item_id = item.work_item_id
        and latest.flag in ('LL', 'HH', 'AA')
        and not exists (
          select
          from
            calls_made call
          where
            call.work_item_id = item.work_item_id
            and call.result_id = latest.result_id
        )
    )
  ) as to_call
from
  work_items item
  left join sale_facts sale on sale.sale_id = item.sale_id
  left join clients patient on patient.client_id = sale.patient_id
  left join sample_elements placed on placed.sample_element_id = item.sample_element_id
  left join samples tube on tube.sample_id = placed.sample_id
  left join elements element on element.element_id = item.element_id
  left join results result on result.result_id = item.result_id
  left join results newest on newest.result_id = coalesce(item.amended_result_id, item.result_id)
  and newest.work_item_id = item.work_item_id
  cross join lateral (
    select
      sale.accession_date is not null
      and sale.status_id <> 90 as is_live,
      result.not_calculated is null as is_calculable
  ) known
  cross join lateral (
    select
      result.flag in ('LL', 'HH', 'AA')
      or result.is_delta
      or exists (
        select
        from
          element_versions version
        where
          version.element_id = item.element_id
          and version.effective_from <= result.defined_at
          and version.effective_till > result.defined_at
          and (
            version.review_required
            or (
              result.result is not null
              and result.element_measurement_id is null
              and version.result_type_id in (30, 32, 34)
            )
          )
      ) as review
  ) wants;

create or replace view defined_work_items as
select
  facts.*,
  defined.at as defined_at,
  version.name || case
    when facts.time_point is not null
    and exists (
      select
      from
        work_items twin
      where
        twin.sale_id = facts.sale_id
        and twin.element_id = facts.element_id
        and twin.work_item_id <> facts.work_item_id
    ) then ' (' || facts.time_point || ')'
    else ''
  end as element,
  version.unit_of_measure as defined_unit,
  version.decimal_places,
  version.method,
  version.formula,
  version.abnormal_values,
  version.result_type_id,
  version.review_required,
  version.delta_check,
  version.print_on_report,
  (
    kept.to_be_verified
    or coalesce(defined.at < kept.ranges_verified_at, false)
  ) as to_be_verified,
  version.critical_values
from
  work_item_facts facts
  join elements kept on kept.element_id = facts.element_id
  cross join lateral (
    select
      coalesce(
        facts.judged_at,
        case
          when kept.formula is not null then (
            select
              min(used.defined_at)
            from
              work_items sibling
              join results used on used.result_id = sibling.result_id
            where
              sibling.sale_id = facts.sale_id
              and sibling.work_item_id <> facts.work_item_id
              and kept.formula ~ ('\{\s*' || sibling.element_id || '\s*\}')
          )
        end,
        now()
      ) as at
    -- once for each item, not at every use
    offset
      0
  ) defined
  join element_versions version on version.element_id = facts.element_id
  and version.effective_from <= defined.at
  and version.effective_till > defined.at;
