// In the first days of life bilirubin is judged by hours: the same value is critical on the first day and usual later.
import { expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import type { Result } from '../../server/testing/answers.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, bornHoursAgo, product } from '../sales/sales.fixture.ts'
import { enter, labForTests, letGo, reportsOf, rowOf, rowsOf } from './testresults.fixture.ts'

const { app, bench } = labForTests()
const total = 'Bilirubin, total'
const child = (born: Json): Promise<number> =>
  aPatient(bench.desk, { Name: 'Baby of Asha', Age: undefined, IsActualBirthDay: true, ...born })
const saleOfChild = async (PatientId: number): Promise<unknown> => {
  const now = new Date().toISOString()
  const sale = await accessioned(bench.desk, {
    PatientId,
    BuyerId: 21,
    products: [product.bilirubin],
    SaleDate: now,
    CollectionDate: now,
  })
  return sale.SaleId
}
const judged = async (born: Json, value: string): Promise<Result> => {
  const sale = await saleOfChild(await child(born))
  const entered = await enter(bench.technologist, sale, { [total]: value })
  expect([entered.status, entered.body.errors]).toEqual([200, undefined])
  return rowOf(bench.technologist, sale, total)
}

test('bilirubin of 9 is critical in the first hours, at the bound on the second day, and usual on the fourth', async () => {
  expect(await judged(bornHoursAgo(10), '9')).toMatchObject({ AgeHours: 10, Flag: 'HH', HighValue: 6 })
  expect(await judged(bornHoursAgo(30), '9')).toMatchObject({ AgeHours: 30, Flag: 'N', HighValue: 9 })
  expect(await judged(bornHoursAgo(30), '9.01')).toMatchObject({ Flag: 'H' })
  expect(await judged(bornHoursAgo(80), '9')).toMatchObject({
    Flag: 'N',
    PrintableRange: '< 13.5 (72 to 95 hours of life)',
  })
})

test('without the time of birth no value is normal: the strictest critical bound of the day holds, and a person reviews it', async () => {
  const { BirthDate } = bornHoursAgo(10)
  const low = await judged({ BirthDate }, '5')
  expect([low.AgeHours, low.Flag, low.ReviewNeeded]).toEqual([null, null, true])
  expect((await judged({ BirthDate: dayOf(Date.now()) }, '9')).Flag).toBe('HH')
  expect((await judged({ BirthDate: dayOf(Date.now() - 4 * 86_400_000) }, '9')).Flag).toBeNull()
})

test('a time of birth that is added judges again; after the report it is corrected by the pathologist', async () => {
  const { BirthDate, BirthTime } = bornHoursAgo(30)
  const open = await child({ BirthDate })
  const sale = await saleOfChild(open)
  await enter(bench.technologist, sale, { [total]: '10' })
  const told = (BirthTimeOf: string | null, person: number) =>
    bench.desk.put(`/api/clients/${person}`, { BirthTime: BirthTimeOf })
  expect((await told(BirthTime, open)).status).toBe(200)
  expect(await rowOf(bench.technologist, sale, total)).toMatchObject({ Flag: 'H', AgeHours: 30 })
  const values = Object.fromEntries((await rowsOf(bench.technologist, sale)).map((row) => [row.Element, '0.2']))
  await letGo(bench, sale, { ...values, [total]: '10' })
  expect((await reportsOf(app, sale)).map(({ Version }) => Version)).toEqual([1])
  const late = await told(null, open)
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['BirthTime']])
})

test('a time of birth is one of a day, belongs to an actual birth date, and is not later than now', async () => {
  const refused = async (more: Json): Promise<unknown> => {
    const answer = await bench.desk.post('/api/clients/', {
      ClientTypeId: 12,
      Name: 'Baby Refused',
      GenderId: 1,
      MobilePhone: '9822000160',
      ParentId: 1,
      ...more,
    })
    return [answer.status, answer.body.errors]
  }
  const today = dayOf(Date.now())
  expect(await refused({ BirthDate: today, BirthTime: '24:10' })).toEqual([
    400,
    { BirthTime: ['Birth Time must be like 07:30'] },
  ])
  expect(await refused({ Age: 0, IsActualBirthDay: false, BirthTime: '07:30' })).toEqual([
    400,
    { BirthTime: ['Birth Time needs the actual Birth Date'] },
  ])
  const { BirthDate, BirthTime } = bornHoursAgo(-0.2)
  // just before midnight the next minutes are of tomorrow, which no birth date may be
  if (BirthDate === today)
    expect(await refused({ BirthDate, BirthTime })).toEqual([
      400,
      { BirthTime: ['Birth Time cannot be later than now'] },
    ])
})
