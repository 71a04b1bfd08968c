// Each version of a result shows the source of its value.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { resultSources } from '../testresults.model.ts'
import { resultType, workItemStatus } from '../../lists/items.model.ts'
import { aPatient, product } from '../../sales/sales.fixture.ts'
import { amended, aReason, enter, labForTests, letGo, paidSale, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let man: number

beforeAll(async () => {
  man = await aPatient(bench.desk)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update elements
      set
        result_type_id = ${resultType.Limited}
      where
        name = 'Chloride'
    `),
  )
})

type Kept = {
  Result: string | null
  Number: number | null
  Source: string
  Comparator: string | null
  Instrument: string | null
  At: boolean
}
const versionsOf = (saleId: unknown, element: string): Promise<Kept[]> =>
  app.db.read.rows<Kept>(sql`
    select
      r.result,
      r.numeric_value as number,
      r.source,
      r.comparator,
      i.name as instrument,
      r.measured_at is not null as at
    from
      results r
      join work_items w on w.work_item_id = r.work_item_id
      join elements e on e.element_id = w.element_id
      left join lab_instruments li on li.lab_instrument_id = r.lab_instrument_id
      left join instruments i on i.instrument_id = li.instrument_id
    where
      w.sale_id = ${saleId}
      and e.name = ${element}
    order by
      r.version
  `)

test('a typed result has its instrument, its moment, its sign apart from its number, and a person as source', async () => {
  const { SaleId } = await paidSale(bench.desk, man)
  const before = await rowOf(bench.technologist, SaleId, 'Chloride')
  expect(before).toMatchObject({ Source: null, MeasuredAt: null, Comparator: null })
  expect(before.Instrument).toEqual(expect.any(String))
  await enter(bench.technologist, SaleId, { Chloride: '<101.5', Sodium: '140' })
  const row = await rowOf(bench.technologist, SaleId, 'Chloride')
  expect(row).toMatchObject({ Result: '<101.5', Comparator: '<', Source: 'person', Instrument: before.Instrument })
  expect(Math.abs(Date.parse(row.MeasuredAt) - Date.now())).toBeLessThan(60_000)
  expect(await rowOf(bench.technologist, SaleId, 'Sodium')).toMatchObject({ Comparator: null, Source: 'person' })
  await enter(bench.technologist, SaleId, { Chloride: '' })
  const instrument = before.Instrument
  expect(await versionsOf(SaleId, 'Chloride')).toEqual([
    { Result: '<101.5', Number: 101.5, Source: 'person', Comparator: '<', Instrument: instrument, At: true },
    { Result: null, Number: null, Source: 'person', Comparator: null, Instrument: null, At: false },
  ])
})

test('a calculated result has its formula as source and no instrument', async () => {
  const { SaleId } = await paidSale(bench.desk, man, [product.bilirubin], 250)
  await enter(bench.technologist, SaleId, { 'Bilirubin, total': '1.0', 'Bilirubin, direct': '0.3' })
  expect(await rowOf(bench.technologist, SaleId, 'Bilirubin, indirect')).toMatchObject({
    Source: 'formula',
    LabInstrumentId: null,
    Result: '0.70',
  })
})

test('a referred result has the outside laboratory as source, and no instrument of ours', async () => {
  const { SaleId } = await paidSale(bench.desk, man)
  const { WorkItemId } = await rowOf(bench.technologist, SaleId, 'Sodium')
  const refer = { SaleId, WorkItems: [{ WorkItemId, StatusId: workItemStatus.ReferredOut }] }
  expect((await bench.technologist.put('/api/testresults/', refer)).status).toBe(200)
  for (const Sodium of ['141', '142']) {
    await enter(bench.technologist, SaleId, { Sodium })
    expect(await rowOf(bench.technologist, SaleId, 'Sodium')).toMatchObject({
      Result: Sodium,
      Source: 'outside lab',
      Instrument: null,
    })
  }
  await bench.technologist.put('/api/repeat/testresults', {
    WorkItemIds: [WorkItemId],
    ReasonId: await aReason(bench.technologist),
  })
  await enter(bench.technologist, SaleId, { Sodium: '143' })
  expect((await versionsOf(SaleId, 'Sodium')).map(({ Source }) => Source)).toEqual([
    'outside lab',
    'outside lab',
    'person',
  ])
})

test('an amended result has its own source, and the replaced version retains its source', async () => {
  const { SaleId } = await paidSale(bench.desk, man)
  await letGo(bench, SaleId, { Sodium: '140' })
  const out = await rowOf(bench.technologist, SaleId, 'Sodium')
  expect((await amended(bench, SaleId, { Sodium: '138' })).status).toBe(200)
  const row = await rowOf(bench.technologist, SaleId, 'Sodium')
  expect(row).toMatchObject({ Result: '138', Source: 'person', Instrument: out.Instrument })
  expect((await versionsOf(SaleId, 'Sodium')).map((kept) => [kept.Result, kept.Instrument, kept.At])).toEqual([
    ['140', out.Instrument, true],
    ['138', out.Instrument, true],
  ])
  expect(Date.parse(row.MeasuredAt)).toBeGreaterThan(Date.parse(out.MeasuredAt))
})

test('the database accepts only the known sources', async () => {
  const taken = await app.db.read.one<{ Sources: string }>(sql`
    select
      pg_get_constraintdef(oid) as sources
    from
      pg_constraint
    where
      conname = 'results_source_check'
  `)
  expect([...taken.Sources.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual([...resultSources])
})
