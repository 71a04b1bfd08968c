-- A value that stays in force as it was issued while its patient changes, and is critical for the one or the other, is to
-- be called about again, in whatever state its sale and its work are: it is on the list, on the tile and escalated.
alter table work_items add column call_again_at timestamptz;
comment on column work_items.call_again_at is
  'Since then a call about the value in force is owed to its patient, in whose name nobody was called: it was reported as another one''s.';
create index work_items_called_again on work_items (call_again_at) where call_again_at is not null;
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
  coalesce(placed.promised_at, sale.expected_at) as report_date,
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
    and coalesce(placed.promised_at, sale.expected_at) < now()
  ) as is_late,
  (
    item.status_id in (150, 155, 156)
    and known.is_calculable
    and known.is_live
  ) as to_enter,
  (
    (item.status_id = 151 or item.amended_result_id is not null)
    and known.is_live
    and wants.review
    and case
      when item.amended_result_id is null then known.is_calculable
      else newest.reviewed_at is null
    end
  ) as to_review,
  (
    (item.status_id in (151, 152) or item.amended_result_id is not null)
    and case
      when item.amended_result_id is null then known.is_calculable and known.is_live
      -- what is wrong is taken back whatever holds it
      else known.is_live or newest.is_withdrawal
    end
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
    -- each part can be found: by the state of the work, or by the mark
    (
      item.status_id in (151, 152, 153, 156, 159)
      or item.amended_result_id is not null
      or item.call_again_at is not null
    )
    and (sale.status_id <> 90 or item.call_again_at is not null)
    -- asked only of the few: most work is issued and was called about
    and exists (
      select
      from
        results latest
      where
        latest.result_id = coalesce(item.amended_result_id, item.result_id)
        and latest.work_item_id = item.work_item_id
        and (
          latest.flag in ('LL', 'HH', 'AA')
          or latest.entered_at <= item.call_again_at
          and not latest.is_withdrawal
        )
        and not exists (
          select
          from
            calls_made call
          where
            call.work_item_id = item.work_item_id
            and call.result_id = latest.result_id
        )
    )
  ) as to_call,
  item.call_again_at
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
      (
        newest.flag in ('LL', 'HH', 'AA')
        or newest.is_delta
        or newest.review_needed
        or exists (
          select
          from
            element_versions version
          where
            version.element_id = item.element_id
            and version.effective_from <= newest.defined_at
            and version.effective_till > newest.defined_at
            and (
              version.review_required
              or (
                newest.result is not null
                and newest.element_measurement_id is null
                and version.result_type_id in (30, 32, 34)
              )
            )
        )
      )
      -- a withdrawal gives no value, and another comment the value in force
      and (
        item.amended_result_id is null
        or not (
          newest.is_withdrawal
          or (
            not newest.is_judged_anew
            and newest.result is not distinct from result.result
            and newest.not_calculated is not distinct from result.not_calculated
            and newest.flag is not distinct from result.flag
            and newest.review_needed is not distinct from result.review_needed
            and (newest.element_measurement_id is null) = (result.element_measurement_id is null)
          )
        )
      ) as review
  ) wants;
comment on view work_item_facts is
  'Work items with their sale, patient, tube, result in force and newest version (a waiting amendment, else the '
  'result in force). is_held: its sale is unlocked at the counter or cancelled. is_not_calculable: its formula has '
  'no value, with the cause in not_calculated; it ends there, so that it is never open. to_enter: no value that '
  'counts: pending, repeated, on hold. to_review: entered or amended, and a signatory must look at it. to_approve: '
  'entered or reviewed, or an amendment waits. to_release: approved. to_tell: not performed, and no report says so '
  'yet. is_open: to enter, approve or release. is_late: open after the promised time. to_call: the newest version '
  'is critical and nobody called about it, also while the sale is unlocked; since call_again_at also in a cancelled '
  'sale, and where it is critical for its patient only by judgement of today. Read by the work list, entry, '
  'reports, worksheets, tiles, escalation, turn-around. Cost: of the columns that are read; find work by its key, '
  'sale, worksheet or lab and status.';
