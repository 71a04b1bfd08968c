// What a report says, read from the released results and worded for print: one statement, then plain shaping.
import { formatAge, formatDate, formatDateTime } from '../../core/dates.ts'
import { classAt, intervalWords } from '../../core/interval.ts'
import { numberOf } from '../../core/expression/reading.ts'
import { literal, raw, sql, type Tx } from '../../server/db/db.ts'
import { elementName } from '../sales/tubes/tubes.server.ts'
import type { ReportDepartment, ReportRow, ReportTest } from '../../server/print/report.data.ts'
import { boundedTypes, clientType, lineStatus, resultType, sampleStatus, workItemStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

export type HeadRow = {
  sale_id: number
  accession_no: string
  lrn: string
  collection_date: string
  patient_name: string
  patient_id: number
  birth_date: string | null
  is_actual_birth_day: boolean | null
  gender: string | null
  doctor: string
  client: string
  status_id: number
  received: string | null
  report_date: string
  lab_id: number
  lab_name: string
  legal_name: string | null
  lab_area: string | null
  lab_city: string | null
  lab_state: string | null
  lab_phone: string | null
  lab_email: string | null
  tax_id: string | null
  specimens: { No: string; Specimen: string }[] | null
}
export type ItemRow = {
  work_item_id: number
  element: string
  element_id: number
  method: string | null
  decimals: number | null
  type: number
  unit: string | null
  status_id: number
  result: string | null
  not_calculated: string | null
  flag: ReportRow['Flag']
  printable: string | null
  low: number | null
  high: number | null
  clow: number | null
  chigh: number | null
  has_range: boolean
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
  specimen: string
  lab_id: number
  lab: string
  approved_by: string | null
  approved_at: string | null
  title: string | null
  previous: string | null
  previous_at: string | null
  call: { To: string; At: string; By: string; Note: string | null } | null
  was: string | null
  was_comments: string | null
  product_status: number
}

export const readHead = (tx: Tx, saleId: number): Promise<HeadRow> =>
  tx.one<HeadRow>(sql`
    select
      s.sale_id,
      s.accession_no,
      s.lrn,
      s.collection_date,
      s.patient_name,
      s.patient_id,
      p.birth_date,
      p.is_actual_birth_day,
      g.item_label as gender,
      d.name as doctor,
      case
        when b.client_type_id = ${literal(clientType.Patient)} then se.name
        else b.name
      end as client,
      s.status_id,
      s.report_date,
      (
        select
          min(t.received_date)
        from
          samples t
        where
          t.sale_id = s.sale_id
      ) as received,
      l.client_id as lab_id,
      l.name as lab_name,
      e.name as legal_name,
      l.area as lab_area,
      l.city as lab_city,
      l.state as lab_state,
      l.mobile_phone as lab_phone,
      l.email as lab_email,
      e.registration_key as tax_id,
      (
        select
          json_agg(
            json_build_object('No', right(t.barcode, 3), 'Specimen', sp.name)
            order by
              t.sample_id
          )
        from
          samples t
          join specimens sp using (specimen_id)
        where
          t.sale_id = s.sale_id
          and t.status_id not in (${literal(sampleStatus.Rejected, sampleStatus.NotFound, sampleStatus.Damaged)})
      ) as specimens
    from
      sales s
      join clients p on p.client_id = s.patient_id
      join clients d on d.client_id = s.referring_doctor_id
      join clients b on b.client_id = s.buyer_id
      join clients se on se.client_id = s.seller_id
      left join list_items g on g.list_item_id = p.gender_id
      join clients l on l.client_id = coalesce(
        (
          select
            w.lab_id
          from
            work_items w
          where
            w.sale_id = s.sale_id
            and w.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
          order by
            w.work_item_id
          limit
            1
        ),
        s.first_lab_id
      )
      left join clients e on e.client_id = l.legal_entity_id
    where
      s.sale_id = ${saleId}
  `)

/** What the version before this one said when it went out. */
const wasReleased = (column: 'result' | 'comments') => sql`
  (
    select
      o.${raw(column)}
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

export const readItems = (tx: Tx, saleId: number): Promise<ItemRow[]> =>
  tx.rows<ItemRow>(sql`
    select distinct
      on (dp.sequence, tt.seq_no, tt.test_id, te.sequence, w.work_item_id) w.work_item_id,
      ${elementName} as element,
      e.element_id,
      e.method,
      e.decimal_places as decimals,
      e.result_type_id as type,
      r.unit_of_measure as unit,
      w.status_id,
      r.result,
      r.not_calculated,
      r.flag,
      r.printable_range as printable,
      r.low_value as low,
      r.high_value as high,
      r.critically_low_value as clow,
      r.critically_high_value as chigh,
      r.element_measurement_id is not null as has_range,
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
      sp.name as specimen,
      w.lab_id,
      lab.name as lab,
      u.full_name as approved_by,
      r.approved_at,
      (
        select
          x.role_name
        from
          user_roles y
          join roles x using (role_id)
        where
          y.user_id = u.user_id
          and y.role_id = ${literal(role.Pathologist)}
      ) as title,
      h.result as previous,
      h.at as previous_at,
      l.status_id as product_status,
      (
        select
          json_build_object('To', c.called_to, 'At', c.called_at, 'By', cu.full_name, 'Note', c.remarks)
        from
          critical_calls c
          join users cu on cu.user_id = c.called_by_id
        where
          c.result_id = w.result_id
        order by
          c.critical_call_id desc
        limit
          1
      ) as
    call,
    case
      when w.status_id = ${literal(workItemStatus.Amended)} then ${wasReleased('result')}
    end as was,
    case
      when w.status_id = ${literal(workItemStatus.Amended)} then ${wasReleased('comments')}
      else w.comments
    end as was_comments
    from
      work_items w
      join sample_elements se on se.sample_element_id = w.sample_element_id
      join samples t on t.sample_id = se.sample_id
      join specimens sp using (specimen_id)
      join elements e on e.element_id = w.element_id
      join sale_product_elements x on x.sample_element_id = w.sample_element_id
      join sale_products l on l.sale_product_id = x.sale_product_id
      and l.status_id <> ${literal(lineStatus.Cancelled)}
      join tests tt on tt.test_id = x.test_id
      join test_elements te on te.test_id = x.test_id
      and te.element_id = w.element_id
      join departments dp on dp.department_id = tt.department_id
      join clients lab on lab.client_id = w.lab_id
      join sales s on s.sale_id = w.sale_id
      left join results r on r.result_id = w.result_id
      left join users u on u.user_id = r.approved_by_id
      left join lab_instruments li on li.lab_instrument_id = se.lab_instrument_id
      left join instruments i on i.instrument_id = li.instrument_id
      left join lateral (
        select
          r2.result,
          s2.collection_date as at
        from
          sales s2
          join work_items w2 on w2.sale_id = s2.sale_id
          and w2.element_id = w.element_id
          join results r2 on r2.result_id = w2.result_id
          join sample_elements se2 on se2.sample_element_id = w2.sample_element_id
          join samples t2 on t2.sample_id = se2.sample_id
          and t2.time_point is not distinct from t.time_point
        where
          s2.patient_id = s.patient_id
          and s2.collection_date < s.collection_date
          and w2.status_id in (${literal(workItemStatus.Released, workItemStatus.Amended)})
          and r2.result is not null
        order by
          s2.collection_date desc
        limit
          1
      ) h on true
    where
      w.sale_id = ${saleId}
    order by
      dp.sequence,
      tt.seq_no,
      tt.test_id,
      te.sequence,
      w.work_item_id
  `)

/**
 * A printed element is out when released or amended; a formula without value and what was not performed wait for
 * nothing.
 */
export const isOut = (item: ItemRow): boolean =>
  [workItemStatus.Released, workItemStatus.Amended].includes(item.status_id)
export const isSettled = (item: ItemRow): boolean =>
  isOut(item) || item.status_id === workItemStatus.NotPerformed || item.not_calculated !== null

/**
 * All that is measured of a test is out. What an amendment made calculable may follow: the rest of the test stays on
 * the report meanwhile.
 */
export const isOnReport = (test: readonly ItemRow[]): boolean =>
  test.some(isOut) && test.every((item) => isSettled(item) || item.is_calculated)

const kindOf = (item: ItemRow): ReportRow['Kind'] =>
  item.not_calculated !== null
    ? 'not calculated'
    : !isSettled(item)
      ? 'text'
      : boundedTypes.includes(item.type)
        ? 'value'
        : [resultType.Narrative, resultType.Culture].includes(item.type)
          ? 'narrative'
          : 'text'
type Interval = Pick<ReportRow, 'IntervalText' | 'IntervalNote' | 'Classes'>
const noInterval: Interval = { IntervalText: '', IntervalNote: null, Classes: [] }
/** The bounds for the column, and on the line below the classes or what else the interval says. */
const intervalOf = (item: ItemRow): Interval => {
  if (item.not_calculated !== null || !isOut(item) || item.status_id === workItemStatus.NotPerformed) return noInterval
  if (item.printable === null && !item.has_range)
    return { ...noInterval, IntervalText: boundedTypes.includes(item.type) ? null : '' }
  const words = intervalWords(item.printable, item.low, item.high)
  const at = classAt(words, numberOf(item.result))
  return {
    IntervalText: words.Short,
    IntervalNote: words.Note,
    Classes: words.Classes.map((one, index) => ({
      Text: one.Text,
      Low: one.From,
      Applies: index === at,
      // a bar of classes has no gaps
      Desirable: words.Whole && index === words.Desirable,
    })),
  }
}
const resultOf = (item: ItemRow): string | null => {
  if (item.not_calculated !== null) return item.not_calculated
  if (item.status_id === workItemStatus.NotPerformed) return 'Not performed'
  return isSettled(item) ? item.result : 'To follow'
}
const rowOf = (item: ItemRow): ReportRow => ({
  Element: item.element,
  Group: null,
  Method: item.method,
  Kind: kindOf(item),
  Result: resultOf(item),
  Unit: item.unit,
  Flag: isSettled(item) ? item.flag : null,
  ...intervalOf(item),
  Low: item.low,
  High: item.high,
  CriticallyLow: item.clow,
  CriticallyHigh: item.chigh,
  PreviousResult: item.previous,
  PreviousDate: item.previous_at === null ? null : formatDate(item.previous_at),
  Comment:
    item.not_calculated === null ? item.comments : [item.not_calculated, item.comments].filter(Boolean).join('. '),
  CriticalCall:
    item.call === null
      ? null
      : {
          To: item.call.To,
          How: 'telephone',
          ReadBack: true,
          At: formatDateTime(item.call.At),
          By: item.call.By,
          Note: item.call.Note,
        },
  WasResult: item.was,
})
const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((v): v is string => v !== null)),
]

/** Departments in order, tests by their sequence; only what is out, with what settles beside it. */
export const departmentsOf = (items: readonly ItemRow[], labId: number): ReportDepartment[] =>
  [
    ...Map.groupBy(
      items.filter((item) => item.print),
      (item) => item.department,
    ),
  ].flatMap(([Name, group]) => {
    const tests = [...Map.groupBy(group, (item) => item.test_id).values()].filter(isOnReport)
    const shown = tests.flat()
    if (shown.length === 0) return []
    const Tests = tests.map((test): ReportTest => ({
      Name: test[0]?.test ?? '',
      Note: null,
      Comments: test[0]?.test_comments ?? null,
      PerformedBy: test[0] && test[0].lab_id !== labId ? test[0].lab : null,
      Rows: test.map(rowOf),
    }))
    const last = shown.reduce<string | null>(
      (at, item) => (item.approved_at !== null && (at === null || item.approved_at > at) ? item.approved_at : at),
      null,
    )
    const names = unique(shown.map((item) => item.approved_by))
    return [
      {
        Name,
        Sample: unique(shown.map((item) => `${item.barcode.slice(-3)} ${item.specimen}`)).join(', '),
        Analyser: unique(shown.map((item) => item.instrument)).join(', ') || null,
        Approved: last === null ? null : `${names.join(', ')}, ${formatDateTime(last)}`,
        Tests,
        Signatories: names.map((name) => ({
          Name: name,
          Qualification: 'Authorised signatory',
          Authorised: `Electronically authorised ${formatDateTime(
            shown
              .filter((i) => i.approved_by === name)
              .map((i) => i.approved_at)
              .sort()
              .at(-1) ?? '',
          )}`,
          SignatureImage: null,
        })),
      },
    ]
  })

export const ageSex = (head: HeadRow): string =>
  [head.gender, formatAge(head.birth_date, head.collection_date)].filter((part) => part).join(', ')
