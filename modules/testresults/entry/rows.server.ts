// Result rows with all facts for entry, flags and signing, in one statement.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { objectOf, shown } from '../../../server/table/shown.ts'
import type { ResultRow } from '../testresults.model.ts'
import { keptStates } from '../../elements/draw.rules.ts'
import { boundedTypes, clientType, lineStatus, workItemStatus } from '../../lists/items.model.ts'
import { isSensitive } from '../../openings/open.server.ts'
import { neighbours, tubeFacts } from '../gate-facts.server.ts'
import { isOfTests } from '../outside-paper.server.ts'
import { printedNames } from '../../testreports/printed/printed.model.ts'
import { differing } from '../judging/delta.rules.ts'
import { tubeFaultsOf, type TubeFacts } from '../judging/tube.rules.ts'
import { isOut } from '../work-item.rules.ts'
import {
  amendment,
  attemptsAbout,
  callAbout,
  history,
  inputUnits,
  inService,
  isSold,
  measurements,
  method,
  outOfService,
  runs,
} from './result-context.server.ts'

const sale = objectOf('work', ['SaleId', 'AccessionNo', 'AccessionDate', 'SaleDate', 'IsStat'], {
  CollectionDate: sql`work.planned_date`,
  StatusId: sql`work.sale_status_id`,
  Outstanding: sql`work.outstanding`,
  BuyerIsPatient: sql`work.buyer_id = work.patient_id`,
})

/** The current value, with the interval frozen on it, and the earlier results. */
const theResult = sql`
  work.work_item_id as "WorkItemId",
  work.element_id as "ElementId",
  work.element as "Element",
  used.lab_instrument_id as "LabInstrumentId",
  instrument.instrument_id as "InstrumentId",
  instrument.name as "Instrument",
  ${inService} as "InService",
  ${outOfService} as "OutOfService",
  coalesce(work.unit_of_measure, work.defined_unit) as "UnitOfMeasure",
  work.decimal_places as "DecimalPlaces",
  ${method} as "Method",
  ${shown('work', [
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
    when counted.is_withdrawal then work.released_at
  end as "WithdrawnOn",
  work.defined_at as "DefinedAt",
  earlier.history -> 0 ->> 'Result' as "PreviousResult",
  earlier.history -> 0 ->> 'Date' as "PreviousDate",
  coalesce(earlier.history, '[]') as "History",
  ${runs} as "Runs"
`

/** How its value is determined and which values it may have. */
const howItIsRead = sql`
  work.formula as "Formula",
  ${inputUnits} as "InputUnits",
  work.not_calculated as "NotCalculated",
  (
    select
      range.possible_values
    from
      element_measurements range
    where
      range.element_id = work.element_id
      and range.possible_values is not null
      and range.effective_from <= work.defined_at
      and range.effective_till > work.defined_at
    order by
      range.sequence
    limit
      1
  ) as "PossibleValues",
  work.abnormal_values as "AbnormalValues",
  work.critical_values as "CriticalValues",
  work.result_type_id as "resultTypeId"
`

/** Its status and its notes. */
const whereItStands = sql`
  ${shown('work', ['Remarks', 'StatusId', 'ReportDate'])},
  ${shown('noted', printedNames)},
  json_build_object('ItemName', status.item_name, 'ItemLabel', status.item_label) as "Status",
  work.reason_id as "ReasonId",
  case
    when why.list_item_id is not null then json_build_object('ItemName', why.item_name, 'ItemLabel', why.item_label)
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
      rule.verification_rule_id = work.verification_rule_id
  )
`

/** The facts for the decisions of signing. */
const whatSigningAsks = sql`
  work.review_required as "ReviewRequired",
  coalesce(work.is_delta, false) as "IsDelta",
  coalesce(counted.review_needed, false) as "ReviewNeeded",
  ${tubeFacts} as "Tube",
  ${neighbours} as "Neighbours",
  work.result is not null
  and work.element_measurement_id is null
  and work.result_type_id in (${literal(...boundedTypes)}) as "NoRange",
  work.entered_by_id as "EnteredById",
  writer.full_name as "EnteredBy",
  ${approvedByRule} as "ApprovedByRule",
  ${callAbout(sql`work.result_id`)} as "CriticalCall",
  ${attemptsAbout(sql`work.result_id`)} as "CallAttempts",
  coalesce(
    counted.entered_at <= noted.call_again_at
    and not counted.is_withdrawal,
    false
  ) as "IsToCallAgain",
  ${amendment} as "Amendment",
  work.print_on_report as "PrintOnReport",
  work.to_be_verified as "ToBeVerified",
  ${isSensitive} as "IsSensitive",
  ${measurements} as "Measurements"
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
      asked.sample_element_id = work.sample_element_id
      and line.status_id <> ${literal(lineStatus.Cancelled)}
  )
`

/** Test, tube, worksheet and sale. */
const whereItComesFrom = sql`
  test.test_id as "TestId",
  ${testIds} as "TestIds",
  test.name as "Test",
  specimen.name as "Specimen",
  ${shown('work', ['SampleId', 'Barcode', 'TimePoint', 'ReceivedDate'])},
  ${shown('work', ['GivenOutAt', 'WorkSheetId', 'LabId', 'KeeperId', 'SaleId', 'RowVersion'])},
  case
    when lab.client_type_id = ${literal(clientType.ExternalLab)} then lab.name
  end as "OutsideLab",
  exists (
    select
      1
    from
      kept_files paper
    where
      paper.module_id = 'testresults'
      and paper.form_id = work.sale_id
      and paper.kind = 'outside'
      and paper.withdrawn_at is null
      and (${isOfTests(sql`paper.about`)})
  ) as "HasPaper",
  ${isSold} as "IsSold",
  ${sale} as "Sale"
`

/** Its patient with the age on the day of collection, and the referring doctor. */
const whoseItIs = sql`
  work.patient_name as "Patient",
  work.patient_id as "PatientId",
  gender.item_label as "Gender",
  work.gender_id as "GenderId",
  ${shown('booked', keptStates)},
  age_years (work.birth_date, work.collection_date) as "PatientAge",
  age_days (work.birth_date, work.collection_date) as "AgeDays",
  age_hours (work.birth_date, patient.birth_time, work.collection_date) as "AgeHours",
  work.birth_date as "BirthDate",
  patient.birth_time as "BirthTime",
  work.collection_date as "CollectionDate",
  work.department_id as "DepartmentId",
  department.name as "Department",
  (
    select
      coalesce(json_agg(outside.user_id), '[]')
    from
      signatories_outside outside
    where
      outside.department_id = work.department_id
  ) as "NotSignedBy",
  doctor.name as "DoctorName",
  doctor.mobile_phone as "DoctorPhone",
  work.delta_check as "DeltaCheck"
`

/** The first test of the sale that the element is measured for. */
const test = sql`
  left join lateral (
    select
      measured.test_id,
      sold.name,
      sold.seq_no,
      part.sequence
    from
      sale_product_elements measured
      join tests sold on sold.test_id = measured.test_id
      -- an element that was removed from its test later remains with it
      left join test_elements part on part.test_id = measured.test_id
      and part.element_id = work.element_id
    where
      measured.sample_element_id = work.sample_element_id
    order by
      sold.seq_no,
      sold.test_id
    limit
      1
  ) test on true
`

const joined = sql`
  defined_work_items work
  join work_items noted on noted.work_item_id = work.work_item_id
  join specimens specimen on specimen.specimen_id = work.specimen_id
  join departments department on department.department_id = work.department_id
  join clients lab on lab.client_id = work.lab_id
  join clients doctor on doctor.client_id = work.referring_doctor_id
  join clients patient on patient.client_id = work.patient_id
  join sales booked on booked.sale_id = work.sale_id
  -- what is kept of the result in force beside the facts of work
  left join results counted on counted.result_id = work.result_id
  left join users writer on writer.user_id = work.entered_by_id
  left join lab_instruments used on used.lab_instrument_id = coalesce(work.lab_instrument_id, work.placed_instrument_id)
  and work.status_id <> ${literal(workItemStatus.ReferredOut)}
  and lab.client_type_id <> ${literal(clientType.ExternalLab)}
  and work.source is distinct from 'outside lab'
  left join instruments instrument on instrument.instrument_id = used.instrument_id
  left join list_items status on status.list_item_id = work.status_id
  left join list_items why on why.list_item_id = work.reason_id
  left join list_items gender on gender.list_item_id = work.gender_id ${test} ${history}
`

/** Rows of the work items that a predicate over `work` picks, in report order. */
export const readRows = async (tx: Tx, where: Sql): Promise<ResultRow[]> => {
  const rows = await tx.rows<Omit<ResultRow, 'TubeFaults' | 'Actions'> & { Tube: TubeFacts | null }>(sql`
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
      department.sequence,
      work.is_stat desc,
      work.accession_no,
      test.seq_no,
      test.test_id,
      test.sequence,
      work.work_item_id
  `)
  return rows.map(({ Tube, ...row }) => ({
    ...row,
    Actions: {},
    // the other value may be entered after this one was judged
    IsDelta: row.IsDelta || (!isOut(row) && differing(row, row.Result).length > 0),
    Amendment: row.Amendment && {
      ...row.Amendment,
      IsDelta: row.Amendment.IsDelta || differing(row, row.Amendment.Result).length > 0,
    },
    TubeFaults: tubeFaultsOf(Tube),
  }))
}

/** All rows of sales, of every lab: a formula is judged by all its inputs. */
export const rowsOfSales = (tx: Tx, saleIds: readonly number[]): Promise<ResultRow[]> =>
  readRows(tx, sql`work.sale_id = any (${[...saleIds]})`)
