// Fasting, the phase of the cycle and a treatment are states of the patient at the draw, as pregnancy is: asked where a
// product needs them, judged by, printed; not stated, they judge nothing.
import { beforeAll, expect, test } from 'vitest'
import { readRow } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { gender } from '../lists/items.model.ts'
import { savedByTwo } from '../requests/requests.fixture.ts'
import { accessioned, aPatient, booked, product, saleOf } from '../sales/sales.fixture.ts'
import type { ReportData } from '../testreports/print/report.model.ts'
import {
  approveAll,
  approveNormal,
  aReason,
  enter,
  enterAll,
  itemsOf,
  labForTests,
  releaseAll,
  rowOf,
  waiting,
} from './testresults.fixture.ts'

const { app, bench } = labForTests()
/** FSH, LH and others, of women. */
const hormones = 3107
const fsh = 'FSH'

const woman = (Age = 30): Promise<number> =>
  aPatient(bench.desk, { Name: 'Asha Cycle', GenderId: gender.Female, Age, MobilePhone: '9822000171' })
const drawn = async (
  stated: Json,
  products: readonly number[] = [hormones],
  PatientId?: number,
): Promise<Read<'sales'>> =>
  accessioned(bench.desk, { PatientId: PatientId ?? (await woman()), BuyerId: 21, products, ...stated })
const judged = async (sale: Read<'sales'>, element: string, value: string): Promise<unknown> => {
  const entered = await enter(bench.technologist, sale.SaleId, { [element]: value })
  if (entered.status !== 200) throw new Error(entered.text)
  return (await rowOf(bench.pathologist, sale.SaleId, element)).Flag
}
const newest = async (sale: Read<'sales'>): Promise<ReportData> =>
  (await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content', 'version desc')).Content
const printed = async (sale: Read<'sales'>, element: string) =>
  (await newest(sale)).Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])).find(
    ({ Element }) => Element === element,
  )
const issued = async (stated: Json, value: string): Promise<Read<'sales'>> => {
  const sale = await drawn(stated)
  await enterAll(bench.technologist, sale.SaleId, { [fsh]: value })
  await approveAll(bench.pathologist, sale.SaleId)
  const released = await releaseAll(bench.pathologist, sale.SaleId)
  if (released.status !== 200) throw new Error(released.text)
  return sale
}

let admin: Person
/** Another range of an element beside those that it has. */
const withRange = async (ElementId: number, range: Json): Promise<void> => {
  const element = (await admin.get(`/api/elements/${ElementId}`)).body
  const saved = await admin.put(`/api/elements/${ElementId}`, {
    ElementMeasurements: [...element.ElementMeasurements, range],
    RowVersion: element.RowVersion,
  })
  if (saved.status !== 200) throw new Error(saved.text)
}
const [sodium, potassium] = [1052, 1053]
beforeAll(async () => {
  admin = await signedIn(app, 'admin', 1, 1)
  await withRange(sodium, { MinAge: 0, MaxAge: 120, LowValue: 130, HighValue: 140, Treatment: 'yes' })
  await withRange(potassium, { MinAge: 0, MaxAge: 120, LowValue: 3, HighValue: 4, Fasting: 'yes' })
})

test('FSH of 15 is high in the follicular and luteal phase, usual at mid-cycle and low after the menopause', async () => {
  const flags = async (CyclePhase: string) => judged(await drawn({ CyclePhase }), fsh, '15')
  expect([
    await flags('follicular'),
    await flags('mid-cycle'),
    await flags('luteal'),
    await flags('post-menopausal'),
  ]).toEqual(['H', 'N', 'H', 'L'])
  // after 60 the cycle is over, whatever is stated
  expect(await judged(await drawn({}, [hormones], await woman(66)), fsh, '15')).toBe('L')
})

test('where the phase is not stated there is no flag, no approval in bulk, and a signatory reviews it', async () => {
  const sale = await drawn({})
  await bench.technologist.put('/api/generate/worksheets')
  expect(await judged(sale, fsh, '5')).toBeNull()
  const { WorkItemId, WorkSheetId } = await rowOf(bench.pathologist, sale.SaleId, fsh)
  const many = await approveNormal(bench.pathologist, [{ WorkSheetId, SaleId: sale.SaleId }])
  expect(many.text).toContain(`${fsh}: no reference interval shows that it is normal`)
  const refused = await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [WorkItemId] })
  expect([refused.status, refused.body.message]).toEqual([422, `${fsh}: to be reviewed first (no reference interval)`])
})

test('the report prints the phase beside the interval; not stated, it prints on what it depends and what may hold', async () => {
  expect(await printed(await issued({ CyclePhase: 'luteal' }, '5'), fsh)).toMatchObject({
    Flag: 'N',
    IntervalText: expect.stringMatching(/^1\.7\W+7\.7/),
    IntervalNote: 'Luteal phase',
  })
  const without = await printed(await issued({}, '5'), fsh)
  expect([without?.Flag, without?.IntervalText]).toEqual([null, 'Depends on the phase of the cycle, not stated'])
  expect(without?.IntervalNote).toMatch(
    /^Follicular phase 3\.5\W+12\.5; Mid-cycle .*; Luteal phase .*; Post-menopausal /,
  )
})

test('the counter is asked for what the products on the bill need, at any depth, and for no more', async () => {
  const asks = async (...ids: number[]) =>
    (await bench.desk.get(`/api/asks/products?ProductIds=${ids.join()}`)).body.Asks
  expect(await asks(product.cbc)).toEqual([])
  // TSH is measured with them
  const ofHormones = ['CyclePhase', 'Pregnancy', 'PregnancyWeeks']
  expect(await asks(hormones)).toEqual(ofHormones)
  expect(await asks(product.electrolytes)).toEqual(['FastingHours', 'Treatment'])
  expect(await asks(product.cbc, product.electrolytes, hormones)).toEqual(
    [...ofHormones, 'FastingHours', 'Treatment'].sort(),
  )
  expect((await bench.desk.get('/api/asks/products')).status).toBe(400)
})

test('a range on treatment, and one for who fasted eight hours, hold for whom they name', async () => {
  const flags = async (stated: Json) => {
    const sale = await drawn(stated, [product.electrolytes])
    return [await judged(sale, 'Sodium', '142'), await judged(sale, 'Potassium', '4.5')]
  }
  expect(await flags({ Treatment: 'yes', FastingHours: 8 })).toEqual(['H', 'H'])
  expect(await flags({ Treatment: 'no', FastingHours: 7 })).toEqual(['N', 'N'])
  expect(await flags({})).toEqual([null, null])
  const twice = await admin.get(`/api/elements/${sodium}`)
  const rows = twice.body.ElementMeasurements
  const again = await admin.put(`/api/elements/${sodium}`, {
    ElementMeasurements: [...rows, { MinAge: 0, MaxAge: 120, LowValue: 131, HighValue: 139, Treatment: 'yes' }],
    RowVersion: twice.body.RowVersion,
  })
  expect([again.status, again.text]).toEqual([
    400,
    expect.stringContaining('There is a range for the same people already'),
  ])
})

test('a range on treatment holds before those of the sex, which hold for who is not treated', async () => {
  const chloride = 1054
  await withRange(chloride, { GenderId: gender.Female, MinAge: 0, MaxAge: 120, LowValue: 98, HighValue: 107 })
  await withRange(chloride, { MinAge: 0, MaxAge: 120, LowValue: 110, HighValue: 120, Treatment: 'yes' })
  const flag = async (Treatment: string) =>
    judged(await drawn({ Treatment }, [product.electrolytes]), 'Chloride', '112')
  expect([await flag('yes'), await flag('no')]).toEqual(['N', 'H'])
})

test('what cannot be is refused with its field: a phase of a man, hours beyond three days, a phase in pregnancy', async () => {
  const man = await aPatient(bench.desk, { Name: 'Ramesh Not', GenderId: gender.Male, Age: 30 })
  const refused = async (PatientId: number, stated: Json) => {
    const sale = await booked(bench.desk, { PatientId, products: [product.cbc] })
    const { status, body } = await bench.desk.put(`/api/sales/${String(sale.SaleId)}`, stated)
    return [status, Object.keys(body.errors ?? {})]
  }
  expect(await refused(man, { CyclePhase: 'luteal' })).toEqual([400, ['CyclePhase']])
  expect(await refused(man, { FastingHours: 73 })).toEqual([400, ['FastingHours']])
  expect(await refused(man, { Treatment: 'perhaps' })).toEqual([400, ['Treatment']])
  expect(await refused(await woman(), { Pregnancy: 'yes', CyclePhase: 'luteal' })).toEqual([400, ['CyclePhase']])
})

test('stated later it is judged again; once a report is out Correct details does it, and says so', async () => {
  const open = await drawn({})
  expect(await judged(open, fsh, '15')).toBeNull()
  const path = `/api/sales/${String(open.SaleId)}` as const
  expect((await bench.desk.put(path, { CyclePhase: 'luteal', FastingHours: 10 })).status).toBe(200)
  expect((await rowOf(bench.pathologist, open.SaleId, fsh)).Flag).toBe('H')
  expect(await saleOf(bench.desk, open.SaleId)).toMatchObject({ CyclePhase: 'luteal', FastingHours: 10 })
  // of another patient nothing of it is known
  expect((await bench.desk.put(path, { PatientId: await woman(31) })).status).toBe(200)
  expect(await saleOf(bench.desk, open.SaleId)).toMatchObject({ CyclePhase: null, FastingHours: null })

  const sale = await issued({ CyclePhase: 'luteal' }, '15')
  const refused = await bench.desk.put(`/api/sales/${String(sale.SaleId)}`, { CyclePhase: 'mid-cycle' })
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('"Correct details"')])
  const corrected = await bench.pathologist.put('/api/correctdetails/sales', {
    SaleId: sale.SaleId,
    CyclePhase: 'mid-cycle',
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Day 14',
  })
  expect([corrected.status, corrected.text]).toEqual([200, corrected.text])
  expect(await rowOf(bench.pathologist, sale.SaleId, fsh)).toMatchObject({ Flag: 'N', CyclePhase: 'mid-cycle' })
  const changes = (await newest(sale)).Amendment?.Changes ?? []
  expect(changes.map(({ What }) => What)).toEqual(['Phase of the cycle', 'FSH, judged by', 'LH, judged by'])
})

test('a state that was stated by mistake is taken back once the report is out: judged again, and printed as not judged', async () => {
  const sale = await issued({ CyclePhase: 'luteal', FastingHours: 10 }, '5')
  expect(await rowOf(bench.pathologist, sale.SaleId, fsh)).toMatchObject({ Flag: 'N', StatusId: 154 })
  const correct = async (changes: Json, person: Person = bench.pathologist) =>
    person.put('/api/correctdetails/sales', {
      SaleId: sale.SaleId,
      ReasonId: await aReason(bench.pathologist),
      Remarks: 'She does not know the day',
      ...changes,
    })
  const errors = async (changes: Json) => {
    const { status, body } = await correct(changes)
    return [status, body.errors]
  }
  expect(await errors({ TakenBack: 'Treatment' })).toEqual([
    400,
    { TakenBack: ['Treatment is not stated and cannot be taken back'] },
  ])
  expect(await errors({ TakenBack: 'CyclePhase', CyclePhase: 'follicular' })).toEqual([
    400,
    { TakenBack: ['State Cycle Phase, or take it back'] },
  ])
  expect(await errors({ TakenBack: 'LRN' })).toEqual([400, { TakenBack: [expect.any(String)] }])
  expect((await correct({ TakenBack: 'CyclePhase' }, bench.desk)).status).toBe(403)
  const done = await correct({ TakenBack: 'CyclePhase' })
  expect([done.status, done.text]).toEqual([200, done.text])
  expect(await saleOf(bench.desk, sale.SaleId)).toMatchObject({ CyclePhase: null, FastingHours: 10 })
  expect((await newest(sale)).Amendment?.Changes).toEqual(
    expect.arrayContaining([{ What: 'Phase of the cycle', Was: 'Luteal phase', Is: 'not stated' }]),
  )
  // without an interval it waits for a review
  expect(await printed(sale, fsh)).toMatchObject({ Result: 'To follow on an amended report', Flag: null })
  const WorkItemIds = itemsOf(await waiting(bench.other, sale.SaleId))
  for (const name of ['review', 'approve'])
    expect((await bench.other.put(`/api/${name}/testresults`, { WorkItemIds })).status).toBe(200)
  expect(await rowOf(bench.pathologist, sale.SaleId, fsh)).toMatchObject({ Flag: null, Result: '5', StatusId: 159 })
  expect(await printed(sale, fsh)).toMatchObject({
    Flag: null,
    IntervalText: 'Depends on the phase of the cycle, not stated',
  })
  expect(await errors({ TakenBack: 'CyclePhase' })).toEqual([
    400,
    { TakenBack: ['Cycle Phase is not stated and cannot be taken back'] },
  ])
})

test('when the collection date moves a result is judged by the range that held when it was entered', async () => {
  const sale = await drawn({ CyclePhase: 'luteal' })
  expect(await judged(sale, fsh, '5')).toBe('N')
  const { ElementId } = await rowOf(bench.pathologist, sale.SaleId, fsh)
  const { body } = await admin.get(`/api/elements/${String(ElementId)}`)
  const ElementMeasurements = body.ElementMeasurements.map((row) =>
    row.CyclePhase === 'luteal' ? { ...row, HighValue: 3, PrintableRange: '1.7 - 3' } : row,
  )
  const RowVersion = body.RowVersion
  const saved = await savedByTwo(admin, bench.pathologist, `elements/${String(ElementId)}`, {
    ElementMeasurements,
    RowVersion,
  })
  expect([saved.status, saved.text]).toEqual([200, saved.text])
  const CollectionDate = new Date(Date.parse(String(sale.CollectionDate)) - 30 * 60_000).toISOString()
  expect((await bench.desk.put(`/api/sales/${String(sale.SaleId)}`, { CollectionDate })).status).toBe(200)
  expect(await rowOf(bench.pathologist, sale.SaleId, fsh)).toMatchObject({ Flag: 'N', CollectionDate })
  expect(await judged(await drawn({ CyclePhase: 'luteal' }), fsh, '5')).toBe('H')
})
