// Result rows with all facts for entry, flags and signing, in one statement.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { objectOf, shown } from '../../../server/table/shown.ts'
import { unverifiedAt } from '../../elements/verify/verify.server.ts'
import { elementName } from '../../sales/tubes/tubes.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { boundedTypes, clientType, lineStatus, workItemStatus } from '../../lists/items.model.ts'
import { neighbours, rejectedTube } from './gate-facts.server.ts'
import { differing } from '../judging/delta.rules.ts'
import { isOut } from '../work-item.rules.ts'
import { amendment, callAbout, definition, history, measurements, runs } from './result-context.server.ts'

const sale = objectOf(
  's',
  ['SaleId', 'AccessionNo', 'AccessionDate', 'SaleDate', 'ReportDate', 'CollectionDate', 'IsStat', 'StatusId'],
  { Outstanding: sql`s.net_amount - s.paid`, BuyerIsPatient: sql`s.buyer_id = s.patient_id` },
)

/** The current value, with the interval frozen on it, and the earlier results. */
const theResult = sql`
  w.work_item_id as "WorkItemId",
  w.element_id as "ElementId",
  ${elementName} as "Element",
  li.lab_instrument_id as "LabInstrumentId",
  i.instrument_id as "InstrumentId",
  i.name as "Instrument",
  coalesce(r.unit_of_measure, e.unit_of_measure) as "UnitOfMeasure",
  e.decimal_places as "DecimalPlaces",
  e.method as "Method",
  ${shown('r', [
    'Result',
    'Flag',
    'LowValue',
    'HighValue',
    'CriticallyLowValue',
    'CriticallyHighValue',
    'PrintableRange',
    'ElementMeasurementId',
    'MeasuredAt',
    'Comparator',
    'Source',
  ])},
  case
    when r.is_withdrawal then r.released_at
  end as "WithdrawnOn",
  defined.at as "DefinedAt",
  p.history -> 0 ->> 'Result' as "PreviousResult",
  p.history -> 0 ->> 'Date' as "PreviousDate",
  coalesce(p.history, '[]') as "History",
  ${runs} as "Runs"
`

/** How its value is determined and which values it may have. */
const howItIsRead = sql`
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
      and m.effective_from <= defined.at
      and m.effective_till > defined.at
    order by
      m.sequence
    limit
      1
  ) as "PossibleValues",
  e.abnormal_values as "AbnormalValues",
  e.result_type_id as "resultTypeId"
`

/** Its status and its notes. */
const whereItStands = sql`
  ${shown('w', ['Remarks', 'Comments', 'StatusId'])},
  json_build_object('ItemName', st.item_name, 'ItemLabel', st.item_label) as "Status",
  w.reason_id as "ReasonId",
  case
    when rs.list_item_id is not null then json_build_object('ItemName', rs.item_name, 'ItemLabel', rs.item_label)
  end as "Reason"
`

/** The rule that approved it; null where a person did. */
const approvedByRule = sql`
  (
    select
      rule.name
    from
      verification_rules rule
    where
      rule.verification_rule_id = r.verification_rule_id
  )
`

/** The facts for the decisions of signing. */
const whatSigningAsks = sql`
  e.review_required as "ReviewRequired",
  coalesce(r.is_delta, false) as "IsDelta",
  coalesce(r.review_needed, false) as "ReviewNeeded",
  ${rejectedTube} as "TubeRejected",
  ${neighbours} as "Neighbours",
  r.result is not null
  and r.element_measurement_id is null
  and e.result_type_id in (${literal(...boundedTypes)}) as "NoRange",
  r.entered_by_id as "EnteredById",
  eb.full_name as "EnteredBy",
  ${approvedByRule} as "ApprovedByRule",
  ${callAbout(sql`w.result_id`)} as "CriticalCall",
  ${amendment} as "Amendment",
  e.print_on_report as "PrintOnReport",
  ${unverifiedAt('kept', sql`defined.at`)} as "ToBeVerified",
  ${measurements} as "Measurements"
`

/** A line that is not cancelled needs it. */
const isSold = sql`
  exists (
    select
      1
    from
      sale_product_elements sold
      join sale_products line on line.sale_product_id = sold.sale_product_id
    where
      sold.sample_element_id = w.sample_element_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
  )
`

/** The tests of lines that are not cancelled. */
const testIds = sql`
  (
    select
      coalesce(json_agg(asked.test_id), '[]')
    from
      sale_product_elements asked
      join sale_products line on line.sale_product_id = asked.sale_product_id
    where
      asked.sample_element_id = w.sample_element_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
  )
`

/** Test, tube, worksheet and sale. */
const whereItComesFrom = sql`
  x.test_id as "TestId",
  ${testIds} as "TestIds",
  x.name as "Test",
  sp.name as "Specimen",
  ${shown('t', ['SampleId', 'Barcode', 'TimePoint', 'ReceivedDate'])},
  ${shown('w', ['GivenOutAt', 'WorkSheetId', 'LabId', 'KeeperId', 'SaleId', 'RowVersion'])},
  case
    when pl.client_type_id = ${literal(clientType.ExternalLab)} then pl.name
  end as "OutsideLab",
  exists (
    select
      1
    from
      kept_files f
    where
      f.module_id = 'testresults'
      and f.form_id = w.sale_id
      and f.kind = 'outside'
      and f.withdrawn_at is null
  ) as "HasPaper",
  ${isSold} as "IsSold",
  ${sale} as "Sale"
`

/** Its patient with the age on the day of collection, and the referring doctor. */
const whoseItIs = sql`
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
`

/** The first test of the sale that the element is measured for. */
const test = sql`
  left join lateral (
    select
      x.test_id,
      tt.name,
      tt.seq_no,
      te.sequence
    from
      sale_product_elements x
      join tests tt on tt.test_id = x.test_id
      -- an element that was removed from its test later remains with it
      left join test_elements te on te.test_id = x.test_id
      and te.element_id = w.element_id
    where
      x.sample_element_id = w.sample_element_id
    order by
      tt.seq_no,
      tt.test_id
    limit
      1
  ) x on true
`

const joined = sql`
  work_items w
  join sales s on s.sale_id = w.sale_id
  join sample_elements se on se.sample_element_id = w.sample_element_id
  join samples t on t.sample_id = se.sample_id
  join specimens sp on sp.specimen_id = t.specimen_id
  join departments d on d.department_id = w.department_id
  join clients pa on pa.client_id = s.patient_id
  join clients pl on pl.client_id = w.lab_id
  join clients dr on dr.client_id = s.referring_doctor_id
  left join results r on r.result_id = w.result_id ${definition}
  left join users eb on eb.user_id = r.entered_by_id
  left join lab_instruments li on li.lab_instrument_id = coalesce(r.lab_instrument_id, se.lab_instrument_id)
  and w.status_id <> ${literal(workItemStatus.ReferredOut)}
  and pl.client_type_id <> ${literal(clientType.ExternalLab)}
  and r.source is distinct from 'outside lab'
  left join instruments i on i.instrument_id = li.instrument_id
  left join list_items st on st.list_item_id = w.status_id
  left join list_items rs on rs.list_item_id = w.reason_id
  left join list_items g on g.list_item_id = pa.gender_id ${test} ${history}
`

/** Rows of the work items that a predicate over `w` (and sale `s`) picks, in report order. */
export const readRows = async (tx: Tx, where: Sql): Promise<ResultRow[]> => {
  const rows = await tx.rows<ResultRow>(sql`
    select
      ${theResult},
      ${howItIsRead},
      ${whereItStands},
      ${whatSigningAsks},
      ${whereItComesFrom},
      ${whoseItIs}
    from
      ${joined}
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
  // the other value may be entered after this one was judged
  return rows.map((row) => ({ ...row, IsDelta: row.IsDelta || (!isOut(row) && differing(row, row.Result).length > 0) }))
}

/** All rows of sales, of every lab: a formula is judged by all its inputs. */
export const rowsOfSales = (tx: Tx, saleIds: readonly number[]): Promise<ResultRow[]> =>
  readRows(tx, sql`w.sale_id = any (${[...saleIds]})`)
