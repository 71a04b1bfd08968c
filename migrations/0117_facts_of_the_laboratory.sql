-- What the laboratory knows of its work, told once: whoever asks reads it here. All joins go out from the work item or
-- the tube to a unique key, as outer joins: the planner leaves out those of which a statement reads nothing, and a
-- condition on one makes it an inner join. So a count costs what the joins by hand cost.
create view work_item_facts as
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
            critical_calls call
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
comment on view work_item_facts is 'Work items with their sale, patient, tube, result in force and newest version (a waiting amendment, else the result in force). is_held: its sale is unlocked at the counter or cancelled. is_not_calculable: its formula has no value, with the cause in not_calculated; it ends there, so that it is never open. to_enter: no value that counts: pending, repeated, on hold. to_review: entered, and a signatory must look at it. to_approve: entered or reviewed. to_release: approved. to_tell: not performed, and no report says so yet. is_open: to enter, approve or release. is_late: open after the promised time. to_call: the newest version is critical and nobody called about it, also while the sale is unlocked. Read by the work list, entry, reports, worksheets, tiles, escalation, turn-around. Cost: of the columns that are read; find work by its key, sale, worksheet or lab and status.';

-- Element versions, as values were defined by them.
create view defined_work_items as
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
  ) as to_be_verified
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
comment on view defined_work_items is 'work_item_facts with the element as it was defined when the value was entered; without a value as it is now. A calculated element without a value takes the moment of the first value that it uses, since a new formula may need another unit. element: its name, with the time point where the sale has several. Read by entry and reports. Cost: one more look at the versions of the element for each item.';

create view tube_facts as
select
  tube.*,
  sale.accession_no,
  sale.accession_date,
  sale.sale_date,
  sale.report_date,
  sale.is_stat,
  sale.status_id as sale_status_id,
  sale.patient_id,
  sale.patient_name,
  sale.lrn,
  sale.seller_id,
  sale.referring_doctor_id,
  now() - tube.collection_date as age,
  state.status_id as state_id,
  tube_due(tube.sale_id, tube.time_point) as due_date,
  tube.status_id in (122, 123, 124) as is_no_good,
  (
    select
      newer.sample_id
    from
      samples newer
    where
      newer.replaces_sample_id = tube.sample_id
  ) as replaced_by_id,
  (
    tube.status_id = 115
    and sale.status_id not in (90, 91)
    and wanted.by_line
  ) as to_collect,
  (
    tube.status_id in (117, 120)
    or (tube.status_id = 116 and tube.received_date is null)
  )
  and state.status_id in (116, 117, 120) as is_under_way,
  wanted.by_line as is_waited_for,
  (
    sale.report_date < now()
    and sale.status_id not in (90, 91)
    and tube.status_id in (115, 116, 117, 120, 121)
    and wanted.by_line
    and state.status_id <> 154
  ) as is_late
from
  samples tube
  left join sales sale on sale.sale_id = tube.sale_id
  cross join lateral (
    select
      case
        when tube.status_id not in (116, 121) then tube.status_id
        else coalesce(
          (
            select
              case
                when bool_and(item.status_id in (154, 159)) then 154
                when bool_and(item.result_id is not null) then 153
              end
            from
              sample_elements placed
              join work_items item on item.sample_element_id = placed.sample_element_id
            where
              placed.sample_id = tube.sample_id
              and item.status_id <> 157
              and (
                item.status_id in (153, 154, 159)
                or not exists (
                  select
                  from
                    results result
                  where
                    result.result_id = item.result_id
                    and result.not_calculated is not null
                )
              )
          ),
          case when tube.received_date is not null then 105 else tube.status_id end
        )
      end as status_id
  ) state
  cross join lateral (
    select
      exists (
        select
        from
          sale_product_samples link
          join sale_products line on line.sale_product_id = link.sale_product_id
        where
          link.sample_id = tube.sample_id
          and line.status_id <> 100
      ) as by_line
  ) wanted;
comment on view tube_facts is 'Tubes with their sale. state_id: how far a tube is, as its dot shows it: its own status on its way; at rest that of its work (154 released, 153 analysed, what cannot be calculated or is not performed left out), else 105 at the lab. age: since it was drawn. is_waited_for: a line that is not cancelled needs it. to_collect: to be drawn for a sale that counts. is_under_way: drawn, and not at its lab. is_late: the promised time is past and its work is not released; not of a cancelled sale or a tube that goes no further. Read by samples, sales, shipments, tiles. Cost: of the columns that are read; state_id reads the work of the tube, so ask the tube''s own status first.';

create view previous_results as
select
  sale.patient_id,
  item.element_id,
  tube.time_point,
  coalesce(tube.collection_date, sale.collection_date) as drawn_at,
  item.work_item_id,
  item.sale_id,
  sale.buyer_id,
  sale.referring_doctor_id,
  item.status_id in (154, 159) as is_out,
  result.result_id,
  result.result,
  result.unit_of_measure,
  result.flag,
  result.low_value,
  result.high_value
from
  sales sale
  join work_items item on item.sale_id = sale.sale_id
  join results result on result.result_id = item.result_id
  join sample_elements placed on placed.sample_element_id = item.sample_element_id
  join samples tube on tube.sample_id = placed.sample_id
where
  item.status_id in (153, 154, 159)
  -- what a cancelled sale never issued is nobody's; what it issued is withdrawn, or stands
  and (sale.status_id <> 90 or item.status_id <> 153)
  and result.result is not null;
comment on view previous_results is 'Results of a patient that are in force: approved or issued (is_out), by the time their tube was drawn. A withdrawn result has no value; of a cancelled sale only what it issued and did not withdraw. Read by entry (previous, delta), reports (previous, issued ones only) and trends (issued ones only, of the sales that the reader sees). Cost: all sales of the patient; ask patient and element, and the time point with `is not distinct from`.';
