// The week of a pregnancy: stated with the sale for the day of its draw, judged by at the draw of each tube, printed, and
// corrected as the pregnancy is; not stated, it judges nothing.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import type { Read, Result } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { contradictions, rangeErrors } from '../elements/elements.rules.ts'
import { bothStateErrors } from '../elements/states/both-states.rules.ts'
import { weekErrors } from '../elements/states/weeks.rules.ts'
import { gender } from '../lists/items.model.ts'
import { accessioned, aPatient, booked, product, saleOf } from '../sales/sales.fixture.ts'
import type { ReportData } from '../testreports/print/report.model.ts'
import { approveAll, aReason, enter, enterAll, releaseAll, rowOf } from './testresults.fixture.ts'

const { app, admin, ...bench } = networkForTests('admin', 'desk', 'technologist', 'pathologist')
afterEach(() => expectInvariants(app.db))
const chloride = 1054
/** Products of the shipped catalogue with TSH and with hCG. */
const [thyroidStimulating, gonadotropin] = [3038, 3040]
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

const person = (more: Json = {}): Promise<number> =>
  aPatient(bench.desk, { Name: 'Asha Weeks', GenderId: gender.Female, Age: 30, MobilePhone: '9822000174', ...more })
const drawn = async (stated: Json): Promise<Read<'sales'>> =>
  accessioned(bench.desk, { PatientId: await person(), BuyerId: 21, products: [product.electrolytes], ...stated })
const pregnant = (PregnancyWeeks: number | null, more: Json = {}): Promise<Read<'sales'>> =>
  drawn({ Pregnancy: 'yes', PregnancyWeeks, ...more })
const row = async (sale: Read<'sales'>): Promise<Result> => rowOf(bench.pathologist, sale.SaleId, 'Chloride')
const judged = async (sale: Read<'sales'>, value: string): Promise<unknown> => {
  const entered = await enter(bench.technologist, sale.SaleId, { Chloride: value })
  if (entered.status !== 200) throw new Error(entered.text)
  return (await row(sale)).Flag
}
const change = (sale: Read<'sales'>, stated: Json) => bench.desk.put(`/api/sales/${String(sale.SaleId)}`, stated)
const weeksOf = async (sale: Read<'sales'>): Promise<unknown[]> => {
  const { Pregnancy, PregnancyWeeks, PregnancyWeeksOn } = await saleOf(bench.desk, sale.SaleId)
  return [Pregnancy, PregnancyWeeks, PregnancyWeeksOn]
}
const issued = async (sale: Read<'sales'>, value: string): Promise<Read<'sales'>> => {
  await enterAll(bench.technologist, sale.SaleId, { Chloride: value })
  await approveAll(bench.pathologist, sale.SaleId)
  const released = await releaseAll(bench.pathologist, sale.SaleId)
  if (released.status !== 200) throw new Error(released.text)
  return sale
}
const newest = async (sale: Read<'sales'>): Promise<ReportData> =>
  (await readRow<{ Content: ReportData }>(app, 'reports', { SaleId: sale.SaleId }, 'content', 'version desc')).Content
const printed = async (sale: Read<'sales'>) =>
  (await newest(sale)).Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])).find(
    ({ Element }) => Element === 'Chloride',
  )
/** The week that is frozen on the newest value. */
const frozenWeek = async (sale: Read<'sales'>): Promise<number | null> =>
  (
    await readRow<{ PregnancyWeeks: number | null }>(
      app,
      'results',
      { WorkItemId: (await row(sale)).WorkItemId },
      'pregnancy_weeks',
      'version desc',
    )
  ).PregnancyWeeks

const trimesters: readonly Json[] = [
  { MaxWeeks: 13, LowValue: 90, HighValue: 95, CriticallyHighValue: 140 },
  { MinWeeks: 14, MaxWeeks: 27, LowValue: 100, HighValue: 105, CriticallyHighValue: 130 },
  { MinWeeks: 28, LowValue: 110, HighValue: 115, CriticallyHighValue: 150 },
]
const save = async (...more: readonly Json[]) => {
  const { body } = await admin.get(`/api/elements/${chloride}`)
  const rows = body.ElementMeasurements.filter((one) => one.Pregnancy !== 'yes')
  return admin.put(`/api/elements/${chloride}`, {
    ElementMeasurements: [...rows, ...more.map((one) => ({ Pregnancy: 'yes', MinAge: 0, MaxAge: 120, ...one }))],
    RowVersion: body.RowVersion,
  })
}
beforeAll(async () => {
  const saved = await save(...trimesters)
  if (saved.status !== 200) throw new Error(saved.text)
})

test('a value is judged by the trimester, both ends included; who is not pregnant by none of them', async () => {
  const flags = []
  for (const weeks of [1, 13, 14, 27, 28, 45]) flags.push(await judged(await pregnant(weeks), '101'))
  expect(flags).toEqual(['H', 'H', 'N', 'N', 'L', 'L'])
  expect(await judged(await drawn({ Pregnancy: 'no' }), '101')).toBe('N')
})

test('without the week there is no flag, the strictest critical bound is called about, and the report says why', async () => {
  const sale = await pregnant(null)
  expect(await judged(sale, '101')).toBeNull()
  expect(await row(sale)).toMatchObject({ NoRange: true, ElementMeasurementId: null, CriticallyHighValue: 130 })
  expect(await judged(sale, '131')).toBe('HH')
  const out = await issued(await pregnant(null), '101')
  expect(await printed(out)).toMatchObject({ Flag: null, IntervalText: 'Depends on the week of pregnancy, not stated' })
  expect((await printed(out))?.IntervalNote).toMatch(
    /Pregnant, up to 13 weeks 90\W+95; Pregnant, 14\W+27 weeks 100\W+105; Pregnant, from 28 weeks 110\W+115/,
  )
  expect(await frozenWeek(out)).toBeNull()
})

test('the report prints the weeks of the interval and of the draw, and the version keeps the week', async () => {
  const sale = await issued(await pregnant(20), '101')
  expect(await printed(sale)).toMatchObject({ Flag: 'N', IntervalNote: 'Pregnant; 14–27 weeks; 20 weeks at the draw' })
  expect(await frozenWeek(sale)).toBe(20)
  const { WorkItemId } = await row(sale)
  const commented = await bench.pathologist.put('/api/amend/testresults', {
    WorkItems: [{ WorkItemId, Comments: 'Clear serum' }],
    ReasonId: await aReason(bench.pathologist),
    Remarks: 'Seen',
  })
  expect([commented.status, commented.text]).toEqual([200, commented.text])
  expect(await frozenWeek(sale)).toBe(20)
  expect(await frozenWeek(await issued(await drawn({ Pregnancy: 'no' }), '101'))).toBeNull()
})

test('a tube that is drawn later is judged by the week of its own draw', async () => {
  const CollectionDate = daysAgo(7)
  const sale = await pregnant(13, { CollectionDate, EarlyCollection: true })
  expect(await weeksOf(sale)).toEqual(['yes', 13, dayOf(CollectionDate)])
  expect(await judged(sale, '101')).toBe('H')
  const { SampleId } = await row(sale)
  await setRows(app, 'samples', { SampleId }, { CollectionDate: daysAgo(0), ReceivedDate: daysAgo(0) })
  expect(await judged(sale, '102')).toBe('N')
  expect(await frozenWeek(sale)).toBe(14)
})

test('where the draw moves the day stays for which the weeks were stated; stated again they are for the draw', async () => {
  const [first, second] = [daysAgo(20), daysAgo(12)]
  const sale = await pregnant(13, { CollectionDate: first, EarlyCollection: true })
  expect(await judged(sale, '101')).toBe('H')
  const moved = await change(sale, { CollectionDate: second, EarlyCollection: true })
  expect([moved.status, moved.text]).toEqual([200, moved.text])
  expect(await weeksOf(sale)).toEqual(['yes', 13, dayOf(first)])
  expect((await row(sale)).Flag).toBe('N')
  // the day is the server's
  expect((await change(sale, { PregnancyWeeks: 13, PregnancyWeeksOn: '2020-01-01' })).status).toBe(200)
  expect(await weeksOf(sale)).toEqual(['yes', 13, dayOf(first)])
  expect((await change(sale, { PregnancyWeeks: 12 })).status).toBe(200)
  expect(await weeksOf(sale)).toEqual(['yes', 12, dayOf(second)])
  expect((await row(sale)).Flag).toBe('H')
  // later than a pregnancy lasts, the week is not known
  expect((await change(sale, { PregnancyWeeks: 45 })).status).toBe(200)
  expect((await row(sale)).Flag).toBe('L')
  expect((await change(sale, { CollectionDate: daysAgo(1), EarlyCollection: true })).status).toBe(200)
  expect((await row(sale)).Flag).toBeNull()
})

test('a draw at half past midnight in India is of that day', async () => {
  const day = addDays(dayOf(new Date()), -1)
  const CollectionDate = new Date(`${day}T00:30:00+05:30`).toISOString()
  expect(await weeksOf(await pregnant(9, { CollectionDate, EarlyCollection: true }))).toEqual(['yes', 9, day])
})

test('weeks that cannot be are refused at their field, and leave the sale as it was', async () => {
  const [man, girl] = [await person({ GenderId: gender.Male }), await person({ Age: 9 })]
  const refused = async (PatientId: number, stated: Json) => {
    const sale = await booked(bench.desk, { PatientId, products: [product.cbc] })
    const { status, body } = await change(sale, stated)
    expect(await weeksOf(sale)).toEqual([null, null, null])
    return [status, ...Object.entries(body.errors ?? {}).flat(2)]
  }
  const asha = await person()
  const range = 'Weeks of pregnancy must be between 1 and 45'
  expect(await refused(asha, { Pregnancy: 'yes', PregnancyWeeks: 0 })).toEqual([400, 'PregnancyWeeks', range])
  expect(await refused(asha, { Pregnancy: 'yes', PregnancyWeeks: 46 })).toEqual([400, 'PregnancyWeeks', range])
  for (const PregnancyWeeks of [20.5, '20 weeks', -1, true, [20]])
    expect((await refused(asha, { Pregnancy: 'yes', PregnancyWeeks })).slice(0, 2)).toEqual([400, 'PregnancyWeeks'])
  const notPregnant = 'Weeks are of a pregnant patient. State Pregnant, or leave Weeks Pregnant empty'
  expect(await refused(asha, { PregnancyWeeks: 20 })).toEqual([400, 'PregnancyWeeks', notPregnant])
  expect(await refused(asha, { Pregnancy: 'no', PregnancyWeeks: 20 })).toEqual([400, 'PregnancyWeeks', notPregnant])
  for (const one of [man, girl])
    expect((await refused(one, { Pregnancy: 'yes', PregnancyWeeks: 20 })).slice(0, 2)).toEqual([400, 'Pregnancy'])
  const other = await person({ GenderId: gender.Other })
  const sale = await pregnant(20, { PatientId: other })
  expect(await weeksOf(sale)).toEqual(['yes', 20, dayOf(sale.CollectionDate)])
})

test('with the pregnancy its weeks are gone, and with the patient', async () => {
  const sale = await pregnant(20)
  expect(await judged(sale, '101')).toBe('N')
  expect((await change(sale, { Pregnancy: 'no' })).status).toBe(200)
  expect(await weeksOf(sale)).toEqual(['no', null, null])
  expect((await change(sale, { Pregnancy: 'yes', PregnancyWeeks: 30 })).status).toBe(200)
  expect((await row(sale)).Flag).toBe('L')
  expect((await change(sale, { PatientId: await person({ Name: 'Meera Weeks' }) })).status).toBe(200)
  expect(await weeksOf(sale)).toEqual([null, null, null])
})

test('a wrong week of a report that is out is corrected as the pregnancy is, and the next version says it', async () => {
  const sale = await issued(await pregnant(20), '101')
  const refused = await change(sale, { PregnancyWeeks: 30 })
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('"Correct details"')])
  const correct = async (stated: Json) =>
    bench.pathologist.put('/api/correctdetails/sales', {
      SaleId: sale.SaleId,
      ReasonId: await aReason(bench.pathologist),
      Remarks: 'As the scan says',
      ...stated,
    })
  expect((await correct({ PregnancyWeeks: 46 })).status).toBe(400)
  const done = await correct({ PregnancyWeeks: 30 })
  expect([done.status, done.text]).toEqual([200, done.text])
  expect(await row(sale)).toMatchObject({ Flag: 'L', StatusId: 159, PregnancyWeeks: 30 })
  const day = (await weeksOf(sale))[2]
  expect(day).toBe(dayOf(sale.CollectionDate))
  expect((await newest(sale)).Amendment?.Changes).toEqual([
    {
      What: 'Weeks of pregnancy',
      Was: expect.stringMatching(/^20 weeks on /),
      Is: expect.stringMatching(/^30 weeks on /),
    },
    { What: 'Chloride, judged by', Was: expect.stringMatching(/^100.*, N$/), Is: expect.stringMatching(/^110.*, L$/) },
  ])
  expect(await printed(sale)).toMatchObject({ IntervalNote: 'Pregnant; from 28 weeks; 30 weeks at the draw' })
  expect(await frozenWeek(sale)).toBe(30)
  expect((await correct({ TakenBack: 'PregnancyWeeks' })).status).toBe(200)
  expect(await weeksOf(sale)).toEqual(['yes', null, null])
  expect(await row(sale)).toMatchObject({ Flag: 'L', Amendment: { NoRange: true } }) // reviewed first
  expect((await correct({ PregnancyWeeks: 20 })).status).toBe(200)
  expect((await correct({ Pregnancy: 'no' })).status).toBe(200)
  expect(await weeksOf(sale)).toEqual(['no', null, null])
  expect((await newest(sale)).Amendment?.Changes.map(({ What, Is }) => `${What}: ${Is}`)).toEqual([
    'Pregnancy: Not pregnant',
    'Weeks of pregnancy: not stated',
    expect.stringMatching(/^Chloride, judged by: /),
  ])
})

test('ranges with a week twice, with none, or of who is not pregnant are refused when the element is saved', async () => {
  const errors = async (...rows: readonly Json[]) => {
    const { status, body } = await save(...rows)
    return [status, ...Object.values(body.errors ?? {}).flat()]
  }
  const [first = {}, second = {}, third = {}] = trimesters
  expect(await errors(first, { ...second, MinWeeks: 13 }, third)).toEqual([
    400,
    'There is a range for the same people in week 13 already',
  ])
  const gap = 'No range holds in weeks 14 to 27: add one for the same people, or leave this empty'
  expect(await errors(first, third)).toEqual([400, gap, gap])
  expect(await errors({ ...first, Pregnancy: 'no' }, second, third)).toContain(
    'Weeks are of pregnant patients: choose Pregnant, or leave the weeks empty',
  )
  expect(await errors({ ...first, MaxWeeks: 46 }, second, third)).toEqual([
    400,
    'Weeks of pregnancy must be between 1 and 45',
  ])
})

test('shipped: TSH is judged by the trimester, hCG by the week, and no week is left out or in two ranges', async () => {
  const flagOf = async (stated: Json, element: string, value: string) => {
    const sale = await drawn({ products: [thyroidStimulating, gonadotropin], ...stated })
    expect((await enter(bench.technologist, sale.SaleId, { [element]: value })).status).toBe(200)
    return (await rowOf(bench.pathologist, sale.SaleId, element)).Flag
  }
  const ofWeek = async (PregnancyWeeks: number, element: string, value: string) =>
    flagOf({ Pregnancy: 'yes', PregnancyWeeks }, element, value)
  const [tsh, hcg] = ['TSH', 'Beta-hCG, total']
  expect([await ofWeek(13, tsh, '2.8'), await ofWeek(14, tsh, '2.8'), await ofWeek(28, tsh, '2.8')]).toEqual([
    'H',
    'N',
    'N',
  ])
  expect([await ofWeek(13, tsh, '0.15'), await ofWeek(14, tsh, '0.15'), await ofWeek(28, tsh, '0.25')]).toEqual([
    'N',
    'L',
    'L',
  ])
  expect(await flagOf({ Pregnancy: 'no' }, tsh, '2.8')).toBe('N')
  expect(await flagOf({}, tsh, '2.8')).toBeNull()
  expect([await ofWeek(4, hcg, '1000'), await ofWeek(5, hcg, '1000'), await ofWeek(6, hcg, '1000')]).toEqual([
    'H',
    'N',
    'L',
  ])
  expect([await ofWeek(2, hcg, '1000'), await ofWeek(41, hcg, '1000')]).toEqual([null, null])
  expect(await flagOf({ Pregnancy: 'no' }, hcg, '6')).toBe('H')
  for (const element of [1107, 1121]) {
    const { body } = await admin.get(`/api/elements/${element}`)
    const ranges = body.ElementMeasurements
    expect(ranges.filter((range) => range.MinWeeks != null || range.MaxWeeks != null).length).toBeGreaterThan(2)
    expect([weekErrors(ranges), contradictions(ranges), bothStateErrors(ranges), rangeErrors(ranges)]).toEqual([
      {},
      {},
      {},
      {},
    ])
  }
})

test('the counter is asked for the week where an interval of the bill names it', async () => {
  const { body } = await bench.desk.get(`/api/asks/products?ProductIds=${product.electrolytes}`)
  expect(body.Asks).toEqual(['Pregnancy', 'PregnancyWeeks'])
})
