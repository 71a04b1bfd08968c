// Rules and their trials take calculated results only where no person has to review their inputs.
import { beforeAll, expect, test } from 'vitest'
import type { Json } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'
import { workItemReason, workItemStatus } from '../lists/items.model.ts'
import { aPatient, product } from '../sales/sales.fixture.ts'
import { approveNormal, enter, enterAll, labForTests, paidSale, rowOf } from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved, OnHold } = workItemStatus
const ReasonId = workItemReason.QuantityNotSufficient
const [total, direct, indirect] = ['Bilirubin, total', 'Bilirubin, direct', 'Bilirubin, indirect'] as const
const rules = new Map<string, number>()
const act = (path: string, name: string) =>
  bench.pathologist.put(`/api/${path}/verificationrules`, { formId: rules.get(name) })
const row = (sale: unknown, name: string) => rowOf(bench.pathologist, sale, name)
const statusOf = async (sale: unknown, name: string) => (await row(sale, name)).StatusId
const sold = async (): Promise<unknown> => {
  const sale = (await paidSale(bench.desk, await aPatient(bench.desk), [product.bilirubin], 250)).SaleId
  await bench.technologist.put('/api/generate/worksheets')
  return sale
}
const sign = async (name: 'review' | 'approve', sale: unknown, element: string): Promise<void> => {
  const answer = await bench.pathologist.put(`/api/${name}/testresults`, {
    WorkItemIds: [(await row(sale, element)).WorkItemId],
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
const put = async (sale: unknown, element: string, change: Json): Promise<void> => {
  const { WorkItemId } = await row(sale, element)
  const answer = await bench.technologist.put('/api/testresults/', {
    SaleId: sale,
    WorkItems: [{ WorkItemId, ...change }],
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
/** How many past results the trial of the calculated element counts, takes, and leaves to their inputs. */
const tried = async (): Promise<number[]> => {
  const { Results, Verified, Waiting } = (await act('dryrun', indirect)).body
  return [Results, Verified, Waiting].map(Number)
}
/** The same, limited to the results of this test. */
const counting = async (work: () => Promise<unknown>): Promise<number[]> => {
  const before = await tried()
  await work()
  return (await tried()).map((count, index) => count - (before[index] ?? 0))
}

beforeAll(async () => {
  const first = await sold()
  await enterAll(bench.technologist, first)
  for (const name of [total, direct, indirect]) {
    const { ElementId } = await row(first, name)
    const saved = await bench.pathologist.post('/api/verificationrules/', { Name: name, LabId: 2, ElementId })
    rules.set(name, Number(saved.body.VerificationRuleId))
    await act('dryrun', name)
    expect((await act('switchon', name)).status).toBe(200)
  }
}, 120_000)

test('a calculated result is approved with its inputs where rules take those too, and is counted', async () => {
  const counts = await counting(async () => {
    const sale = await sold()
    await enter(bench.technologist, sale, { [total]: '0.8', [direct]: '0.2' })
    for (const name of [total, direct, indirect]) expect([name, await statusOf(sale, name)]).toEqual([name, Approved])
  })
  expect(counts).toEqual([1, 1, 0])
})

test('a repeated input is reviewed with the result calculated from it, even when it is signed', async () => {
  const counts = await counting(async () => {
    const sale = await sold()
    await enter(bench.technologist, sale, { [total]: '0.8' })
    const WorkItemIds = [(await row(sale, total)).WorkItemId]
    expect((await bench.pathologist.put('/api/repeat/testresults', { WorkItemIds, ReasonId })).status).toBe(200)
    await enter(bench.technologist, sale, { [total]: '0.9' })
    await put(sale, total, { ReasonId: null })
    await sign('approve', sale, total)
    await enter(bench.technologist, sale, { [direct]: '0.2' })
    expect(await row(sale, indirect)).toMatchObject({ StatusId: Entered, Flag: 'N', ApprovedByRule: null })
  })
  expect(counts).toEqual([1, 0, 1])
})

test('a held input leaves the result calculated from it to a person, in the trial, too', async () => {
  const counts = await counting(async () => {
    const sale = await sold()
    await put(sale, total, { StatusId: OnHold, ReasonId })
    await enter(bench.technologist, sale, { [total]: '0.8', [direct]: '0.2' })
    expect(await row(sale, indirect)).toMatchObject({ StatusId: Entered, Flag: 'N' })
  })
  expect(counts).toEqual([1, 0, 1])
})

test('an unsigned input without a rule leaves the calculated result to a person; one signed before does not', async () => {
  await act('switchoff', direct)
  const counts = await counting(async () => {
    const unsigned = await sold()
    await enter(bench.technologist, unsigned, { [direct]: '0.2' })
    await enter(bench.technologist, unsigned, { [total]: '0.8' })
    expect(await statusOf(unsigned, indirect)).toBe(Entered)
    const signed = await sold()
    await enter(bench.technologist, signed, { [direct]: '0.2' })
    await sign('approve', signed, direct)
    await enter(bench.technologist, signed, { [total]: '0.8' })
    expect(await statusOf(signed, indirect)).toBe(Approved)
  })
  expect(counts).toEqual([2, 1, 1])
  expect((await act('switchon', direct)).status).toBe(200)
})

test('a critical input is reviewed with the result calculated from it, whatever approves without review', async () => {
  const { ElementId } = await row(await sold(), direct)
  const before = await tried()
  await setRows(app, 'element_measurements', { ElementId }, { CriticallyHighValue: 0.2 })
  const sale = await sold()
  await enter(bench.technologist, sale, { [direct]: '0.2' })
  const { WorkItemId, Flag, WorkSheetId } = await row(sale, direct)
  expect(Flag).toBe('HH')
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await bench.pathologist.post('/api/criticalcalls/', call)).status).toBe(201)
  await sign('review', sale, direct)
  await sign('approve', sale, direct)
  await setRows(app, 'element_measurements', { ElementId }, { CriticallyHighValue: null })
  await enter(bench.technologist, sale, { [total]: '0.8' })
  expect(await row(sale, total)).toMatchObject({ StatusId: Approved, ApprovedByRule: total })
  expect(await row(sale, indirect)).toMatchObject({ StatusId: Entered, Flag: 'N', ApprovedByRule: null })
  expect((await tried()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 1])

  const normal = await approveNormal(bench.pathologist, [{ WorkSheetId, SaleId: sale }])
  const left = normal.body.Left
  expect(left.map((one) => one.Reason)).toEqual([`${indirect}: review its inputs; ${direct}: critical value`])
  // once a person has seen it, it is signed as usual
  await sign('approve', sale, indirect)
  expect(await statusOf(sale, indirect)).toBe(Approved)
})
