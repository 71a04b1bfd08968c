// Flags on the server: by the interval of age and sex in force on the day, and by the jump from an earlier result.
import { expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { Read } from '../../../server/testing/answers.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import {
  amended,
  approveAll,
  enter,
  enterAll,
  labForTests,
  manAndGirl,
  paidSale,
  releaseAll,
  rowOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const people = manAndGirl(bench)

const saleFor = (PatientId: number, products: readonly number[] = [product.cbc], more: Json = {}) =>
  accessioned(bench.desk, { PatientId, products, ...more })
const flagOf = async (sale: Read<'sales'>, element: string, value: string): Promise<unknown> => {
  await enter(bench.technologist, sale.SaleId, { [element]: value })
  return (await rowOf(bench.technologist, sale.SaleId, element)).Flag
}

test('flags of a man of 46 use the interval of his age and sex', async () => {
  const sale = await saleFor(people.man)
  const flags: unknown[] = []
  for (const value of ['13', '17', '12.9', '17.1', '7.1', '7', '19.9', '20'])
    flags.push(await flagOf(sale, 'Haemoglobin', value))
  expect(flags).toEqual(['N', 'N', 'L', 'H', 'L', 'LL', 'H', 'HH'])
  expect(await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')).toMatchObject({
    LowValue: 13,
    HighValue: 17,
    PrintableRange: '13.0 - 17.0',
    CriticallyLowValue: 7,
    CriticallyHighValue: 20,
  })
})

test('flags of a girl of 3 use hers', async () => {
  const sale = await saleFor(people.girl)
  const flags: unknown[] = []
  for (const value of ['11', '14', '10.9', '14.1', '6.9']) flags.push(await flagOf(sale, 'Haemoglobin', value))
  expect(flags).toEqual(['N', 'N', 'L', 'H', 'LL'])
  expect((await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')).PrintableRange).toBe('11.0 - 14.0')
})

test('without an interval for the age there is no flag, and the result is to be reviewed', async () => {
  const sale = await saleFor(people.girl, [product.lipids])
  expect(await flagOf(sale, 'Triglycerides', '500')).toBeNull()
  expect(await rowOf(bench.technologist, sale.SaleId, 'Triglycerides')).toMatchObject({ NoRange: true })
})

test('a jump from the earlier result of the patient is a delta and must be reviewed', async () => {
  const own = await aPatient(bench.desk, { Name: 'Delta Check' })
  const first = await saleFor(own, [product.electrolytes], {
    CollectionDate: new Date(Date.now() - 86_400_000).toISOString(),
  })
  await enter(bench.technologist, first.SaleId, { Potassium: '4.0' })
  await bench.pathologist.put('/api/approve/testresults', {
    WorkItemIds: [(await rowOf(bench.pathologist, first.SaleId, 'Potassium')).WorkItemId],
  })
  const second = await saleFor(own, [product.electrolytes])
  await enter(bench.technologist, second.SaleId, { Potassium: '5.0' })
  expect(await rowOf(bench.pathologist, second.SaleId, 'Potassium')).toMatchObject({
    IsDelta: false,
    PreviousResult: '4.0',
  })
  await enter(bench.technologist, second.SaleId, { Potassium: '5.1' })
  const row = await rowOf(bench.pathologist, second.SaleId, 'Potassium')
  expect([row.IsDelta, row.Actions.approve]).toEqual([true, 'Potassium: to be reviewed first (delta check)'])
})

test('the earlier result is a signed one; the report prints a released one', async () => {
  const own = await aPatient(bench.desk, { Name: 'Earlier Result', MobilePhone: '9822000161' })
  const drawn = async (daysAgo: number): Promise<unknown> =>
    (
      await accessioned(bench.desk, {
        PatientId: own,
        BuyerId: 21,
        products: [product.electrolytes],
        CollectionDate: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      })
    ).SaleId
  const [first, second] = [await drawn(2), await drawn(1)]
  const previous = async () => (await rowOf(bench.pathologist, second, 'Potassium')).PreviousResult
  await enterAll(bench.technologist, first, { Potassium: '4.0' })
  expect(await previous()).toBeNull()
  await approveAll(bench.pathologist, first)
  expect(await previous()).toBe('4.0')
  const printed = async () => {
    const { Departments } = await readRow<{ Departments: ReportData['Departments'] }>(
      app,
      'reports',
      { SaleId: second },
      "content -> 'Departments' as departments",
      'version desc',
    )
    const rows = Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => Rows))
    return rows.find(({ Element }) => Element === 'Potassium')?.PreviousResult
  }
  await enterAll(bench.technologist, second, { Potassium: '4.1' })
  await approveAll(bench.pathologist, second)
  expect((await releaseAll(bench.pathologist, second)).status).toBe(200)
  expect(await printed()).toBeNull()
  expect((await releaseAll(bench.pathologist, first)).status).toBe(200)
  expect((await amended(bench, second, { Potassium: '4.2' })).status).toBe(200)
  expect(await printed()).toBe('4.0')
})

test('an interval that has ended, or has not begun, is not used', async () => {
  const { SaleId: saleId } = await paidSale(bench.desk, people.man)
  await enter(bench.technologist, saleId, { Sodium: '140' })
  const { ElementId } = await rowOf(bench.technologist, saleId, 'Sodium')
  const inForce = (from: string, till: string) =>
    setRows(
      app,
      'element_measurements',
      { ElementId },
      { EffectiveFrom: sql`${from}::timestamptz`, EffectiveTill: sql`${till}::timestamptz` },
    )
  const judged = async (Result: string) => {
    expect((await enter(bench.technologist, saleId, { Sodium: Result })).status).toBe(200)
    return rowOf(bench.technologist, saleId, 'Sodium')
  }
  try {
    await inForce('2000-01-01', 'yesterday')
    expect(await judged('170')).toMatchObject({ Flag: null, NoRange: true, ElementMeasurementId: null })
    await inForce('tomorrow', 'infinity')
    expect(await judged('171')).toMatchObject({ Flag: null, NoRange: true })
  } finally {
    await inForce('2000-01-01', 'infinity')
  }
  expect(await judged('172')).toMatchObject({ Flag: expect.stringMatching(/^HH?$/), NoRange: false })
})

test('a newborn whose tube is collected on the day of birth has the interval of days, and its flag', async () => {
  const today = (
    await app.db.read.one<{ Day: string }>(sql`
      select
        network_day (now())::text as day
    `)
  ).Day
  const newborn = await aPatient(bench.desk, { Name: 'Baby of Asha', Age: undefined, BirthDate: today })
  const sale = await accessioned(bench.desk, {
    PatientId: newborn,
    products: [product.electrolytes],
    CollectionDate: new Date().toISOString(),
    SaleDate: new Date().toISOString(),
  })
  await enter(bench.technologist, sale.SaleId, { Potassium: '5.5' })
  expect(await rowOf(bench.technologist, sale.SaleId, 'Potassium')).toMatchObject({
    AgeDays: 0,
    PatientAge: 0,
    Flag: 'N',
    LowValue: 3.9,
    HighValue: 5.9,
  })
  const grown = await paidSale(bench.desk, people.man)
  await enter(bench.technologist, grown.SaleId, { Potassium: '5.5' })
  expect((await rowOf(bench.technologist, grown.SaleId, 'Potassium')).Flag).toBe('H')
})
