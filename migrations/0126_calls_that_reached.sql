-- A call about a critical value that reached nobody is written down as an attempt; it informed no one.
alter table critical_calls add column reached boolean not null default true;

-- The reader's own rights hold: a call is not changed through the view either.
create view calls_made with (security_invoker = true) as
select
  *
from
  critical_calls
where
  reached;
comment on view calls_made is
  'Calls about critical values that reached someone: the only ones that count as the call. An attempt stands in '
  'critical_calls alone.';

-- The same facts of the work: to_call asks for a call that reached someone.
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
  newest.flag in ('LL', 'HH') as newest_is_critical,
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
  result.flag in ('LL', 'HH') as is_critical,
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
        and latest.flag in ('LL', 'HH')
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
      result.flag in ('LL', 'HH')
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
