// The results of a sale, row by row, with the details that a report prints: interval, previous result, call.
import { role } from '../../core/user.ts'
import { unverifiedAt } from '../elements/verify/verify.server.ts'
import { literal, raw, sql, type Tx } from '../../server/db/db.ts'
import type { ReportRow } from './print/report.model.ts'
import { lineStatus, saleStatus, workItemStatus } from '../lists/items.model.ts'
import { previous } from './trends/previous.server.ts'
import { elementName } from '../sales/tubes/tubes.server.ts'

export type ItemRow = {
  sale_id: number
  work_item_id: number
  element: string
  element_id: number
  method: string | null
  decimals: number | null
  type: number
  unit: string | null
  status_id: number
  /** The reason why it was not performed, if so. */
  reason: string | null
  result: string | null
  not_calculated: string | null
  flag: ReportRow['Flag']
  printable: string | null
  low: number | null
  high: number | null
  clow: number | null
  chigh: number | null
  has_range: boolean
  /** The intervals of the element are from the starter catalogue and not confirmed yet. */
  to_be_verified: boolean
  comments: string | null
  print: boolean
  is_calculated: boolean
  test_id: number
  test: string
  test_comments: string | null
  seq_no: number | null
  sequence: number
  department: string
  department_sequence: number
  instrument: string | null
  barcode: string
  /** When its tube was drawn. */
  collected: string | null
  specimen: string
  lab_id: number
  lab: string
  lab_address: string | null
  /** The lab that signs for an outside lab. */
  keeper: string | null
  /** The lab whose signatories sign it. */
  bench_id: number
  approved_by: string | null
  approved_by_id: number | null
  approved_at: string | null
  title: string | null
  previous: string | null
  previous_unit: string | null
  previous_at: string | null
  call: { To: string; At: string; By: string; Note: string | null } | null
  released_at: string | null
  /** Since when its released value is withdrawn, and why. */
  withdrawn_at: string | null
  withdrawal_reason: string | null
  was: string | null
  was_comments: string | null
  product_status: number
}

/** A printed element is out when it is released or amended. */
export const isOut = (item: ItemRow): boolean =>
  [workItemStatus.Released, workItemStatus.Amended].includes(item.status_id)

/** In place of the value that a withdrawn result had. */
export const withdrawnWord = 'withdrawn'
/** The result on the version before this one. */
const wasReleased = (column: 'result' | 'comments') => sql`
  (
    select
      case
        when o.is_withdrawal
        and ${column} = 'result' then ${withdrawnWord}
        else o.${raw(column)}
      end
    from
      results o
    where
      o.work_item_id = w.work_item_id
      and o.version < r.version
      and o.released_at is not null
    order by
      o.version desc
    limit
      1
  )
`

/** The last telephone call about a critical value. */
const callOf = sql`
  (
    select
      json_build_object('To', c.called_to, 'At', c.called_at, 'By', cu.full_name, 'Note', c.remarks)
    from
      critical_calls c
      join users cu on cu.user_id = c.called_by_id
    where
      c.work_item_id = w.work_item_id
      and c.result_id = w.result_id
    order by
      c.critical_call_id desc
    limit
      1
  )
`
/** The title under which the approver signs. */
const titleOf = sql`
  (
    select
      x.role_name
    from
      user_roles y
      join roles x using (role_id)
    where
      y.user_id = u.user_id
      and y.role_id = ${literal(role.Pathologist)}
  )
`
const itemSources = sql`
  from
    work_items w
    join sample_elements se on se.sample_element_id = w.sample_element_id
    join samples t on t.sample_id = se.sample_id
    join specimens sp using (specimen_id)
    join sale_product_elements x on x.sample_element_id = w.sample_element_id
    join sales s on s.sale_id = w.sale_id
    join sale_products l on l.sale_product_id = x.sale_product_id
    -- the lines of a cancelled sale are all cancelled, and its report says what is withdrawn
    and (
      l.status_id <> ${literal(lineStatus.Cancelled)}
      or s.status_id = ${literal(saleStatus.Cancelled)}
    )
    join tests tt on tt.test_id = x.test_id
    -- an element that was removed from its test later remains on the report
    left join test_elements te on te.test_id = x.test_id
    and te.element_id = w.element_id
    join departments dp on dp.department_id = tt.department_id
    join clients lab on lab.client_id = w.lab_id
    left join clients keeper on keeper.client_id = w.keeper_id
    left join results r on r.result_id = w.result_id
    join elements kept on kept.element_id = w.element_id
    join element_versions e on e.element_id = w.element_id
    and e.effective_from <= coalesce(r.defined_at, now())
    and e.effective_till > coalesce(r.defined_at, now())
    left join list_items why on why.list_item_id = w.reason_id
    left join users u on u.user_id = r.approved_by_id
    -- the instrument that measured it, not the one that would today
    left join lab_instruments li on li.lab_instrument_id = r.lab_instrument_id
    left join instruments i on i.instrument_id = li.instrument_id
    left join lateral ${previous} h on true
`

/** The items of all these sales, in the order of their reports. */
export const readItems = (tx: Tx, saleIds: readonly number[]): Promise<ItemRow[]> =>
  tx.rows<ItemRow>(sql`
    select distinct
      on (w.sale_id, dp.sequence, tt.seq_no, tt.test_id, te.sequence, w.work_item_id) w.sale_id,
      w.work_item_id,
      ${elementName} as element,
      e.element_id,
      e.method,
      e.decimal_places as decimals,
      e.result_type_id as type,
      r.unit_of_measure as unit,
      w.status_id,
      case
        when w.status_id = ${literal(workItemStatus.NotPerformed)} then why.item_label
      end as reason,
      r.result,
      r.not_calculated,
      r.flag,
      r.printable_range as printable,
      r.low_value as low,
      r.high_value as high,
      r.critically_low_value as clow,
      r.critically_high_value as chigh,
      r.element_measurement_id is not null as has_range,
      ${unverifiedAt('kept', sql`r.defined_at`)} as to_be_verified,
      w.comments,
      e.print_on_report as print,
      e.formula is not null as is_calculated,
      tt.test_id,
      tt.name as test,
      tt.comments as test_comments,
      tt.seq_no,
      te.sequence,
      dp.name as department,
      dp.sequence as department_sequence,
      i.name as instrument,
      t.barcode,
      t.collection_date as collected,
      sp.name as specimen,
      w.lab_id,
      lab.name as lab,
      keeper.name as keeper,
      coalesce(w.keeper_id, w.lab_id) as bench_id,
      nullif(concat_ws(', ', lab.address, lab.area, lab.city, lab.state), '') as lab_address,
      u.full_name as approved_by,
      u.user_id as approved_by_id,
      r.approved_at,
      ${titleOf} as title,
      h.result as previous,
      h.unit as previous_unit,
      h.at as previous_at,
      l.status_id as product_status,
      ${callOf} as "call",
      r.released_at,
      case
        when r.is_withdrawal then r.released_at
      end as withdrawn_at,
      r.remarks as withdrawal_reason,
      case
        when w.status_id = ${literal(workItemStatus.Amended)} then ${wasReleased('result')}
      end as was,
      case
        when w.status_id = ${literal(workItemStatus.Amended)} then ${wasReleased('comments')}
        else w.comments
      end as was_comments ${itemSources}
    where
      w.sale_id = any (${[...saleIds]})
    order by
      w.sale_id,
      dp.sequence,
      tt.seq_no,
      tt.test_id,
      te.sequence,
      w.work_item_id
  `)

/** A test of the sale whose tube is not at its lab yet. */
export type Awaited = { sale_id: number; test_id: number; test: string; barcode: string; lab_id: number; lab: string }

/** Tests without work yet: their tube is to be collected, in transit, or to be recollected. */
export const readAwaited = (tx: Tx, saleIds: readonly number[]): Promise<Awaited[]> =>
  tx.rows<Awaited>(sql`
    select distinct
      on (l.sale_id, dp.sequence, tt.seq_no, tt.test_id) l.sale_id,
      tt.test_id,
      tt.name as test,
      t.barcode,
      t.performing_lab_id as lab_id,
      lab.name as lab
    from
      sale_products l
      join sale_product_elements x on x.sale_product_id = l.sale_product_id
      join sample_elements se on se.sample_element_id = x.sample_element_id
      join samples t on t.sample_id = se.sample_id
      join clients lab on lab.client_id = t.performing_lab_id
      join elements e on e.element_id = se.element_id
      join tests tt on tt.test_id = x.test_id
      join departments dp on dp.department_id = tt.department_id
    where
      l.sale_id = any (${[...saleIds]})
      and l.status_id <> ${literal(lineStatus.Cancelled)}
      and e.print_on_report
      and not exists (
        select
          1
        from
          work_items w
        where
          w.sample_element_id = se.sample_element_id
      )
      and not exists (
        select
          1
        from
          samples n
        where
          n.replaces_sample_id = t.sample_id
      )
    order by
      l.sale_id,
      dp.sequence,
      tt.seq_no,
      tt.test_id,
      t.sample_id
  `)
