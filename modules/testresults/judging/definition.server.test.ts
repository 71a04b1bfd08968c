// An entered result retains its definition, whatever changes in its element, test and product afterwards.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { readRows } from '../../../server/testing/rows.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { savedByTwo } from '../../requests/requests.fixture.ts'
import { aPatient, accessioned, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData, ReportRow } from '../../testreports/print/report.model.ts'
import { amend, benchOf, enter, letGo, rowOf, rowsOf, type Bench } from '../testresults.fixture.ts'

const { app, labAdmin } = networkForTests('labAdmin')
let bench: Bench
let PatientId: number
beforeAll(async () => {
  bench = await benchOf(app)
  PatientId = await aPatient(bench.desk)
})

const [total, direct, indirect] = ['Bilirubin, total', 'Bilirubin, direct', 'Bilirubin, indirect'] as const
const sold = async (products: readonly number[] = [product.bilirubin]): Promise<number> =>
  (await accessioned(bench.desk, { PatientId, BuyerId: 21, products })).SaleId
const keyOf = async (element: string): Promise<number> =>
  (await readRows<{ Id: number }>(app, 'elements', { Name: element }, 'element_id as id'))[0]?.Id ?? 0
/** Changes an element over HTTP; answers a function that restores it. */
const change = async (element: string, changes: Json): Promise<() => Promise<void>> => {
  const path = `elements/${await keyOf(element)}`
  const before = (await labAdmin.get(`/api/${path}`)).body
  const put = async (sent: Json) => {
    // the numbers of this file are not of the unit that it writes
    const saved = await savedByTwo(labAdmin, bench.pathologist, path, { SameUnit: true, ...sent })
    expect([element, saved.status, saved.body.errors]).toEqual([element, 200, undefined])
  }
  await put(changes)
  return () => put(Object.fromEntries(Object.keys(changes).map((name) => [name, plain(before[name])])))
}
/** Rows as they are sent: without the names next to their keys; an interval that ended comes back as a new one. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(
            ([name, one]) => name !== 'ElementMeasurementId' && (one === null || typeof one !== 'object'),
          ),
        ),
      )
    : value
/** An amendment that another pathologist approves. */
const amended = async (sale: number, values: Record<string, string>): Promise<void> => {
  expect((await amend(bench.pathologist, sale, values)).status).toBe(200)
  const waiting = (await rowsOf(bench.other, sale)).filter((row) => row.Amendment)
  const approved = await bench.other.put('/api/approve/testresults', {
    WorkItemIds: waiting.map((row) => row.WorkItemId),
  })
  expect([approved.status, approved.body.message]).toEqual([200, expect.any(String)])
}
const lastReport = async (sale: number): Promise<ReportRow[]> => {
  const [last] = await readRows<{ Content: ReportData }>(app, 'reports', { SaleId: sale }, 'content', 'version desc')
  return (last?.Content.Departments ?? []).flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows]))
}
const said = async (sale: number, element: string) => (await lastReport(sale)).find((row) => row.Element === element)

test('a changed formula calculates results entered from then on, and no earlier ones', async () => {
  const [entered, released, pending] = [await sold(), await sold(), await sold()]
  await enter(bench.technologist, entered, { [total]: '1.4', [direct]: '0.4' })
  await letGo(bench, released, { [total]: '1.4', [direct]: '0.4' })
  const back = await change(indirect, { Formula: `{${await keyOf(total)}} * 10` })
  try {
    // another value of the same sale is corrected: the calculated result follows by its own formula
    await enter(bench.technologist, entered, { [direct]: '0.2' })
    expect(await rowOf(bench.technologist, entered, indirect)).toMatchObject({ Result: '1.20' })
    await amended(released, { [direct]: '0.3' })
    expect(await said(released, indirect)).toMatchObject({ Result: '1.10' })
    await enter(bench.technologist, pending, { [total]: '1.4', [direct]: '0.4' })
    expect(await rowOf(bench.technologist, pending, indirect)).toMatchObject({ Result: '14.00' })
  } finally {
    await back()
  }
})

test('an entered result retains unit, decimals, method, type and interval, even when its value is corrected', async () => {
  const sale = await sold()
  await enter(bench.technologist, sale, { [total]: '1.4', [direct]: '0.4' })
  const was = await rowOf(bench.technologist, sale, total)
  const back = await change(total, {
    UnitOfMeasure: 'µmol/L',
    DecimalPlaces: 0,
    Method: 'Another',
    ElementMeasurements: [{ LowValue: 5, HighValue: 21 }],
  })
  try {
    await enter(bench.technologist, sale, { [total]: '1.45' })
    const now = await rowOf(bench.technologist, sale, total)
    for (const name of [
      'UnitOfMeasure',
      'DecimalPlaces',
      'Method',
      'LowValue',
      'HighValue',
      'resultTypeId',
      'Flag',
    ] as const)
      expect([name, now[name]]).toEqual([name, was[name]])
    expect(now.Result).toBe('1.45')
    const fresh = await rowOf(bench.technologist, await sold(), total)
    expect(fresh).toMatchObject({ UnitOfMeasure: 'µmol/L', DecimalPlaces: 0, Method: 'Another' })
    // a repeat uses the present definition
    const WorkItemIds = [now.WorkItemId]
    await bench.technologist.put('/api/repeat/testresults', { WorkItemIds, ReasonId: 170, Remarks: 'Again' })
    const again = await rowOf(bench.technologist, sale, total)
    expect(again).toMatchObject({ UnitOfMeasure: 'µmol/L' })
  } finally {
    await back()
  }
})

test('a formula is not calculated with values of two units, nor a run chosen in a unit that it was not measured in', async () => {
  const [first, second] = [await sold(), await sold()]
  await enter(bench.technologist, first, { [direct]: '0.4' })
  await enter(bench.technologist, second, { [total]: '1.4' })
  const { WorkItemId } = await rowOf(bench.technologist, second, total)
  const why = { ReasonId: 170, Remarks: 'Again' }
  await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ...why })
  const back = await change(total, { UnitOfMeasure: 'µmol/L', ElementMeasurements: [{ LowValue: 5, HighValue: 21 }] })
  try {
    await enter(bench.technologist, first, { [total]: '24' })
    expect(await rowOf(bench.technologist, first, indirect)).toMatchObject({
      Result: null,
      NotCalculated: 'Bilirubin, total is in µmol/L, and its formula asks for mg/dL',
    })
    const { RowVersion, Runs } = await rowOf(bench.technologist, second, total)
    const [{ ResultId }] = Runs
    const chosen = { WorkItemId: WorkItemId, ResultId, RowVersion, ...why }
    const refused = await bench.technologist.put('/api/chooserun/testresults', chosen)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      422,
      'other-unit',
      'Bilirubin, total: run 1 was measured in mg/dL, and the element is in µmol/L now; enter the value again',
    ])
    // in one unit it is calculated, as all values were entered after the change
    await enter(bench.technologist, second, { [total]: '24', [direct]: '7' })
    expect(await rowOf(bench.technologist, second, indirect)).toMatchObject({ Result: '17.00', NotCalculated: null })
  } finally {
    await back()
  }
})

test('an amended report retains released elements that were removed from their test, renamed, or are no longer printed', async () => {
  const sale = await sold([product.electrolytes])
  await letGo(bench, sale)
  const before = await lastReport(sale)
  const [first, second, third] = before.map((row) => row.Element)
  const { body } = await labAdmin.get(`/api/products/${product.electrolytes}`)
  const path = `/api/tests/${String(body.Tests[0]?.TestId)}` as const
  const { Elements } = (await labAdmin.get(path)).body
  await labAdmin.put(path, { Elements: Elements.filter((row) => row.Name !== first) })
  const unprinted = await change(second ?? '', { PrintOnReport: false })
  try {
    for (const value of ['104', '105']) {
      await amended(sale, { [third ?? '']: value })
      const after = await lastReport(sale)
      expect(after.map((row) => row.Element).sort()).toEqual(before.map((row) => row.Element).sort())
      expect(after.find((row) => row.Element === third)?.Result).toBe(value)
      // the next one is released after the sale was accessioned again
      expect((await bench.desk.put('/api/accession/sales', { formId: sale })).status).toBe(200)
    }
  } finally {
    await labAdmin.put(path, { Elements: plain(Elements) })
    await unprinted()
  }
})

test('a changed route does not move entered results', async () => {
  const sale = await sold([product.creatinine])
  await enter(bench.technologist, sale, { Creatinine: '1.1' })
  const work = () => readRows(app, 'work_items', { SaleId: sale }, 'work_item_id, lab_id, status_id', 'work_item_id')
  const tubes = () => readRows(app, 'samples', { SaleId: sale }, 'sample_id, performing_lab_id', 'sample_id')
  const legs = () => readRows(app, 'sales', { BaseSaleId: sale }, 'sale_id, status_id')
  const before = [await work(), await tubes(), await legs()]
  const path = `/api/products/${product.creatinine}` as const
  const others = (await labAdmin.get(path)).body.ProductLabs.filter((row) => row.SourceLabId !== 2)
  const route = { ProductLabs: [{ SourceLabId: 2, DestinationLabId: 4 }, ...others] }
  expect((await labAdmin.put(path, route)).status).toBe(200)
  expect((await bench.desk.put('/api/accession/sales', { formId: sale })).status).toBe(200)
  expect([await work(), await tubes(), await legs()]).toEqual(before)
  // later sales use the new route
  const next = await sold([product.creatinine])
  expect(await readRows(app, 'samples', { SaleId: next }, 'performing_lab_id')).toEqual([{ PerformingLabId: 4 }])
})

test('an earlier result in another unit is shown with that unit, and is not compared with today’s', async () => {
  const person = await aPatient(bench.desk, { Name: 'Twice Measured' })
  const one = async (CollectionDate: string) =>
    (
      await accessioned(bench.desk, {
        PatientId: person,
        BuyerId: 21,
        products: [product.bilirubin],
        SaleDate: CollectionDate,
        CollectionDate,
      })
    ).SaleId
  const first = await one(daysAgo(3))
  await letGo(bench, first, { [total]: '1.0', [direct]: '0.2' })
  const put = await change(total, { DeltaCheck: { type: 'pct', limit: 30, windowDays: 30 } })
  const second = await one(daysAgo(2))
  await enter(bench.technologist, second, { [total]: '8' })
  expect(await rowOf(bench.technologist, second, total)).toMatchObject({ PreviousResult: '1.0', IsDelta: true })
  const back = await change(total, { UnitOfMeasure: 'µmol/L' })
  try {
    const third = await one(daysAgo(1))
    await enter(bench.technologist, third, { [total]: '8' })
    const row = await rowOf(bench.technologist, third, total)
    expect([row.PreviousResult, row.IsDelta]).toEqual(['1.0 mg/dL', false])
  } finally {
    await back()
    await put()
  }
})
