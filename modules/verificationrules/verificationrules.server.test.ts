// Verification rules: tried first, switched on by a pathologist, signed in that name, stopped at once.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'
import { role } from '../../core/user.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import {
  aReason,
  amended,
  enter,
  enterAll,
  labForTests,
  letGo,
  paidSale,
  rowOf,
} from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
const { Entered, Approved, OnHold } = workItemStatus
const sodium = 1052
let rule: number
const act = (person: Person, path: string, body: Json = { formId: rule }) =>
  person.put(`/api/${path}/verificationrules`, body)
const ruleNow = async (): Promise<Read<'verificationrules'>> =>
  (await bench.pathologist.get(`/api/verificationrules/${rule}`)).body
const newSale = async (): Promise<unknown> => (await paidSale(bench.desk, await aPatient(bench.desk))).SaleId
const statusOf = async (sale: unknown): Promise<unknown> => (await rowOf(bench.other, sale, 'Sodium')).StatusId
const typed = async (Sodium: string, person = bench.technologist): Promise<unknown> => {
  const sale = await newSale()
  expect((await enter(person, sale, { Sodium })).status).toBe(200)
  return sale
}

beforeAll(async () => {
  const saved = await bench.pathologist.post('/api/verificationrules/', {
    Name: 'Sodium in range',
    LabId: 2,
    ElementId: sodium,
    LowValue: 137,
    HighValue: 143,
  })
  expect(saved.status).toBe(201)
  rule = Number(saved.body.VerificationRuleId)
})

test('pathologists maintain rules inside their labs, one for an element of a lab, with bounds in order', async () => {
  const body = { Name: 'Another', LabId: 2, ElementId: sodium }
  const again = await bench.pathologist.post('/api/verificationrules/', body)
  expect([again.status, again.body.errors]).toEqual([400, { ElementId: ['This laboratory has a rule for it already'] }])
  const wrong = await bench.pathologist.post('/api/verificationrules/', {
    ...body,
    ElementId: 1053,
    LowValue: 5,
    HighValue: 4,
  })
  expect([wrong.status, wrong.body.errors]).toEqual([400, { HighValue: ['At most cannot be below At least'] }])
  expect((await bench.technologist.post('/api/verificationrules/', { ...body, ElementId: 1053 })).status).toBe(403)
  const elsewhere = await signedIn(app, 'nashik', role.Technologist, 3)
  expect((await elsewhere.get(`/api/verificationrules/${rule}`)).status).toBe(404)
})

test('it cannot be switched on before its trial, nor without past results', async () => {
  const untried = await act(bench.pathologist, 'switchon')
  expect([untried.status, untried.body.message, untried.body.code]).toEqual([
    422,
    'Try this version of the rule on past results first',
    'untried',
  ])
  expect((await act(bench.pathologist, 'dryrun')).body.message).toBe('There are no past results to try it on')
  expect((await act(bench.pathologist, 'switchon')).body.message).toBe('There were no past results to try it on')
})

test('the trial counts past results, the share it takes, and how many of those were amended, repeated or changed', async () => {
  const sales = []
  for (const Sodium of ['140', '141', '139', '140', '150', '136']) sales.push(await typed(Sodium))
  // of the first four: one is corrected, one repeated, one released and amended
  await enter(bench.technologist, sales[0], { Sodium: '138' })
  const { WorkItemId } = await rowOf(bench.technologist, sales[1], 'Sodium')
  await bench.technologist.put('/api/repeat/testresults', {
    WorkItemIds: [WorkItemId],
    ReasonId: await aReason(bench.technologist),
  })
  await letGo(bench, sales[2], { Sodium: '139' })
  expect((await amended(bench, sales[2], { Sodium: '142' })).status).toBe(200)
  const tried = await act(bench.pathologist, 'dryrun')
  expect(tried.body).toMatchObject({
    message: '6 past results: 4 would be verified (67 %), 3 of them were changed afterwards',
    Results: 6,
    Verified: 4,
    Misses: 3,
  })
  expect(await ruleNow()).toMatchObject({ DryRunVersion: 1, DryRunResults: 6, DryRunVerified: 4, DryRunMisses: 3 })
})

test('a change of its definition makes another version, which needs another trial', async () => {
  const now = await ruleNow()
  const { status } = await bench.pathologist.put(`/api/verificationrules/${rule}`, {
    RowVersion: now.RowVersion,
    HighValue: 144,
  })
  expect(status).toBe(200)
  expect(await ruleNow()).toMatchObject({ RuleVersion: 2, DryRunVersion: 1, IsActive: false })
  expect((await act(bench.pathologist, 'switchon')).body.code).toBe('untried')
  expect((await act(bench.pathologist, 'dryrun')).status).toBe(200)
})

test('only a pathologist switches it on, and its history records that', async () => {
  expect(await statusOf(await typed('140'))).toBe(Entered)
  expect((await act(bench.technologist, 'switchon')).status).toBe(403)
  expect((await act(bench.pathologist, 'switchon')).status).toBe(200)
  expect(await ruleNow()).toMatchObject({ IsActive: true, SwitchedBy: expect.any(String) })
  const history = (await bench.pathologist.get(`/api/actions?ModuleId=verificationrules&FormId=${rule}`)).body
  expect(history[0]).toMatchObject({ Action: 'switch on', Changes: { IsActive: [false, true] } })
})

test('a result it takes is approved on entry, with the name of the rule in the history; it can be released', async () => {
  const sale = await typed('140')
  expect(await rowOf(bench.pathologist, sale, 'Sodium')).toMatchObject({
    StatusId: Approved,
    ApprovedByRule: 'Sodium in range',
    Source: 'person',
  })
  const history = (await bench.pathologist.get(`/api/actions?ModuleId=testresults&FormId=${String(sale)}`)).body
  expect(history[0]).toMatchObject({
    Action: 'auto-verify',
    Remarks: expect.stringContaining('Rule Sodium in range, version 2, switched on by'),
    Changes: { Sodium: [{ StatusId: Entered }, { StatusId: Approved }] },
  })
  await enterAll(bench.technologist, sale, {}, ['Sodium'])
  for (const element of ['Potassium', 'Chloride'])
    expect((await rowOf(bench.pathologist, sale, element)).StatusId).toBe(Entered)
})

test('it takes no result that is outside its bounds, critical, held, or entered by the person who switched it on', async () => {
  for (const Sodium of ['136', '145', '150', '110', '170'])
    expect([Sodium, await statusOf(await typed(Sodium))]).toEqual([Sodium, Entered])
  for (const Sodium of ['137', '144']) expect([Sodium, await statusOf(await typed(Sodium))]).toEqual([Sodium, Approved])
  expect(await statusOf(await typed('140', bench.pathologist))).toBe(Entered)
  expect(await statusOf(await typed('140', bench.other))).toBe(Approved)
  const sale = await newSale()
  const { WorkItemId } = await rowOf(bench.technologist, sale, 'Sodium')
  const ReasonId = await aReason(bench.technologist)
  const hold = { SaleId: sale, WorkItems: [{ WorkItemId, StatusId: OnHold, ReasonId }] }
  expect((await bench.technologist.put('/api/testresults/', hold)).status).toBe(200)
  await enter(bench.technologist, sale, { Sodium: '140' })
  expect(await statusOf(sale)).toBe(OnHold)
})

test('a rule approves no result while the pathologist who switched it on is inactive', async () => {
  const who = { UserName: 'pathologist' }
  await setRows(app, 'users', who, { IsActive: false })
  expect(await statusOf(await typed('140'))).toBe(Entered)
  await setRows(app, 'users', who, { IsActive: true })
  bench.pathologist = await signedIn(app, 'pathologist', role.Pathologist, 2)
  expect(await statusOf(await typed('140'))).toBe(Approved)
})

test('a change switches a rule off until it is tried and switched on again', async () => {
  const change = async (body: Json) =>
    (
      await bench.pathologist.put(`/api/verificationrules/${rule}`, {
        ...body,
        RowVersion: (await ruleNow()).RowVersion,
      })
    ).status
  expect(await ruleNow()).toMatchObject({ IsActive: true, RuleVersion: 2 })
  expect(await change({ HighValue: 900 })).toBe(200)
  expect(await ruleNow()).toMatchObject({ IsActive: false, RuleVersion: 3 })
  expect(await statusOf(await typed('140'))).toBe(Entered)
  expect((await act(bench.pathologist, 'switchon')).body.code).toBe('untried')
  expect(await change({ HighValue: 144 })).toBe(200)
  expect((await act(bench.pathologist, 'dryrun')).status).toBe(200)
  expect((await act(bench.pathologist, 'switchon')).status).toBe(200)
  expect(await statusOf(await typed('140'))).toBe(Approved)
})

test('a pathologist of a lab stops all its rules at once, and no result is approved any longer', async () => {
  expect((await act(bench.technologist, 'stop', { LabId: 2 })).status).toBe(403)
  expect((await act(bench.pathologist, 'stop', { LabId: 3 })).status).toBe(404)
  const stopped = await act(bench.other, 'stop', { LabId: 2 })
  expect([stopped.status, stopped.body.message]).toEqual([200, '1 rule is off'])
  expect(await statusOf(await typed('140'))).toBe(Entered)
  const history = (await bench.pathologist.get(`/api/actions?ModuleId=verificationrules&FormId=${rule}`)).body
  expect(history[0]).toMatchObject({ Action: 'stop', Changes: { IsActive: [true, false] } })
  expect((await act(bench.other, 'stop', { LabId: 2 })).body.message).toBe('No rule of this laboratory is on')
})
