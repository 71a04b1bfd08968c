// A release of many tests: what is complete goes out, the rest stays and is answered with why.
import { beforeAll, expect, test } from 'vitest'
import type { Answered, Json } from '../../../server/testing/signed-in.ts'
import { role } from '../../../core/user.ts'
import { setPermits } from '../../../server/testing/rows.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { approveAll, enterAll, labForTests, paidSale, reportsOf, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved, Released } = workItemStatus
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})

const egfr = 'eGFR (CKD-EPI 2021)'
const approve = async (sale: unknown, but: readonly string[] = []): Promise<void> => {
  const WorkItemIds = (await rowsOf(bench.pathologist, sale))
    .filter((row) => row['StatusId'] === Entered && !but.includes(row['Element'] as string))
    .map((row) => row['WorkItemId'])
  const approved = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds })
  if (approved.status !== 200) throw new Error(approved.text)
}
/** Entered and approved but for some elements. */
const sold = async (but: readonly string[] = []): Promise<unknown> => {
  const products = [product.electrolytes, product.creatinine]
  const { SaleId } = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products })
  await enterAll(bench.technologist, SaleId)
  await approve(SaleId, but)
  return SaleId
}
const release = async (sales: readonly unknown[], more: Json = {}, person = bench.pathologist): Promise<Answered> => {
  const rows = (await Promise.all(sales.map((sale) => rowsOf(bench.pathologist, sale)))).flat()
  return person.put('/api/release/testresults', { WorkItemIds: rows.map((row) => row['WorkItemId']), ...more })
}
const left = ({ body }: Answered) =>
  (body['Left'] as Json[]).map((one) => [one['SaleId'], one['Element'], one['Reason']])
const statusOf = async (sale: unknown, element: string) => (await rowOf(bench.pathologist, sale, element))['StatusId']

test('beside a test that is half approved another one goes out, and the report is partial', async () => {
  const sale = await sold(['Potassium'])
  const waits = 'Not yet approved: Potassium'
  expect((await rowOf(bench.pathologist, sale, 'Sodium'))['Actions']).toMatchObject({ release: waits })
  expect((await rowOf(bench.pathologist, sale, 'Creatinine'))['Actions']).toMatchObject({ release: true })
  const answer = await release([sale])
  expect([answer.status, left(answer)]).toEqual([200, [[sale, 'Electrolytes', `Electrolytes: ${waits}`]]])
  expect(answer.body['message']).toContain('1 test is left')
  expect([await statusOf(sale, 'Sodium'), await statusOf(sale, 'Creatinine')]).toEqual([Approved, Released])
  expect(await reportsOf(app, sale)).toMatchObject([{ version: 1, state: 'PARTIAL' }])
  // what is out already is no rest, and no reason
  const again = await release([sale])
  expect([again.status, again.body['message']]).toEqual([422, `Electrolytes: ${waits}`])
  await approve(sale)
  const rest = await release([sale])
  expect([rest.status, left(rest)]).toEqual([200, []])
  expect((await reportsOf(app, sale)).map((one) => one.state)).toEqual(['PARTIAL', 'FINAL'])
})

test('of several sales those go out that are paid and that nobody edits', async () => {
  const [ready, waiting, edited] = [await sold(), await sold(['Sodium', 'Creatinine', egfr]), await sold()]
  const owing = (await paidSale(bench.desk, patient, [product.electrolytes], 400))['SaleId']
  await enterAll(bench.technologist, owing)
  await approveAll(bench.pathologist, owing)
  const lock = { ModuleId: 'testresults', FormId: edited }
  expect((await bench.technologist.post('/api/locks/', lock)).status).toBe(200)
  expect((await release([edited])).status).toBe(423)
  // what a reason would let out is asked for before what can not go at all
  expect((await release([waiting, owing])).body).toMatchObject({ code: 'outstanding' })
  const answer = await release([ready, waiting, owing, edited])
  expect(answer.status).toBe(200)
  const reasons = left(answer).map(([sale, , reason]) => [sale, reason])
  expect(reasons.filter(([sale]) => sale === ready)).toEqual([])
  expect(reasons.filter(([sale]) => sale === owing)).toEqual([[owing, expect.stringContaining('is outstanding')]])
  expect(reasons.filter(([sale]) => sale === waiting).map(([, reason]) => reason)).toContain(
    'Electrolytes: Not yet approved: Sodium',
  )
  expect(new Set(reasons.filter(([sale]) => sale === edited).map(([, reason]) => reason)).size).toBe(1)
  expect(await statusOf(ready, 'Sodium')).toBe(Released)
  for (const sale of [owing, waiting, edited]) expect([sale, await reportsOf(app, sale)]).toEqual([sale, []])
  await bench.technologist.call('DELETE', '/api/locks/', lock)
  expect((await release([owing, edited], { Remarks: 'The doctor asked' })).body['Left']).toEqual([])
})

test('where nothing can go out it is refused with the first reason', async () => {
  const sale = await sold(['Sodium', 'Creatinine', egfr])
  const answer = await release([sale])
  expect([answer.status, answer.body['message']]).toEqual([
    422,
    `Creatinine with eGFR: Not yet approved: Creatinine, ${egfr}`,
  ])
  expect(await reportsOf(app, sale)).toEqual([])
})

test('the criteria of the permit are asked of all that goes out, also of what completes a test', async () => {
  const sale = await sold()
  const [sodium, potassium] = await Promise.all(
    ['Sodium', 'Potassium'].map((element) => rowOf(bench.pathologist, sale, element)),
  )
  const others = `WorkItemId != ${String(potassium?.['WorkItemId'])}`
  await setPermits(app, role.Pathologist, 'testresults', ['release'], { criteria: others })
  const one = () => bench.pathologist.put('/api/release/testresults', { WorkItemIds: [sodium?.['WorkItemId']] })
  expect((await one()).status).toBe(403)
  await setPermits(app, role.Pathologist, 'testresults', ['release'], { criteria: null })
  expect((await one()).status).toBe(200)
  expect(await statusOf(sale, 'Potassium')).toBe(Released)
})
