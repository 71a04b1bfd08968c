// The laboratory of the generated network: tubes from collection to the performing lab, shipments, worksheets, results
// and reports of every sale, written in bulk. The work of the last two days is still open.
import type { Lanes } from './lanes.ts'

/** Sales on one worksheet and in one box. */
const sheet = 50
const box = 160

/** The seller of each sale, the route of its tubes, the performing lab, and the progress of its work. */
const ways = (sales: number): string => `
  create unlogged table ways as
  select
    g,
    way.route,
    way.route[cardinality(way.route)] as lab_id,
    s.sale_date as drawn,
    ${sales} - g < ${Math.ceil(sales / 1460)} as is_new,
    case
      when ${sales} - g < ${Math.ceil(sales / 1460)} then 150
      when ${sales} - g < ${Math.ceil(sales / 730)} then 151
      when ${sales} - g < ${Math.ceil(sales / 365)} then 153
      else 154
    end as status_id
  from
    generate_series(1, ${sales}) g
    join sales s on s.sale_id = 1000000 + g
    cross join lateral (
      select
        case
          when s.seller_id = 2 then '{2}'::int[]
          when s.seller_id = 3 then '{3}'
          when s.seller_id in (15, 16) and g % 3 = 0 then array[s.seller_id, 3, 2]
          when s.seller_id in (15, 16) then array[s.seller_id, 3]
          else array[s.seller_id, 2]
        end as route
    ) way
`

const tubes = `
  insert into
    samples (
      sample_id, sale_id, specimen_id, tube_no, barcode, owner_id, performing_lab_id, route, status_id,
      collection_date, received_date, created_at
    )
  select
    1000000 + 2 * g + l,
    1000000 + g,
    1 + l * 2,
    l + 1,
    'BEN' || g || '-0' || (l + 1),
    case when is_new then route[1] else lab_id end,
    lab_id,
    case when cardinality(route) > 1 then route else '{}' end,
    case
      when cardinality(route) = 1 then 116
      when is_new then 120
      else 121
    end,
    drawn,
    case when not is_new or cardinality(route) = 1 then drawn + interval '4 hours' end,
    drawn
  from
    ways,
    generate_series(0, 1) l
`

/** A leg of the route of many sales, whose tubes are in one box. */
const legs = `
  create unlogged table legs as
  select
    w.g,
    w.is_new,
    w.drawn,
    w.route[hop] as consignor_id,
    w.route[hop + 1] as consignee_id,
    dense_rank() over (
      order by
        w.g / ${box},
        w.route[hop],
        w.route[hop + 1]
    ) as box
  from
    ways w
    cross join lateral generate_series(1, cardinality(w.route) - 1) hop
  where
    not w.is_new or hop = 1
`
const shipments = `
  insert into
    shipments (
      shipment_id, consignor_id, consignee_id, courier_id, shipment_reference, dispatch_date, status_id, created_by,
      created_at
    )
  select
    1000000 + box,
    min(consignor_id),
    min(consignee_id),
    151 + (box % 3)::int,
    'R' || box,
    max(drawn) + interval '2 hours',
    case when bool_or(is_new) then 141 else 143 end,
    1,
    max(drawn) + interval '1 hour'
  from
    legs
  group by
    box
`
// a box with some new tubes has left as a whole
const packed = `
  insert into
    shipment_samples (shipment_id, sample_id, status_id, collection_date, collector_id)
  select
    1000000 + box,
    1000000 + 2 * g + l,
    case when is_new then 120 else 121 end,
    case when not is_new then drawn + interval '4 hours' end,
    case when not is_new then 1 end
  from
    legs,
    generate_series(0, 1) l
`

/** Work items of the tubes that have arrived: two elements of each, of two departments. */
const items = `
  create unlogged table items as
  select
    10000000 + 4 * g + k as id,
    g,
    k,
    lab_id,
    status_id,
    drawn,
    (array[1048, 1052, 1001, 1008]) [k + 1] as element_id,
    case when k < 2 then 3 else 1 end as department_id,
    1000000 + 4 * (g / ${sheet}) + case when lab_id = 3 then 2 else 0 end + k / 2 as work_sheet_id
  from
    ways,
    generate_series(0, 3) k
  where
    not is_new or cardinality(route) = 1
`
const elements = `
  insert into
    sample_elements (sample_element_id, sample_id, element_id)
  select
    id,
    1000000 + 2 * g + k / 2,
    element_id
  from
    items
`
const worksheets = `
  insert into
    worksheets (work_sheet_id, created_at, user_id, lab_id, department_id)
  select
    work_sheet_id,
    min(drawn) + interval '5 hours',
    1,
    min(lab_id),
    min(department_id)
  from
    items
  group by
    work_sheet_id
`
const workItems = `
  insert into
    work_items (
      work_item_id, sample_element_id, sale_id, element_id, lab_id, department_id, work_sheet_id, status_id, result_id,
      created_at
    )
  select
    id,
    id,
    1000000 + g,
    element_id,
    lab_id,
    department_id,
    work_sheet_id,
    status_id,
    case when status_id > 150 then id end,
    drawn
  from
    items
`
const results = `
  insert into
    results (
      result_id, work_item_id, version, result, numeric_value, flag, low_value, high_value, entered_by_id, entered_at,
      measured_at, approved_by_id, approved_at, released_at, hash
    )
  select
    id,
    id,
    1,
    (10 + id % 50)::text,
    10 + id % 50,
    case
      when id % 400 = 0 then 'HH'
      when id % 11 = 0 then 'H'
      when id % 13 = 0 then 'L'
      else 'N'
    end,
    12,
    55,
    1,
    drawn + interval '6 hours',
    drawn + interval '6 hours',
    case when status_id > 152 then 2 end,
    case when status_id > 152 then drawn + interval '7 hours' end,
    case when status_id = 154 then drawn + interval '8 hours' end,
    case when status_id = 154 then sha256(id::text::bytea) end
  from
    items
  where
    status_id > 150
`
const reports = `
  insert into
    reports (sale_id, report_no, version, state, content, hash, created_by, created_at)
  select
    1000000 + g,
    'BEN' || g,
    1,
    'FINAL',
    json_build_object('ReportNo', 'BEN' || g, 'Departments', repeat(md5(g::text), 20)),
    md5(g::text),
    1,
    drawn + interval '8 hours'
  from
    ways
  where
    status_id = 154
`
const states = `
  update sales s
  set
    status_id = case when w.status_id = 153 then 98 else 96 end
  from
    ways w
  where
    s.sale_id = 1000000 + w.g
    and w.status_id < 154
`
const sequences = `
  select
    setval(pg_get_serial_sequence('samples', 'sample_id'), 30000000),
    setval(pg_get_serial_sequence('shipments', 'shipment_id'), 30000000),
    setval(pg_get_serial_sequence('sample_elements', 'sample_element_id'), 200000000),
    setval(pg_get_serial_sequence('worksheets', 'work_sheet_id'), 30000000),
    setval(pg_get_serial_sequence('work_items', 'work_item_id'), 200000000),
    setval(pg_get_serial_sequence('results', 'result_id'), 200000000)
`

/** Generates the laboratory work of this many sales. */
export const generateLaboratory = async (sales: number, { run, atOnce }: Lanes): Promise<void> => {
  await run('ways', ways(sales))
  await atOnce([
    ['legs', legs],
    ['items', items],
  ])
  await atOnce([
    ['tubes', tubes],
    ['elements', elements],
    ['results', results],
    ['work items', workItems],
    ['packed', packed],
    ['reports', reports],
    ['worksheets', worksheets],
    ['shipments', shipments],
    ['states', states],
  ])
  await run('sequences', sequences)
  await run('helps', 'drop table ways, legs, items')
}
