// Two states of one patient, and a state that is not stated: which range holds, and which bound is called about meanwhile.
import { afterEach, expect, test } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { gender } from '../lists/items.model.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import type { ReportData } from '../testreports/print/report.model.ts'
import { approveAll, enter, enterAll, releaseAll, rowOf } from './testresults.fixture.ts'

const { app, admin, ...bench } = networkForTests('admin', 'desk', 'technologist', 'pathologist')
afterEach(() => expectInvariants(app.db))
/** FSH, LH and others, of women. */
const hormones = 3107

const drawn = async (
  stated: Json,
  products: readonly number[] = [hormones],
  PatientId?: number,
): Promise<Read<'sales'>> =>
  accessioned(bench.desk, { PatientId: PatientId ?? (await woman()), BuyerId: 21, products, ...stated })
const woman = (): Promise<number> =>
  aPatient(bench.desk, { Name: 'Asha Both', GenderId: gender.Female, Age: 30, MobilePhone: '9822000173' })
const judged = async (sale: Read<'sales'>, element: string, value: string): Promise<unknown> => {
  const entered = await enter(bench.technologist, sale.SaleId, { [element]: value })
  if (entered.status !== 200) throw new Error(entered.text)
  return (await rowOf(bench.pathologist, sale.SaleId, element)).Flag
}
const printed = async (sale: Read<'sales'>, element: string) => {
  const { Content } = await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content')
  return Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])).find(
    ({ Element }) => Element === element,
  )
}

test('two ranges for states in which one patient may be are refused until a third says what holds for both', async () => {
  const lh = (await rowOf(bench.pathologist, (await drawn({})).SaleId, 'LH')).ElementId
  const save = async (...more: Json[]) => {
    const { body } = await admin.get(`/api/elements/${String(lh)}`)
    const ElementMeasurements = [...body.ElementMeasurements, ...more]
    return admin.put(`/api/elements/${String(lh)}`, { ElementMeasurements, RowVersion: body.RowVersion })
  }
  const treated = { MinAge: 0, MaxAge: 120, LowValue: 1, HighValue: 2, Treatment: 'yes' }
  const refused = await save(treated)
  expect([refused.status, Object.values(refused.body.errors ?? {})]).toEqual([
    400,
    [[expect.stringMatching(/^One patient may be of both: .*; On treatment. Add a range that names both$/)]],
  ])
  const of = (CyclePhase: string) => ({ ...treated, CyclePhase, HighValue: 4 })
  const phases = ['follicular', 'mid-cycle', 'luteal', 'post-menopausal']
  expect((await save(treated, ...phases.slice(1).map(of))).status).toBe(400)
  const saved = await save(treated, ...phases.map(of))
  expect([saved.status, saved.text]).toEqual([200, saved.text])
  expect(await judged(await drawn({ CyclePhase: 'luteal', Treatment: 'yes' }), 'LH', '3')).toBe('N')
  const man = await aPatient(bench.desk, { Name: 'Ramesh Treated', GenderId: gender.Male, Age: 30 })
  expect(await judged(await drawn({ Treatment: 'yes' }, [hormones], man), 'LH', '3')).toBe('H')
})

test('while a state is not stated the strictest critical bound of the ranges that may hold is called about', async () => {
  const bicarbonate = await admin.get('/api/elements/1054')
  const rows = bicarbonate.body.ElementMeasurements.filter((row) => (row.Treatment ?? null) === null)
  const saved = await admin.put('/api/elements/1054', {
    ElementMeasurements: [
      ...rows.map((row) => ({ ...row, CriticallyHighValue: 130 })),
      { MinAge: 0, MaxAge: 120, LowValue: 110, HighValue: 118, CriticallyHighValue: 125, Treatment: 'yes' },
    ],
    RowVersion: bicarbonate.body.RowVersion,
  })
  expect([saved.status, saved.text]).toEqual([200, saved.text])
  const measured = async (stated: Json, value: string) => {
    const sale = await drawn(stated, [product.electrolytes])
    expect((await enter(bench.technologist, sale.SaleId, { Chloride: value })).status).toBe(200)
    return sale
  }
  const row = async (sale: Read<'sales'>) => rowOf(bench.pathologist, sale.SaleId, 'Chloride')
  expect(await row(await measured({ Treatment: 'no' }, '126'))).toMatchObject({ Flag: 'H' })
  expect(await row(await measured({}, '124'))).toMatchObject({ Flag: null, NoRange: true })
  const sale = await measured({}, '126')
  const unknown = await row(sale)
  expect(unknown).toMatchObject({ Flag: 'HH', CriticallyHighValue: 125, ElementMeasurementId: null, NoRange: true })
  const approve = () => bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [unknown.WorkItemId] })
  expect((await approve()).status).toBe(422)
  await enterAll(bench.technologist, sale.SaleId, {}, ['Chloride'])
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  expect(await printed(sale, 'Chloride')).toMatchObject({
    Flag: 'HH',
    IntervalText: 'Depends on treatment, not stated',
  })
  // stated, it is judged by its own range again
  const open = await measured({}, '126')
  expect((await bench.desk.put(`/api/sales/${String(open.SaleId)}`, { Treatment: 'no' })).status).toBe(200)
  expect(await row(open)).toMatchObject({ Flag: 'H' })
})
