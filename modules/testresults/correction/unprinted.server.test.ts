// An amended report says nothing of an element that is not printed: neither that it changed nor by what it is judged.
import { expect, test } from 'vitest'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { dayOf } from '../../../core/dates.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import type { ReportData } from '../../testreports/print/report.model.ts'
import { amended, aReason, itemsOf, labForTests, letGo, manAndGirl, rowOf, waiting } from '../testresults.fixture.ts'
import { correctPatient } from './correct.fixture.ts'

const { app, bench } = labForTests()
const people = manAndGirl(bench)
const { pathologist, other } = bench

/** A report of what is entered while the element is not printed; each value is judged as the element was then. */
const issued = async (
  PatientId: number,
  products: readonly number[],
  values: Record<string, string>,
): Promise<Read<'sales'>> => {
  const [name] = Object.keys(values)
  await setRows(app, 'elements', { Name: name }, { PrintOnReport: false })
  try {
    const sale = await accessioned(bench.desk, { PatientId, BuyerId: 21, products })
    await letGo(bench, sale.SaleId, values)
    return sale
  } finally {
    await setRows(app, 'elements', { Name: name }, { PrintOnReport: true })
  }
}
const changes = async (sale: Read<'sales'>): Promise<string[]> => {
  const { Content } = await readRow<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content',
    'version desc',
  )
  return (Content.Amendment?.Changes ?? []).map(({ What }) => What)
}

test('what waited for the right patient', async () => {
  const sale = await issued(people.man, [product.electrolytes], { Sodium: '110' })
  expect((await correctPatient(pathologist, sale, people.girl)).status).toBe(200)
  const { WorkItemId } = await rowOf(pathologist, sale.SaleId, 'Sodium')
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await pathologist.post('/api/criticalcalls/', call)).status).toBe(201)
  const WorkItemIds = itemsOf(await waiting(other, sale.SaleId))
  for (const name of ['review', 'approve'])
    expect((await other.put(`/api/${name}/testresults`, { WorkItemIds })).status).toBe(200)
  expect((await rowOf(pathologist, sale.SaleId, 'Sodium')).Amendment).toBeNull()
  expect(await changes(sale)).toEqual([])
})

test('what is judged by another day', async () => {
  const today = dayOf(new Date())
  const boy = await aPatient(bench.desk, {
    Name: 'Twelve Today',
    BirthDate: `${String(Number(today.slice(0, 4)) - 12)}${today.slice(4)}`,
  })
  const sale = await issued(boy, [product.cbc], { Haemoglobin: '12.3' })
  const corrected = await pathologist.put('/api/correctdetails/sales', {
    SaleId: sale.SaleId,
    ReasonId: await aReason(pathologist),
    Remarks: 'The requisition says so',
    CollectionDate: daysAgo(1),
  })
  expect(corrected.status).toBe(200)
  expect(await rowOf(pathologist, sale.SaleId, 'Haemoglobin')).toMatchObject({ Flag: 'N' })
  expect(await changes(sale)).toContain('Collected')
  expect(await changes(sale)).not.toContain('Haemoglobin, judged by')
})

test('what is amended', async () => {
  const sale = await issued(people.man, [product.electrolytes], { Sodium: '138' })
  expect((await amended(bench, sale.SaleId, { Sodium: '139', Potassium: '4.4' })).status).toBe(200)
  expect(await changes(sale)).toEqual(['Potassium'])
})
