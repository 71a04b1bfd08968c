// Reference ranges of an element in use: proposed by one, agreed to by a pathologist, in force from a day on.
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf, formatDate, startOfDay } from '../../../core/dates.ts'
import { sql } from '../../../server/db/db.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { resultType } from '../../lists/items.model.ts'
import { approve, askFor, askedFor, refuse } from '../../requests/requests.fixture.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { enter, letGo, paidSale, rowOf } from '../../testresults/testresults.fixture.ts'

const { app, ...people } = networkForTests(
  'admin',
  'labAdmin',
  'manager',
  'desk',
  'technologist',
  'pathologist',
  'other',
)
const { admin, labAdmin, manager, desk, pathologist, other } = people
const sodium = 'Sodium'
let PatientId: number
let id: number
let path: string
beforeAll(async () => {
  PatientId = await aPatient(desk)
  const all = (await labAdmin.get('/api/elements')).body
  id = all.find((one) => one.Name === sodium).ElementId
  path = `elements/${id}`
})

const sold = async (): Promise<number> => (await paidSale(desk, PatientId)).SaleId
const read = async () => (await labAdmin.get(`/api/elements/${id}`)).body
const rowsOf = ({ ElementMeasurements }: Read<'elements'>) => ElementMeasurements
/** The ranges with another upper bound. */
const upTo = async (HighValue: number) =>
  rowsOf(await read()).map((row) => ({ ...row, HighValue, PrintableRange: null }))
const proposal = async (HighValue: number, RangesFrom: string | null) => ({
  ElementMeasurements: await upTo(HighValue),
  RangesFrom,
})
const day = (count: number): string => addDays(dayOf(new Date()), count)
const highs = async (): Promise<unknown[]> => [...new Set(rowsOf(await read()).map((row) => row.HighValue))]
const inForce = async () => (await labAdmin.get(`/api/inforce/elements?ElementId=${id}`)).body
/** The day of the ranges that are to come comes: in the database they hold from this moment. */
const reach = (of: string) =>
  app.db.transaction((tx) =>
    tx.run(sql`
      update element_measurements
      set
        effective_from = case
          when effective_from = ${startOfDay(of)} then now()
          else effective_from
        end,
        effective_till = case
          when effective_till = ${startOfDay(of)} then now()
          else effective_till
        end
    `),
  )

test('while no result of an element is released one person sets its ranges, and a day may be said', async () => {
  expect((await labAdmin.put(`/api/${path}`, await proposal(150, null))).status).toBe(200)
  const past = await labAdmin.put(`/api/${path}`, await proposal(149, day(-1)))
  expect([past.status, past.body.errors]).toEqual([
    400,
    { RangesFrom: ['This day has passed: choose today or a later day'] },
  ])
  expect(await highs()).toEqual([150])
})

test('ranges in use wait for a pathologist, hold from their day, and what was entered before is judged by the old ones', async () => {
  await letGo({ ...people }, await sold())
  const [early, late] = [await sold(), await sold()]
  await enter(people.technologist, early, { [sodium]: '147' })
  const body = await proposal(146, day(3))
  const alone = await labAdmin.put(`/api/${path}`, body)
  expect([alone.status, alone.body.needs, alone.body.message]).toEqual([
    422,
    { kind: 'interval', by: [3] },
    'Results of this element are released: a pathologist agrees to other ranges, unit, formula, decimal places, delta ' +
      `check, abnormal or critical values, from ${formatDate(day(3))} on`,
  ])
  // also who is above all laboratories asks, and a pathologist of one of them decides
  const asked = await askFor(admin, path, body, 'Another method')
  expect(asked.body.message).toBe('Asked: it waits for a pathologist')
  const id = asked.body.RequestId
  expect(await inForce()).toMatchObject({ Asked: [{ RequestId: id, From: day(3), AskedBy: expect.any(String) }] })
  const shown = (await pathologist.get(`/api/requests/${id}`)).body
  expect(shown.Changes).toMatchObject({
    ElementMeasurements: [
      expect.arrayContaining([expect.objectContaining({ HighValue: 150 })]),
      expect.arrayContaining([expect.objectContaining({ HighValue: 146 })]),
    ],
    ComingFrom: [null, day(3)],
  })
  expect((await approve(manager, id)).status).toBe(422)
  expect((await approve(admin, id)).status).toBe(422)
  expect((await approve(pathologist, id)).status).toBe(200)
  expect(await read()).toMatchObject({ ComingFrom: day(3) })
  expect(await highs()).toEqual([146])
  expect((await inForce()).Ranges).toMatchObject([{ HighValue: 150 }])
  expect(await inForce()).toMatchObject({ Asked: [] })
  // until that day the old ones judge
  await enter(people.technologist, late, { [sodium]: '147' })
  expect(await rowOf(people.technologist, late, sodium)).toMatchObject({ Flag: 'N', HighValue: 150 })
  await reach(day(3))
  expect(await read()).toMatchObject({ ComingFrom: null })
  const next = await sold()
  await enter(people.technologist, next, { [sodium]: '147' })
  expect(await rowOf(people.technologist, next, sodium)).toMatchObject({ Flag: 'H', HighValue: 146 })
  // corrected, it keeps the range by which it was judged
  await enter(people.technologist, early, { [sodium]: '148' })
  expect(await rowOf(people.technologist, early, sodium)).toMatchObject({ Flag: 'N', HighValue: 150 })
  const history = await labAdmin.get(`/api/actions?ModuleId=elements&FormId=${path.split('/')[1] ?? ''}`)
  expect(history.body[0]).toMatchObject({
    Remarks: expect.stringMatching(/^Another method\. Agreed to by .*, request/),
  })
})

test('ranges that are to come are replaced from their day on, not before; what changes at once has no later day', async () => {
  expect((await approve(pathologist, await askedFor(labAdmin, path, await proposal(144, day(5))))).status).toBe(200)
  for (const from of [null, day(4)]) {
    const early = await labAdmin.put(`/api/${path}`, await proposal(143, from))
    expect([early.status, early.body.errors]).toEqual([
      400,
      { RangesFrom: [`Ranges hold from ${formatDate(day(5))} already: choose that day or a later one`] },
    ])
  }
  expect((await approve(pathologist, await askedFor(labAdmin, path, await proposal(143, day(5))))).status).toBe(200)
  expect((await inForce()).Ranges).toMatchObject([{ HighValue: 146 }])
  await reach(day(5))
  expect((await inForce()).Ranges).toMatchObject([{ HighValue: 143 }])
  const unit = { UnitOfMeasure: 'mEq/L', ...(await proposal(142, day(2))) }
  expect((await labAdmin.put(`/api/${path}`, { ...unit, SameUnit: true })).body.errors).toEqual({
    RangesFrom: ['The unit changes at once: choose today, so that its ranges do'],
  })
})

test('of two proposals the second ends once the first is agreed to; a refused one changes nothing', async () => {
  const [one, two] = [
    await askedFor(labAdmin, path, await proposal(141, null)),
    await askedFor(manager, path, await proposal(140, null)),
  ]
  expect((await inForce()).Asked).toHaveLength(2)
  expect((await approve(pathologist, one)).status).toBe(200)
  const over = await approve(pathologist, two)
  expect([over.status, over.body.message]).toEqual([422, expect.stringContaining('was changed since')])
  expect((await pathologist.get(`/api/requests/${two}`)).body.State).toBe('ended')
  expect(await highs()).toEqual([141])
  const third = await askedFor(manager, path, await proposal(139, null))
  expect((await refuse(pathologist, third, 'Not by our own people')).status).toBe(200)
  expect([await highs(), (await inForce()).Asked]).toEqual([[141], []])
})

test('a pathologist proposes too, and another one agrees; who may not keep the catalogue proposes nothing', async () => {
  const body = await proposal(138, null)
  expect((await pathologist.put(`/api/${path}`, body)).body.needs).toEqual({ kind: 'interval', by: [3] })
  const id = await askedFor(pathologist, path, body)
  expect((await approve(pathologist, id)).body.message).toBe('Another person decides about your own request')
  expect((await approve(other, id)).status).toBe(200)
  expect(await highs()).toEqual([138])
  expect((await people.technologist.put(`/api/${path}`, await proposal(137, null))).status).toBe(403)
})

test('ranges that are taken away from a later day on hold until then, and are to come like others', async () => {
  const fewer = { ElementMeasurements: [], RangesFrom: day(6) }
  const kept = await read()
  expect((await approve(pathologist, await askedFor(labAdmin, path, fewer))).status).toBe(200)
  expect(await read()).toMatchObject({ ComingFrom: day(6), ElementMeasurements: [] })
  expect((await inForce()).Ranges).toMatchObject([{ HighValue: 138 }])
  const again = (RangesFrom: string | null) => ({
    ElementMeasurements: rowsOf(kept).map(({ ElementMeasurementId: _id, ...row }) => row),
    RangesFrom,
  })
  const early = await labAdmin.put(`/api/${path}`, again(null))
  expect([early.status, early.body.errors]).toEqual([
    400,
    { RangesFrom: [`Ranges hold from ${formatDate(day(6))} already: choose that day or a later one`] },
  ])
  expect((await approve(pathologist, await askedFor(labAdmin, path, again(day(6))))).status).toBe(200)
  await reach(day(6))
  expect(await read()).toMatchObject({ ComingFrom: null })
  expect(await highs()).toEqual([138])
})

test('a day that passes before anybody agrees is refused then, and the request waits for its end', async () => {
  const id = await askedFor(labAdmin, path, await proposal(136, day(1)))
  await app.db.transaction((tx) =>
    tx.run(sql`
      update requests
      set
        body = jsonb_set(body, '{RangesFrom}', to_jsonb(${day(-1)}::text))
      where
        request_id = ${id}
    `),
  )
  const late = await approve(pathologist, id)
  expect([late.status, late.body.errors]).toEqual([
    400,
    { RangesFrom: ['This day has passed: choose today or a later day'] },
  ])
  expect(await highs()).toEqual([138])
  expect((await refuse(pathologist, id, 'Its day has passed')).status).toBe(200)
})

test('other abnormal values of an element in use are agreed to as well; its other fields are not asked for', async () => {
  expect((await labAdmin.put(`/api/${path}`, { Description: 'By ion-selective electrode' })).status).toBe(200)
  const hiv = (await labAdmin.get('/api/elements')).body.find((one) => one.Name === 'HIV 1 & 2 Ag/Ab')
  const id = String(hiv?.ElementId)
  const before = (await labAdmin.get(`/api/elements/${id}`)).body
  const other = { AbnormalValues: null, CriticalValues: before.AbnormalValues }
  expect((await labAdmin.put(`/api/elements/${id}`, other)).status).toBe(200)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update elements
      set
        first_released_at = now()
      where
        element_id = ${Number(id)}
    `),
  )
  const back = await labAdmin.put(`/api/elements/${id}`, { CriticalValues: null })
  expect([back.status, back.body.needs]).toEqual([422, { kind: 'interval', by: [3] }])
})

test('another formula, other decimal places and another delta check of an element in use are agreed to as well', async () => {
  const ratio = (await labAdmin.get('/api/elements')).body.find((one) => one.Name === 'LDL / HDL ratio')
  const own = `elements/${String(ratio?.ElementId)}`
  const kept = (await labAdmin.get(`/api/${own}`)).body
  const Formula = `${String(kept.Formula)} * 1`
  const DeltaCheck = { type: 'abs', limit: 2, windowDays: 30 }
  const use = (FirstReleasedAt: string | null) =>
    setRows(app, 'elements', { ElementId: ratio?.ElementId }, { FirstReleasedAt })
  expect((await labAdmin.put(`/api/${own}`, { DeltaCheck })).status).toBe(200)
  await use('2026-01-01T00:00:00Z')
  for (const change of [
    { Formula },
    { DecimalPlaces: 3 },
    { DeltaCheck: { ...DeltaCheck, limit: 9 } },
    { DeltaCheck: null },
    { ResultTypeId: resultType.Numeric },
  ]) {
    const alone = await labAdmin.put(`/api/${own}`, change)
    expect([change, alone.status, alone.body.needs]).toEqual([change, 422, { kind: 'interval', by: [3] }])
  }
  // the same limits in another order are no change
  const same = { DeltaCheck: { windowDays: 30, limit: 2, type: 'abs' }, Description: 'Of two values' }
  expect((await labAdmin.put(`/api/${own}`, same)).status).toBe(200)
  const later = await labAdmin.put(`/api/${own}`, { Formula, ElementMeasurements: [], RangesFrom: day(2) })
  expect(later.body.errors).toMatchObject({ RangesFrom: [expect.stringContaining('Formula')] })
  expect((await approve(pathologist, await askedFor(labAdmin, own, { Formula }))).status).toBe(200)
  expect((await labAdmin.get(`/api/${own}`)).body.Formula).toBe(Formula)
  await use(null)
})
