// Result rows with everything that entry, flags and signing need: interval candidates, earlier results, calls, a
// waiting amendment; one statement.
import { literal, raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { holdSales } from '../../sales/status/status.server.ts'
import { elementName } from '../../sales/tubes/tubes.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { boundedTypes, clientType, workItemStatus } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'

/** Work items of the labs the entity covers; the ones who bought or sold see reports, not the bench. */
export const benchScope = (user: Caller, alias = 'w'): Sql =>
  user.EntityTypeId === clientType.LegalEntity || user.EntityTypeId === clientType.Lab
    ? sql`${raw(alias)}.lab_id = any (${[...user.Clients]})`
    : sql`false`
/** The same of a row that is read. */
export const isOnBench = (user: Caller, row: Pick<ResultRow, 'LabId'>): boolean =>
  (user.EntityTypeId === clientType.LegalEntity || user.EntityTypeId === clientType.Lab) &&
  user.Clients.includes(row.LabId)

const history = sql`
  left join lateral (
    select
      json_agg(
        json_build_object('Result', h.result, 'Date', h.at, 'Flag', h.flag)
        order by
          h.at desc
      ) as history
    from
      (
        select
          earlier.result,
          sold.collection_date as at,
          earlier.flag
        from
          sales sold
          join work_items measured on measured.sale_id = sold.sale_id
          and measured.element_id = w.element_id
          join sample_elements on_tube on on_tube.sample_element_id = measured.sample_element_id
          join samples tube on tube.sample_id = on_tube.sample_id
          and tube.time_point is not distinct from t.time_point
          join results earlier on earlier.result_id = measured.result_id
        where
          sold.patient_id = s.patient_id
          and sold.collection_date < s.collection_date
          and measured.status_id in (${literal(
            workItemStatus.Approved,
            workItemStatus.Released,
            workItemStatus.Amended,
          )})
          and earlier.result is not null
        order by
          sold.collection_date desc
        limit
          6
      ) h
  ) p on true
`

const measurements = sql`
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'ElementMeasurementId',
            m.element_measurement_id,
            'InstrumentId',
            m.instrument_id,
            'GenderId',
            m.gender_id,
            'MinAge',
            m.min_age,
            'MaxAge',
            m.max_age,
            'MinAgeDays',
            m.min_age_days,
            'MaxAgeDays',
            m.max_age_days,
            'LowValue',
            m.low_value,
            'HighValue',
            m.high_value,
            'CriticallyLowValue',
            m.critically_low_value,
            'CriticallyHighValue',
            m.critically_high_value,
            'PrintableRange',
            m.printable_range,
            'PossibleValues',
            m.possible_values
          )
          order by
            m.sequence
        ),
        '[]'
      )
    from
      element_measurements m
    where
      m.element_id = w.element_id
      and m.effective_from <= now()
      and m.effective_till > now()
  )
`

/** The last call about one version of a result: a call about another value does not count. */
const callAbout = (resultId: Sql): Sql => sql`
  (
    select
      json_build_object(
        'CalledTo',
        c.called_to,
        'CalledPhone',
        c.called_phone,
        'CalledAt',
        c.called_at,
        'CalledBy',
        u.full_name,
        'ReadBack',
        c.read_back,
        'Remarks',
        c.remarks
      )
    from
      critical_calls c
      join users u on u.user_id = c.called_by_id
    where
      c.work_item_id = w.work_item_id
      and c.result_id = ${resultId}
    order by
      c.critical_call_id desc
    limit
      1
  )
`

const amendment = sql`
  (
    select
      json_build_object(
        'ResultId',
        a.result_id,
        'Result',
        a.result,
        'NotCalculated',
        a.not_calculated,
        'Flag',
        a.flag,
        'Comments',
        a.comments,
        'EnteredById',
        a.entered_by_id,
        'EnteredBy',
        u.full_name,
        'EnteredOn',
        a.entered_at,
        'ReasonId',
        a.reason_id,
        'Remarks',
        a.remarks,
        'CriticalCall',
        ${callAbout(sql`a.result_id`)}
      )
    from
      results a
      join users u on u.user_id = a.entered_by_id
    where
      a.result_id = w.amended_result_id
  )
`

const sale = sql`
  json_build_object(
    'SaleId',
    s.sale_id,
    'AccessionNo',
    s.accession_no,
    'AccessionDate',
    s.accession_date,
    'SaleDate',
    s.sale_date,
    'ReportDate',
    s.report_date,
    'CollectionDate',
    s.collection_date,
    'IsStat',
    s.is_stat,
    'Outstanding',
    s.net_amount - s.paid,
    'BuyerIsPatient',
    s.buyer_id = s.patient_id,
    'StatusId',
    s.status_id
  )
`

/** Rows of the work items that a predicate over `w` (and sale `s`) picks, in report order. */
export const readRows = (tx: Tx, where: Sql): Promise<ResultRow[]> =>
  tx.rows<ResultRow>(sql`
    select
      w.work_item_id as "WorkItemId",
      w.element_id as "ElementId",
      ${elementName} as "Element",
      i.instrument_id as "InstrumentId",
      i.name as "Instrument",
      coalesce(r.unit_of_measure, e.unit_of_measure) as "UnitOfMeasure",
      e.decimal_places as "DecimalPlaces",
      e.method as "Method",
      r.result as "Result",
      r.flag as "Flag",
      r.low_value as "LowValue",
      r.high_value as "HighValue",
      r.critically_low_value as "CriticallyLowValue",
      r.critically_high_value as "CriticallyHighValue",
      r.printable_range as "PrintableRange",
      r.element_measurement_id as "ElementMeasurementId",
      p.history -> 0 ->> 'Result' as "PreviousResult",
      p.history -> 0 ->> 'Date' as "PreviousDate",
      coalesce(p.history, '[]') as "History",
      e.formula as "Formula",
      r.not_calculated as "NotCalculated",
      (
        select
          m.possible_values
        from
          element_measurements m
        where
          m.element_id = w.element_id
          and m.possible_values is not null
        order by
          m.sequence
        limit
          1
      ) as "PossibleValues",
      e.abnormal_values as "AbnormalValues",
      e.result_type_id as "resultTypeId",
      w.remarks as "Remarks",
      w.comments as "Comments",
      w.status_id as "StatusId",
      json_build_object('ItemName', st.item_name, 'ItemLabel', st.item_label) as "Status",
      w.reason_id as "ReasonId",
      case
        when rs.list_item_id is not null then json_build_object('ItemName', rs.item_name, 'ItemLabel', rs.item_label)
      end as "Reason",
      e.review_required as "ReviewRequired",
      coalesce(r.is_delta, false) as "IsDelta",
      r.result is not null
      and r.element_measurement_id is null
      and e.result_type_id in (${literal(...boundedTypes)}) as "NoRange",
      r.entered_by_id as "EnteredById",
      eb.full_name as "EnteredBy",
      ${callAbout(sql`w.result_id`)} as "CriticalCall",
      ${amendment} as "Amendment",
      e.print_on_report as "PrintOnReport",
      ${measurements} as "Measurements",
      x.test_id as "TestId",
      x.name as "Test",
      sp.name as "Specimen",
      t.sample_id as "SampleId",
      t.barcode as "Barcode",
      t.time_point as "TimePoint",
      t.received_date as "ReceivedDate",
      w.work_sheet_id as "WorkSheetId",
      w.lab_id as "LabId",
      w.sale_id as "SaleId",
      w.row_version as "RowVersion",
      ${sale} as "Sale",
      s.patient_name as "Patient",
      s.patient_id as "PatientId",
      g.item_label as "Gender",
      pa.gender_id as "GenderId",
      age_years (pa.birth_date, t.collection_date) as "PatientAge",
      age_days (pa.birth_date, t.collection_date) as "AgeDays",
      pa.birth_date as "BirthDate",
      t.collection_date as "CollectionDate",
      d.name as "Department",
      dr.name as "DoctorName",
      dr.mobile_phone as "DoctorPhone",
      e.delta_check as "DeltaCheck"
    from
      work_items w
      join sales s on s.sale_id = w.sale_id
      join sample_elements se on se.sample_element_id = w.sample_element_id
      join samples t on t.sample_id = se.sample_id
      join specimens sp on sp.specimen_id = t.specimen_id
      join elements e on e.element_id = w.element_id
      join departments d on d.department_id = w.department_id
      join clients pa on pa.client_id = s.patient_id
      join clients dr on dr.client_id = s.referring_doctor_id
      left join results r on r.result_id = w.result_id
      left join users eb on eb.user_id = r.entered_by_id
      left join lab_instruments li on li.lab_instrument_id = se.lab_instrument_id
      left join instruments i on i.instrument_id = li.instrument_id
      left join list_items st on st.list_item_id = w.status_id
      left join list_items rs on rs.list_item_id = w.reason_id
      left join list_items g on g.list_item_id = pa.gender_id
      left join lateral (
        select
          x.test_id,
          tt.name,
          tt.seq_no,
          te.sequence
        from
          sale_product_elements x
          join tests tt on tt.test_id = x.test_id
          join test_elements te on te.test_id = x.test_id
          and te.element_id = w.element_id
        where
          x.sample_element_id = w.sample_element_id
        order by
          tt.seq_no,
          tt.test_id
        limit
          1
      ) x on true ${history}
    where
      ${where}
    order by
      d.sequence,
      s.is_stat desc,
      s.accession_no,
      x.seq_no,
      x.test_id,
      x.sequence,
      w.work_item_id
  `)

/** All rows of sales, whatever lab works on them: a formula is judged by all its inputs. */
export const rowsOfSales = (tx: Tx, saleIds: readonly number[]): Promise<ResultRow[]> =>
  readRows(tx, sql`w.sale_id = any (${[...saleIds]})`)

/**
 * Holds the sales and then their work items for a change, each in the order of its keys. What is read must be read by a
 * later statement: one that waits for a lock would join the results as they were before it waited.
 */
export const lockWork = async (tx: Tx, saleIds: readonly number[]): Promise<void> => {
  await holdSales(tx, saleIds)
  await tx.run(sql`
    select
      1
    from
      work_items
    where
      sale_id = any (${[...saleIds]})
    order by
      work_item_id
    for update
  `)
}

/** How many may sign at each lab: active users with role 3 there, the caller among them. */
export const signatoriesAt = async (
  tx: Tx,
  user: Caller,
  labIds: readonly number[],
): Promise<(labId: number) => number> => {
  const rows = await tx.rows<{ lab_id: number; signatories: number }>(sql`
    select
      lab.lab_id,
      count(distinct u.user_id)::int as signatories
    from
      unnest(${[...new Set(labIds)]}::int[]) lab (lab_id)
      join users u on u.is_active
    where
      u.user_id = ${user.UserId}
      or (
        exists (
          select
            1
          from
            user_roles r
          where
            r.user_id = u.user_id
            and r.role_id = ${literal(role.Pathologist)}
        )
        and exists (
          select
            1
          from
            user_entities e
          where
            e.user_id = u.user_id
            and e.client_id = lab.lab_id
        )
      )
    group by
      lab.lab_id
  `)
  const counts = new Map(rows.map((row) => [row.lab_id, row.signatories]))
  return (labId) => counts.get(labId) ?? 1
}
