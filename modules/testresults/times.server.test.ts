// One element at two times in one sale: each time has its own value, formula, earlier result, history and line on the
// report.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import type { ReportData } from '../testreports/print/report.model.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { readRow } from '../../server/testing/rows.ts'
import { accessioned, aPatient } from '../sales/sales.fixture.ts'
import { approveAll, labForTests, enter, itemsOf, releaseAll, rowOf, rowsOf } from './testresults.fixture.ts'

const hba1c = 3017

const { app, bench } = labForTests()

const row = (sale: Read<'sales'>, element: string) => rowOf(bench.pathologist, sale.SaleId, element)
const days = 86_400_000
/** A sale of HbA1c and its calculated average, collected at T0 and at T60. */
const twice = async (patient: number, daysAgo = 0): Promise<Read<'sales'>> => {
  const at = new Date(Date.now() - daysAgo * days - 240_000).toISOString()
  const sale = await accessioned(bench.desk, {
    PatientId: patient,
    BuyerId: 21,
    products: [hba1c],
    CollectionDate: at,
  })
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update samples
      set
        time_point = 'T0'
      where
        sale_id = ${sale.SaleId}
    `)
    const { SampleId } = await tx.one<{ SampleId: number }>(sql`
      insert into
        samples (
          sale_id,
          specimen_id,
          time_point,
          tube_no,
          temperature_id,
          barcode,
          owner_id,
          performing_lab_id,
          status_id,
          collection_date,
          collected_by_id,
          received_date
        )
      select
        sale_id,
        specimen_id,
        'T60',
        2,
        temperature_id,
        barcode || 'B',
        owner_id,
        performing_lab_id,
        status_id,
        collection_date,
        collected_by_id,
        received_date
      from
        samples
      where
        sale_id = ${sale.SaleId}
      returning
        sample_id
    `)
    await tx.run(sql`
      insert into
        sample_elements (sample_id, element_id, lab_instrument_id)
      select
        ${SampleId},
        e.element_id,
        e.lab_instrument_id
      from
        sample_elements e
        join samples t on t.sample_id = e.sample_id
      where
        t.sale_id = ${sale.SaleId}
    `)
    await tx.run(sql`
      insert into
        sale_product_elements (sale_product_id, sample_element_id, test_id)
      select
        x.sale_product_id,
        twin.sample_element_id,
        x.test_id
      from
        sale_product_elements x
        join sample_elements e on e.sample_element_id = x.sample_element_id
        join samples t on t.sample_id = e.sample_id
        and t.sale_id = ${sale.SaleId}
        join sample_elements twin on twin.sample_id = ${SampleId}
        and twin.element_id = e.element_id
    `)
    await tx.run(sql`
      insert into
        sale_product_samples (sale_product_id, sample_id, product_id, destination_lab_id)
      select
        x.sale_product_id,
        ${SampleId},
        x.product_id,
        x.destination_lab_id
      from
        sale_product_samples x
        join samples t on t.sample_id = x.sample_id
      where
        t.sale_id = ${sale.SaleId}
    `)
    await tx.run(sql`
      insert into
        work_items (sample_element_id, sale_id, element_id, lab_id, department_id)
      select
        twin.sample_element_id,
        w.sale_id,
        w.element_id,
        w.lab_id,
        w.department_id
      from
        work_items w
        join sample_elements twin on twin.sample_id = ${SampleId}
        and twin.element_id = w.element_id
      where
        w.sale_id = ${sale.SaleId}
    `)
  })
  return sale
}
const average = 'Estimated average glucose'

test('a formula uses the value of its own time; the other time waits for its own', async () => {
  const sale = await twice(await aPatient(bench.desk))
  expect((await enter(bench.technologist, sale.SaleId, { 'HbA1c (T60)': '8.0' })).status).toBe(200)
  expect(await row(sale, `${average} (T60)`)).toMatchObject({ Result: '183', StatusId: 151 })
  expect(await row(sale, `${average} (T0)`)).toMatchObject({ Result: null, NotCalculated: null, StatusId: 150 })
  expect((await enter(bench.technologist, sale.SaleId, { 'HbA1c (T0)': '6.1' })).status).toBe(200)
  expect((await row(sale, `${average} (T60)`)).Result).toBe('183')
  expect((await row(sale, `${average} (T0)`)).Result).toBe('128')
  const history = await readRow<{ Changes: Json }>(
    app,
    'audit',
    { ModuleId: 'testresults', FormId: sale.SaleId, Action: 'enter' },
    'changes',
    'audit_id desc',
  )
  expect(Object.keys(history.Changes).sort()).toEqual([`${average} (T0)`, 'HbA1c (T0)'])
})

test('a formula is signed with the input of its own time; a change at the other time does not affect it', async () => {
  const sale = await twice(await aPatient(bench.desk))
  await enter(bench.technologist, sale.SaleId, { 'HbA1c (T60)': '8.0' })
  const late = (await rowsOf(bench.pathologist, sale.SaleId)).filter((one) => one.TimePoint === 'T60')
  expect((await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: itemsOf(late) })).status).toBe(200)
  await enter(bench.technologist, sale.SaleId, { 'HbA1c (T0)': '6.1' })
  await enter(bench.technologist, sale.SaleId, { 'HbA1c (T0)': '6.3' })
  expect(await row(sale, `${average} (T60)`)).toMatchObject({ Result: '183', StatusId: 153 })
  expect(await row(sale, `${average} (T0)`)).toMatchObject({ Result: '134', StatusId: 151 })
})

test('an element that is not performed at one time does not affect the formula of the other', async () => {
  const sale = await twice(await aPatient(bench.desk))
  const early = await row(sale, 'HbA1c (T0)')
  const [ReasonId] = (await bench.technologist.get('/api/listitems?ListId=122')).body.map((one) => one.ListItemId)
  const WorkItems = [{ WorkItemId: early.WorkItemId, StatusId: 157, ReasonId }]
  expect((await bench.technologist.put('/api/testresults/', { SaleId: sale.SaleId, WorkItems })).status).toBe(200)
  await enter(bench.technologist, sale.SaleId, { 'HbA1c (T60)': '8.0' })
  expect(await row(sale, `${average} (T60)`)).toMatchObject({ Result: '183', NotCalculated: null })
  expect(await row(sale, `${average} (T0)`)).toMatchObject({
    Result: null,
    NotCalculated: 'HbA1c (T0) is not performed',
  })
})

test('the earlier result is that of the same time, on the bench and on the report; each time has its line', async () => {
  const patient = await aPatient(bench.desk)
  const [first, second] = [await twice(patient, 2), await twice(patient)]
  for (const [sale, early, late] of [
    [first, '6.1', '8.0'],
    [second, '6.4', '8.3'],
  ] as const) {
    await enter(bench.technologist, sale.SaleId, { 'HbA1c (T0)': early, 'HbA1c (T60)': late })
    await approveAll(bench.pathologist, sale.SaleId)
    expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  }
  expect(await row(second, 'HbA1c (T0)')).toMatchObject({ PreviousResult: '6.1', History: [{ Result: '6.1' }] })
  expect(await row(second, 'HbA1c (T60)')).toMatchObject({ PreviousResult: '8.0', History: [{ Result: '8.0' }] })
  const { Content } = await readRow<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: second.SaleId },
    'content',
    'version desc',
  )
  const lines = Content.Departments.flatMap((one) => one.Tests.flatMap((of) => of.Rows)).map((one) => [
    one.Element,
    one.Result,
    one.PreviousResult,
  ])
  expect(lines.sort()).toEqual([
    [`${average} (T0)`, '137', '128'],
    [`${average} (T60)`, '192', '183'],
    ['HbA1c (T0)', '6.4', '6.1'],
    ['HbA1c (T60)', '8.3', '8.0'],
  ])
})
