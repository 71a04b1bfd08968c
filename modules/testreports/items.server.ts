// The results of a sale, row by row, with the details that a report prints: interval, previous result, call.
import { role } from '../../core/user.ts'
import { literal, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { objectOf } from '../../server/table/shown.ts'
import type { ReportRow } from './print/report.model.ts'
import { askedOfDraw, withoutRange, type AskedStates, type Unjudged } from './print/without-range.server.ts'
import { lineStatus, saleStatus, workItemStatus } from '../lists/items.model.ts'
import { callOf, type Called } from './told/called.server.ts'
import { previous } from './trends/previous.server.ts'
import { printedNames, type Printed } from './printed/printed.model.ts'

export type ItemRow = {
  SaleId: number
  WorkItemId: number
  Element: string
  ElementId: number
  Method: string | null
  Decimals: number | null
  Type: number
  Unit: string | null
  StatusId: number
  /** The reason why it was not performed, if so. */
  Reason: string | null
  Result: string | null
  NotCalculated: string | null
  Flag: ReportRow['Flag']
  PrintableRange: string | null
  LowValue: number | null
  HighValue: number | null
  CriticallyLowValue: number | null
  CriticallyHighValue: number | null
  HasRange: boolean
  /** Where it has none: whose intervals there are, with the state at the draw. */
  WithoutRange: Unjudged | null
  AskedOfDraw: AskedStates | null
  /** The intervals of the element are from the starter catalogue and not confirmed yet. */
  ToBeVerified: boolean
  Printed: Printed
  Print: boolean
  IsCalculated: boolean
  TestId: number
  Test: string
  TestComments: string | null
  SeqNo: number | null
  Sequence: number | null
  Department: string
  DepartmentSequence: number
  Instrument: string | null
  Barcode: string
  /** When its tube was drawn. */
  Collected: string | null
  /** Where it was drawn: the organisation, and the place in words; null: not known. */
  CollectedAtId: number | null
  CollectedPlace: string | null
  Specimen: string
  LabId: number
  Lab: string
  LabAddress: string | null
  /** The lab that signs for an outside lab. */
  Keeper: string | null
  /** The lab whose signatories sign it. */
  BenchId: number
  ApprovedBy: string | null
  ApprovedById: number | null
  ApprovedAt: string | null
  Title: string | null
  Previous: string | null
  PreviousUnit: string | null
  PreviousAt: string | null
  /** Its work item. */
  PreviousItem: number | null
  Call: Called | null
  ReleasedAt: string | null
  /** When its test is promised. */
  ReportDate: string
  /** Since when its released value is withdrawn, and why. */
  WithdrawnAt: string | null
  WithdrawalReason: string | null
  /** Its value in force was judged for another patient or draw, and the right one waits. */
  WaitsAnew: boolean
  Was: string | null
  WasPrinted: Printed | null
  ProductStatus: number
}

/** A printed element is out when it is released or amended. */
export const isOut = (item: ItemRow): boolean =>
  [workItemStatus.Released, workItemStatus.Amended].includes(item.StatusId)

/** In place of the value that a withdrawn result had. */
export const withdrawnWord = 'withdrawn'
/** The result on the version before this one. */
const wasReleased = (was: Sql) => sql`
  (
    select
      ${was}
    from
      results older
    where
      older.work_item_id = work.work_item_id
      and older.version < work.version
      and older.released_at is not null
    order by
      older.version desc
    limit
      1
  )
`

/** The title under which the approver signs. */
const titleOf = sql`
  (
    select
      role.role_name
    from
      user_roles held
      join roles role on role.role_id = held.role_id
    where
      held.user_id = signer.user_id
      and held.role_id = ${literal(role.Pathologist)}
  )
`
const itemSources = sql`
  from
    defined_work_items work
    join work_items noted on noted.work_item_id = work.work_item_id
    join sales booked on booked.sale_id = work.sale_id
    join specimens specimen on specimen.specimen_id = work.specimen_id
    join samples tube on tube.sample_id = work.sample_id
    join sale_product_elements measured on measured.sample_element_id = work.sample_element_id
    join sale_products line on line.sale_product_id = measured.sale_product_id
    -- the lines of a cancelled sale are all cancelled, and its report says what is withdrawn
    and (
      line.status_id <> ${literal(lineStatus.Cancelled)}
      or work.sale_status_id = ${literal(saleStatus.Cancelled)}
    )
    join tests test on test.test_id = measured.test_id
    -- an element that was removed from its test later remains on the report
    left join test_elements part on part.test_id = measured.test_id
    and part.element_id = work.element_id
    join departments department on department.department_id = test.department_id
    join clients lab on lab.client_id = work.lab_id
    left join clients keeper on keeper.client_id = work.keeper_id
    left join results counted on counted.result_id = work.result_id
    left join results waiting on waiting.result_id = work.amended_result_id
    left join list_items why on why.list_item_id = work.reason_id
    left join users signer on signer.user_id = work.approved_by_id
    -- the instrument that measured it, not the one that would today
    left join lab_instruments owned on owned.lab_instrument_id = work.lab_instrument_id
    left join instruments instrument on instrument.instrument_id = owned.instrument_id
    left join lateral ${previous} earlier on true
`

/** The items of all these sales, in the order of their reports. */
export const readItems = (tx: Tx, saleIds: readonly number[]): Promise<ItemRow[]> =>
  tx.rows<ItemRow>(sql`
    select distinct
      on (work.sale_id, department.sequence, test.seq_no, test.test_id, part.sequence, work.work_item_id) work.sale_id,
      work.work_item_id,
      work.element,
      work.element_id,
      coalesce(counted.method, work.method) as method,
      work.decimal_places as decimals,
      work.result_type_id as type,
      work.unit_of_measure as unit,
      work.status_id,
      case
        when work.status_id = ${literal(workItemStatus.NotPerformed)} then why.item_label
      end as reason,
      work.result,
      work.not_calculated,
      work.flag,
      work.printable_range,
      work.low_value,
      work.high_value,
      work.critically_low_value,
      work.critically_high_value,
      work.element_measurement_id is not null as has_range,
      case
        when work.element_measurement_id is null then ${withoutRange}
      end as without_range,
      ${askedOfDraw} as asked_of_draw,
      work.to_be_verified,
      ${objectOf('noted', printedNames)} as printed,
      work.print_on_report as print,
      work.formula is not null as is_calculated,
      test.test_id,
      test.name as test,
      test.comments as test_comments,
      test.seq_no,
      part.sequence,
      department.name as department,
      department.sequence as department_sequence,
      instrument.name as instrument,
      work.barcode,
      work.collection_date as collected,
      tube.collected_at_id,
      tube.collected_place,
      specimen.name as specimen,
      work.lab_id,
      lab.name as lab,
      keeper.name as keeper,
      work.bench_id,
      nullif(concat_ws(', ', lab.address, lab.area, lab.city, lab.state), '') as lab_address,
      signer.full_name as approved_by,
      signer.user_id as approved_by_id,
      work.approved_at,
      ${titleOf} as title,
      earlier.result as previous,
      earlier.unit_of_measure as previous_unit,
      earlier.drawn_at as previous_at,
      earlier.work_item_id as previous_item,
      line.status_id as product_status,
      ${callOf} as "call",
      work.released_at,
      work.report_date,
      case
        when counted.is_withdrawal then work.released_at
      end as withdrawn_at,
      counted.remarks as withdrawal_reason,
      coalesce(waiting.is_judged_anew, false) as waits_anew,
      case
        when work.status_id = ${literal(workItemStatus.Amended)} then ${wasReleased(sql`
          case
            when older.is_withdrawal then ${withdrawnWord}
            else older.result
          end
        `)}
      end as was,
      case
        when work.status_id = ${literal(workItemStatus.Amended)} then ${wasReleased(objectOf('older', printedNames))}
        else ${objectOf('noted', printedNames)}
      end as was_printed ${itemSources}
    where
      work.sale_id = any (${[...saleIds]})
    order by
      work.sale_id,
      department.sequence,
      test.seq_no,
      test.test_id,
      part.sequence,
      work.work_item_id
  `)

/** A test of the sale whose tube is not at its lab yet. */
export type Awaited = {
  SaleId: number
  TestId: number
  Test: string
  Barcode: string
  LabId: number
  Lab: string
  ReportDate: string
}

/** Tests without work yet: their tube is to be collected, in transit, or to be recollected. */
export const readAwaited = (tx: Tx, saleIds: readonly number[]): Promise<Awaited[]> =>
  tx.rows<Awaited>(sql`
    select distinct
      on (line.sale_id, department.sequence, test.seq_no, test.test_id) line.sale_id,
      test.test_id,
      test.name as test,
      tube.barcode,
      tube.performing_lab_id as lab_id,
      lab.name as lab,
      coalesce(placed.promised_at, line.promised_at, tube.report_date) as report_date
    from
      sale_products line
      join sale_product_elements wanted on wanted.sale_product_id = line.sale_product_id
      join sample_elements placed on placed.sample_element_id = wanted.sample_element_id
      join tube_facts tube on tube.sample_id = placed.sample_id
      join clients lab on lab.client_id = tube.performing_lab_id
      join elements element on element.element_id = placed.element_id
      join tests test on test.test_id = wanted.test_id
      join departments department on department.department_id = test.department_id
    where
      line.sale_id = any (${[...saleIds]})
      and line.status_id <> ${literal(lineStatus.Cancelled)}
      and element.print_on_report
      and tube.replaced_by_id is null
      and not exists (
        select
          1
        from
          work_items begun
        where
          begun.sample_element_id = placed.sample_element_id
      )
    order by
      line.sale_id,
      department.sequence,
      test.seq_no,
      test.test_id,
      tube.sample_id
  `)
