// A release of many tests: complete ones are released, the others are answered with reasons.
import { beforeAll, expect, test } from 'vitest'
import type { Answered, Json } from '../../../server/testing/signed-in.ts'
import { role } from '../../../core/user.ts'
import type { Sent } from '../../../server/testing/answers.ts'
import { readRow, setPermits, setRows } from '../../../server/testing/rows.ts'
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
    .filter((row) => row.StatusId === Entered && !but.includes(row.Element))
    .map((row) => row.WorkItemId)
  const approved = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds })
  if (approved.status !== 200) throw new Error(approved.text)
}
/** Enters and approves all but some elements. */
const sold = async (but: readonly string[] = []): Promise<unknown> => {
  const products = [product.electrolytes, product.creatinine]
  const { SaleId } = await accessioned(bench.desk, { PatientId: patient, BuyerId: 21, products })
  await enterAll(bench.technologist, SaleId)
  await approve(SaleId, but)
  return SaleId
}
const release = async (sales: readonly unknown[], more: Json = {}, person = bench.pathologist) => {
  const rows = (await Promise.all(sales.map((sale) => rowsOf(bench.pathologist, sale)))).flat()
  return person.put('/api/release/testresults', {
    WorkItemIds: rows.map((row) => row.WorkItemId),
    LeaveRest: true,
    ...more,
  })
}
const left = ({ body }: Answered<Sent<'/api/release/testresults'>>) =>
  body.Left.map((one) => [one.SaleId, one.Element, one.Reason])
const statusOf = async (sale: unknown, element: string) => (await rowOf(bench.pathologist, sale, element)).StatusId

test('next to a half approved test another one is released, and the report is partial', async () => {
  const sale = await sold(['Potassium'])
  const waits = 'Not yet approved: Potassium'
  expect((await rowOf(bench.pathologist, sale, 'Sodium')).Actions).toMatchObject({ release: waits })
  expect((await rowOf(bench.pathologist, sale, 'Creatinine')).Actions).toMatchObject({ release: true })
  const answer = await release([sale])
  expect([answer.status, left(answer)]).toEqual([200, [[sale, 'Electrolytes', `Electrolytes: ${waits}`]]])
  expect(answer.body.message).toContain('1 test is left')
  expect([await statusOf(sale, 'Sodium'), await statusOf(sale, 'Creatinine')]).toEqual([Approved, Released])
  expect(await reportsOf(app, sale)).toMatchObject([{ Version: 1, State: 'PARTIAL' }])
  // a released test is not listed as left, and gives no reason
  const again = await release([sale])
  expect([again.status, again.body.message]).toEqual([422, `Electrolytes: ${waits}`])
  await approve(sale)
  const rest = await release([sale])
  expect([rest.status, left(rest)]).toEqual([200, []])
  expect((await reportsOf(app, sale)).map((one) => one.State)).toEqual(['PARTIAL', 'FINAL'])
})

test('without leave to leave the rest, all requested tests are released or none, with each reason', async () => {
  const [ready, waiting] = [await sold(), await sold(['Sodium', 'Creatinine', egfr])]
  const answer = await release([ready, waiting], { LeaveRest: false })
  expect(answer.status).toBe(422)
  expect(answer.body.message).toContain('Electrolytes: Not yet approved: Sodium')
  expect(answer.body.message).toContain(`Not yet approved: Creatinine, ${egfr}`)
  for (const sale of [ready, waiting]) expect([sale, await reportsOf(app, sale)]).toEqual([sale, []])
  const lock = { ModuleId: 'testresults', FormId: ready }
  expect((await bench.technologist.post('/api/locks/', lock)).status).toBe(200)
  expect((await release([await sold(), ready], { LeaveRest: false })).status).toBe(423)
  await bench.technologist.call('DELETE', '/api/locks/', lock)
  expect((await release([ready], { LeaveRest: false })).status).toBe(200)
})

test('of several sales the paid ones that no user edits are released', async () => {
  const [ready, waiting, edited] = [await sold(), await sold(['Sodium', 'Creatinine', egfr]), await sold()]
  const owing = (await paidSale(bench.desk, patient, [product.electrolytes], 400)).SaleId
  await enterAll(bench.technologist, owing)
  await approveAll(bench.pathologist, owing)
  const lock = { ModuleId: 'testresults', FormId: edited }
  expect((await bench.technologist.post('/api/locks/', lock)).status).toBe(200)
  expect((await release([edited])).status).toBe(423)
  // an obstacle that a reason can remove is asked about before the others
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
  expect((await release([owing, edited], { Remarks: 'The doctor asked' })).body.Left).toEqual([])
})

test('where no test can be released it is refused with the first reason', async () => {
  const sale = await sold(['Sodium', 'Creatinine', egfr])
  const answer = await release([sale])
  expect([answer.status, answer.body.message]).toEqual([
    422,
    `Creatinine with eGFR: Not yet approved: Creatinine, ${egfr}`,
  ])
  expect(await reportsOf(app, sale)).toEqual([])
})

test('the criteria of the permit apply to all released items, even those that complete a test', async () => {
  const sale = await sold()
  const [sodium, potassium] = await Promise.all(
    ['Sodium', 'Potassium'].map((element) => rowOf(bench.pathologist, sale, element)),
  )
  const others = `WorkItemId != ${String(potassium?.WorkItemId)}`
  await setPermits(app, role.Pathologist, 'testresults', ['release'], { Criteria: others })
  const one = () => bench.pathologist.put('/api/release/testresults', { WorkItemIds: [sodium?.WorkItemId] })
  expect((await one()).status).toBe(403)
  await setPermits(app, role.Pathologist, 'testresults', ['release'], { Criteria: null })
  expect((await one()).status).toBe(200)
  expect(await statusOf(sale, 'Potassium')).toBe(Released)
})

test('sent twice with one key it is released once, and the answer lists the rest again', async () => {
  const sale = await sold(['Potassium'])
  const rows = await rowsOf(bench.pathologist, sale)
  const WorkItemIds = rows.map((row) => row.WorkItemId)
  const RowVersions = rows.map((row) => row.RowVersion)
  const send = () =>
    bench.pathologist.put(
      '/api/release/testresults',
      { WorkItemIds, RowVersions, LeaveRest: true },
      { 'idempotency-key': 'a release' },
    )
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  expect(left(again)).toHaveLength(1)
  expect(await reportsOf(app, sale)).toHaveLength(1)
})

test('two pathologists release two sales at once, each in another order: one report a sale', async () => {
  const sales = [await sold(), await sold(['Potassium'])]
  const answers = await Promise.all([
    release(sales),
    release([...sales].reverse(), {}, bench.other),
    release(sales, {}, bench.other),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  for (const sale of sales) expect(await reportsOf(app, sale)).toHaveLength(1)
})

test('a request with one work item of another lab signs and releases none', async () => {
  const sale = await sold()
  const foreign = await sold()
  await setRows(app, 'work_items', { SaleId: foreign }, { LabId: 3 })
  const rows = await rowsOf(bench.pathologist, sale)
  const { WorkItemId: other } = await readRow<{ WorkItemId: number }>(
    app,
    'work_items',
    { SaleId: foreign },
    'min(work_item_id) as work_item_id',
  )
  const WorkItemIds = [...rows.map((row) => row.WorkItemId), other]
  for (const name of ['review', 'approve', 'release', 'repeat', 'withdraw']) {
    const answer = await bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds, ReasonId: 160 })
    expect([name, answer.status, answer.body.message]).toEqual([name, 404, 'A work item does not exist'])
  }
  for (const one of [sale, foreign]) expect(await reportsOf(app, one)).toEqual([])
  expect(await statusOf(sale, 'Sodium')).toBe(Approved)
})
