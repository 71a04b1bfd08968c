-- A test promises its hours, so that a sodium of a sale is expected before its culture. What was promised is kept with
-- the work, the line and the sale; what is there was promised for the report date of its sale.
alter table sample_elements add column promised_at timestamptz;
comment on column sample_elements.promised_at is
  'When its first test is promised: its turnaround time from the draw, or the report date of the sale where the test '
  'has none. Null: promised with the sale.';
alter table sale_products add column promised_at timestamptz;
comment on column sale_products.promised_at is
  'The latest of its elements; null before the accession, and of a charge.';
alter table sales add column promised_at timestamptz;
comment on column sales.promised_at is 'The latest of its lines that are not cancelled; null before the accession.';

-- How long a reported sale took, by laboratory and department: turn-around reads these, and no work item again.
create table sale_turnarounds (
  sale_id integer not null references sales,
  bench_id integer not null references clients (client_id),
  department_id integer not null references departments,
  promised_at timestamptz not null,
  collected_at timestamptz,
  received_at timestamptz,
  entered_at timestamptz,
  approved_at timestamptz,
  released_at timestamptz not null,
  primary key (sale_id, bench_id, department_id)
);
comment on table sale_turnarounds is
  'Kept when the sale becomes reported: the last moment of each step of its printed work, of a release the first. A '
  'sale without rows, or with open work, is read from its work.';

create or replace view sale_facts as
select
  sale_id,
  sale_date,
  collection_date,
  report_date,
  patient_id,
  patient_name,
  referring_doctor_id,
  seller_id,
  buyer_id,
  referrer_id,
  lrn,
  remarks,
  is_stat,
  gross_amount,
  discount,
  addl_discount,
  net_amount,
  paid,
  status_id,
  base_sale_id,
  invoice_id,
  accession_no,
  accession_date,
  first_lab_id,
  sales_manager_id,
  row_version,
  created_by,
  created_at,
  keeps_advance,
  status_id not in (90, 91) as is_sold,
  status_id not in (90, 91) and invoice_id is null as is_uninvoiced,
  net_amount - paid as outstanding,
  coalesce(promised_at, report_date) as expected_at
from
  sales;
comment on view sale_facts is
  'Sales, with what they count as. is_sold: neither cancelled nor a quotation. is_uninvoiced: sold, and on no invoice '
  'yet. outstanding: what is left to pay. expected_at: when the whole report is promised. Read by invoicing, credit, '
  'visits, tiles, sales report, referrals, targets.';

-- report_date is what the element is promised for
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

create or replace view tube_facts as
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
    sale.status_id not in (90, 91)
    and tube.status_id in (115, 116, 117, 120, 121)
    and wanted.by_line
    and state.status_id <> 154
    and exists (
      select
      from
        sample_elements placed
        left join work_items item on item.sample_element_id = placed.sample_element_id
      where
        placed.sample_id = tube.sample_id
        and coalesce(placed.promised_at, sale.promised_at, sale.report_date) < now()
        and coalesce(item.status_id, 150) not in (154, 157, 159)
    )
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

create or replace view worksheet_item_rows as
select
  item.work_sheet_id,
  item.work_item_id,
  json_build_object(
    'SampleElementId', measured.sample_element_id,
    'Sample', json_build_object(
      'SampleId', tube.sample_id,
      'Barcode', tube.barcode,
      'Specimen', json_build_object('Name', specimen.name),
      'Sale', json_build_object(
        'SaleId', sale.sale_id, 'AccessionNo', sale.accession_no, 'IsStat', sale.is_stat,
        'Patient', json_build_object('Name', sale.patient_name),
        'Doctor', json_build_object('Name', doctor.name)
      )
    ),
    'LabInstrument', case
      when kept.lab_instrument_id is not null then json_build_object(
        'LabInstrumentId', kept.lab_instrument_id, 'Instrument', json_build_object('Name', instrument.name)
      )
    end,
    'Element', json_build_object('ElementId', element.element_id, 'Name', element.name)
  ) as sample_element,
  item.sale_id,
  item.status_id,
  sale.is_stat,
  coalesce(measured.promised_at, sale.promised_at, sale.report_date) as report_date,
  sale.accession_no
from
  work_items item
  join sample_elements measured on measured.sample_element_id = item.sample_element_id
  join samples tube on tube.sample_id = measured.sample_id
  join specimens specimen on specimen.specimen_id = tube.specimen_id
  join sales sale on sale.sale_id = item.sale_id
  join clients doctor on doctor.client_id = sale.referring_doctor_id
  join elements element on element.element_id = item.element_id
  left join lab_instruments kept on kept.lab_instrument_id = measured.lab_instrument_id
  left join instruments instrument on instrument.instrument_id = kept.instrument_id;
