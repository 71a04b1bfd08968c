// Results that a person must review: no rule approves them, however ordinary the value is.
import { beforeAll, expect, test } from 'vitest'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import { gender, workItemReason, workItemStatus } from '../lists/items.model.ts'
import { keepersOf } from '../testreports/chain.fixture.ts'
import { aPatient, product } from '../sales/sales.fixture.ts'
import { amended, enter, enterAll, labForTests, letGo, paidSale, rowOf } from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
const { Pending, Entered, Approved, OnHold, NotPerformed, ReferredOut, Repeat, Amended } = workItemStatus
const ReasonId = workItemReason.QuantityNotSufficient
const element = { sodium: 1052, potassium: 1053 }
const rules = new Map<string, number>()
const act = (path: string, name: string, person: Person = bench.pathologist) =>
  person.put(`/api/${path}/verificationrules`, { formId: rules.get(name) })
const on = async (name: string): Promise<void> => {
  expect((await act('dryrun', name)).status).toBe(200)
  expect((await act('switchon', name)).body.message).toBe(`${name} is on`)
}
const rule = async (name: string, ElementId: number): Promise<void> => {
  const saved = await bench.pathologist.post('/api/verificationrules/', { Name: name, LabId: 2, ElementId })
  rules.set(name, saved.body.VerificationRuleId)
  await on(name)
}
const sold = async (
  more: Json = {},
  products: readonly number[] = [product.electrolytes],
  due = 450,
): Promise<unknown> => (await paidSale(bench.desk, await aPatient(bench.desk, more), products, due)).SaleId
const row = (sale: unknown, name = 'Sodium') => rowOf(bench.pathologist, sale, name)
const statusOf = async (sale: unknown, name = 'Sodium') => (await row(sale, name)).StatusId
/** Saves part of a row as the technologist does. */
const put = async (sale: unknown, change: Json, name = 'Sodium'): Promise<void> => {
  const { WorkItemId } = await row(sale, name)
  const answer = await bench.technologist.put('/api/testresults/', {
    SaleId: sale,
    WorkItems: [{ WorkItemId, ...change }],
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

beforeAll(async () => {
  await enterAll(bench.technologist, await sold())
  await rule('Sodium', element.sodium)
  await rule('Potassium', element.potassium)
}, 120_000)

test('a rule takes an ordinary value; it does not take one that replaced another, since that may have been critical', async () => {
  const sale = await sold()
  await enter(bench.technologist, sale, { Sodium: '140' })
  expect(await statusOf(sale)).toBe(Approved)
  const again = await sold()
  for (const Sodium of ['170', '140']) await enter(bench.technologist, again, { Sodium })
  expect(await row(again)).toMatchObject({ StatusId: Entered, Flag: 'N', ApprovedByRule: null })
  await put(again, { Result: null })
  expect(await statusOf(again)).toBe(Pending)
  await put(again, { Result: '140' })
  expect(await statusOf(again)).toBe(Entered)
})

test('a result that differs from the earlier one, or cannot be compared with it, is reviewed', async () => {
  const patient = await aPatient(bench.desk)
  const sale = async () => (await paidSale(bench.desk, patient)).SaleId
  const first = await sale()
  await enter(bench.technologist, first, { Sodium: '137' })
  const next = [await sale(), await sale(), await sale()]
  await enter(bench.technologist, next[0], { Sodium: '145' })
  expect(await row(next[0])).toMatchObject({ PreviousResult: '137', IsDelta: false, StatusId: Approved })
  await setRows(app, 'results', { WorkItemId: (await row(next[0])).WorkItemId }, { Result: '136' })
  await enter(bench.technologist, next[1], { Sodium: '145' })
  expect(await row(next[1])).toMatchObject({ PreviousResult: '136', IsDelta: true, StatusId: Entered })
  await setRows(app, 'results', { WorkItemId: (await row(next[0])).WorkItemId }, { Result: '<150' })
  await enter(bench.technologist, next[2], { Sodium: '140' })
  expect(await row(next[2])).toMatchObject({ PreviousResult: '<150', IsDelta: false, StatusId: Entered })
})

test('held, referred out, repeated, noted, not performed: each is reviewed', async () => {
  const held = await sold()
  await put(held, { StatusId: OnHold, ReasonId })
  await put(held, { StatusId: Entered, Result: '140' })
  const referred = await sold()
  await put(referred, { StatusId: ReferredOut })
  await put(referred, { Result: '140' })
  expect((await row(referred)).Source).toBe('outside lab')
  const repeated = await sold()
  await enter(bench.technologist, repeated, { Sodium: '150' })
  await put(repeated, { StatusId: Repeat, ReasonId })
  await put(repeated, { Result: '140' })
  expect((await row(repeated)).Runs).toHaveLength(2)
  const noted = await sold()
  await put(noted, { Result: '140', Comments: 'Slightly haemolysed' })
  const remarked = await sold()
  await put(remarked, { Result: '140', Remarks: 'Please look at this' })
  for (const sale of [held, referred, repeated, noted, remarked]) expect(await statusOf(sale)).toBe(Entered)
  const given = await sold()
  await put(given, { Result: '140', StatusId: NotPerformed, ReasonId })
  expect(await statusOf(given)).toBe(NotPerformed)
})

test('the other signatory signs an amended result, no rule does', async () => {
  const sale = await sold()
  await letGo(bench, sale, { Sodium: '150', Potassium: '5.5' })
  expect((await amended(bench, sale, { Sodium: '140' })).status).toBe(200)
  expect(await row(sale)).toMatchObject({ StatusId: Amended, Flag: 'N', ApprovedByRule: null })
})

test('a patient without birth date or sex is reviewed where the interval depends on it, and only there', async () => {
  const sale = await sold()
  const { PatientId } = await row(sale)
  await setRows(app, 'clients', { ClientId: PatientId }, { BirthDate: null, GenderId: gender.Unknown })
  await enter(bench.technologist, sale, { Sodium: '140', Potassium: '4.1' })
  // potassium has an interval of its own for the newborn
  expect([await statusOf(sale), await row(sale, 'Potassium')]).toMatchObject([
    Approved,
    { StatusId: Entered, Flag: 'N' },
  ])
})

test('a calculated result is not taken before its inputs', async () => {
  const bilirubin = async () => sold({}, [product.bilirubin], 250)
  const first = await bilirubin()
  await enterAll(bench.technologist, first)
  const names = ['Bilirubin, total', 'Bilirubin, direct', 'Bilirubin, indirect'] as const
  const ruleOn = async (name: string, element: (typeof names)[number]): Promise<void> =>
    rule(name, (await row(first, element)).ElementId)
  const typed = async (): Promise<unknown[]> => {
    const sale = await bilirubin()
    await enter(bench.technologist, sale, { 'Bilirubin, total': '0.8' })
    await enter(bench.technologist, sale, { 'Bilirubin, direct': '0.2' })
    return Promise.all(names.map((name) => statusOf(sale, name)))
  }
  await ruleOn('Indirect', 'Bilirubin, indirect')
  expect(await typed()).toEqual([Entered, Entered, Entered])
  await ruleOn('Total', 'Bilirubin, total')
  expect(await typed()).toEqual([Approved, Entered, Entered])
  await ruleOn('Direct', 'Bilirubin, direct')
  expect(await typed()).toEqual([Approved, Approved, Approved])
})

test('a rule takes no result once unit, limit or interval of the element has changed since its trial', async () => {
  const typed = async (): Promise<unknown> => {
    const sale = await sold()
    await enter(bench.technologist, sale, { Sodium: '140' })
    return statusOf(sale)
  }
  const { LowValue } = await readRow<{ LowValue: number }>(
    app,
    'element_measurements',
    { ElementId: element.sodium },
    'min(low_value)::float as low_value',
  )
  const changes: [string, Json, Json][] = [
    ['element_measurements', { LowValue: 135 }, { LowValue }],
    ['elements', { DeltaCheck: '{"type":"abs","limit":3,"windowDays":3}' }, { DeltaCheck: null }],
    ['elements', { UnitOfMeasure: 'mEq/L' }, { UnitOfMeasure: 'mmol/L' }],
  ]
  for (const [table, change, back] of changes) {
    expect(await typed()).toBe(Approved)
    await setRows(app, table, { ElementId: element.sodium }, change)
    expect(await typed()).toBe(Entered)
    const now = (await bench.pathologist.get(`/api/verificationrules/${rules.get('Sodium') ?? 0}`)).body
    expect(now).toMatchObject({ IsActive: true, IsOutdated: true })
    for (const sort of ['IsOutdated', '-IsOutdated']) {
      const { body } = await bench.pathologist.get(`/api/getdata/1060?sort=${sort}`)
      expect(body.map((one) => [one.Name, one.IsOutdated])).toContainEqual(['Sodium', true])
    }
    await act('switchoff', 'Sodium')
    expect((await act('switchon', 'Sodium')).body.code).toBe('untried')
    await on('Sodium')
    expect(await typed()).toBe(Approved)
    await setRows(app, table, { ElementId: element.sodium }, back)
    await act('switchoff', 'Sodium')
    await on('Sodium')
  }
})

test('a trial counts only results a rule would take: none of another laboratory, in another unit, or always reviewed', async () => {
  const chloride = 1054
  const saved = await bench.pathologist.post('/api/verificationrules/', {
    Name: 'Chloride',
    LabId: 2,
    ElementId: chloride,
  })
  rules.set('Chloride', saved.body.VerificationRuleId)
  const counted = async (): Promise<number[]> => {
    const { Results, Verified, Misses } = (await act('dryrun', 'Chloride')).body
    return [Results, Verified, Misses].map(Number)
  }
  const [results = 0, verified = 0, misses = 0] = await counted()
  const sales = []
  for (const Chloride of ['100', '101', '102', '103', '120', '99']) {
    const sale = await sold()
    await enter(bench.technologist, sale, { Chloride })
    sales.push(await row(sale, 'Chloride'))
  }
  // of six, by hand: 120 is critical; no result was changed afterwards
  expect(await counted()).toEqual([results + 6, verified + 5, misses])
  await put(sales[0]?.SaleId, { StatusId: NotPerformed, ReasonId }, 'Chloride')
  await put(sales[1]?.SaleId, { StatusId: OnHold, ReasonId }, 'Chloride')
  await put(sales[2]?.SaleId, { Result: '104' }, 'Chloride')
  expect(await counted()).toEqual([results + 6, verified + 5, misses + 3])
  await setRows(app, 'results', { WorkItemId: sales[3]?.WorkItemId }, { Source: 'outside lab' })
  await setRows(app, 'results', { WorkItemId: sales[5]?.WorkItemId }, { UnitOfMeasure: 'mg/dL' })
  expect(await counted()).toEqual([results + 4, verified + 3, misses + 3])
  await setRows(app, 'elements', { ElementId: chloride }, { ReviewRequired: true })
  expect(await counted()).toEqual([results + 4, 0, 0])
})

test('a user who does not sign at the laboratory itself cannot switch its rules on', async () => {
  await act('switchoff', 'Potassium')
  const answer = await act('switchon', 'Potassium', (await keepersOf(app)).signs)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'You do not sign at this laboratory. The person who switches a rule on signs what it approves',
  ])
})
