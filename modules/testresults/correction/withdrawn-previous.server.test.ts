// A withdrawn value is a previous result on no report that is in force: those that print it get their next version.
import { beforeAll, expect, test } from 'vitest'
import { readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { role } from '../../../core/user.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { accessioned, aPatient, daysAgo, product } from '../../sales/sales.fixture.ts'
import {
  amended,
  approveAll,
  aReason,
  enterAll,
  itemsOf,
  labForTests,
  releaseAll,
  reportsOf,
  rowOf,
  waiting,
} from '../testresults.fixture.ts'
import { issued, newestOf, previousOf } from './previous.fixture.ts'

const { app, bench } = labForTests()
let ReasonId: number
beforeAll(async () => {
  ReasonId = await aReason(bench.pathologist)
})
const ask = async (sale: Read<'sales'>, element: string) => {
  const { WorkItemId, RowVersion } = await rowOf(bench.pathologist, sale.SaleId, element)
  const body = { WorkItems: [{ WorkItemId, RowVersion }], ReasonId, Remarks: 'Haemolysed' }
  return bench.pathologist.put('/api/withdrawresults/testresults', body)
}
const approve = async (sale: Read<'sales'>) =>
  bench.other.put('/api/approve/testresults', {
    WorkItemIds: itemsOf(await waiting(bench.other, sale.SaleId)),
  })
const withdrawn = async (sale: Read<'sales'>, element: string): Promise<void> => {
  expect((await ask(sale, element)).status).toBe(200)
  expect((await approve(sale)).status).toBe(200)
}

test('reports since then print what is in force instead, or none, and say why; other values and reports stay', async () => {
  const patient = await aPatient(bench.desk)
  const oldest = await issued(bench, patient, 9, { Sodium: '137', Potassium: '4.0' })
  const wrong = await issued(bench, patient, 3, { Sodium: '138', Potassium: '5.9' })
  const later = await issued(bench, patient, 0.2, { Sodium: '141', Potassium: '4.2' })
  const other = await issued(bench, await aPatient(bench.desk), 0.2, { Potassium: '5.9' })
  expect([await previousOf(app, later, 'Sodium'), await previousOf(app, later, 'Potassium')]).toEqual(['138', '5.9'])
  // an amended value was in force when it was printed
  expect((await amended(bench, wrong.SaleId, { Sodium: '139' })).status).toBe(200)
  expect(await reportsOf(app, later.SaleId)).toHaveLength(1)
  expect((await ask(wrong, 'Potassium')).status).toBe(200)
  // it is in force until the other signatory agrees
  expect([await previousOf(app, later, 'Potassium'), (await reportsOf(app, later.SaleId)).length]).toEqual(['5.9', 1])
  expect((await approve(wrong)).status).toBe(200)
  expect([await previousOf(app, later, 'Sodium'), await previousOf(app, later, 'Potassium')]).toEqual(['139', '4.0'])
  expect((await newestOf(app, later)).Amendment).toMatchObject({
    Reason: 'A previous result that it printed is withdrawn',
    Changes: [{ What: 'Potassium, previous result', Was: 'withdrawn', Is: '4.0' }],
  })
  await withdrawn(oldest, 'Potassium')
  expect(await previousOf(app, later, 'Potassium')).toBeNull()
  expect((await newestOf(app, later)).Amendment?.Changes).toEqual([
    { What: 'Potassium, previous result', Was: 'withdrawn', Is: 'none' },
  ])
  expect([await reportsOf(app, later.SaleId), await reportsOf(app, other.SaleId)].map((all) => all.length)).toEqual([
    3, 1,
  ])
})

test('with a cancelled sale, too; a report of an unlocked sale is left to its signatories, who are notified', async () => {
  const patient = await aPatient(bench.desk)
  const wrong = await issued(bench, patient, 3, { Potassium: '5.9' })
  const later = await issued(bench, patient, 0.2, { Potassium: '4.2' })
  const open = await issued(bench, patient, 0.1, { Potassium: '4.3' })
  const { AccessionDate } = await readRow<{ AccessionDate: string }>(
    app,
    'sales',
    { SaleId: open.SaleId },
    'accession_date',
  )
  // as it was unlocked before a reported sale could not be any more
  await setRows(app, 'sales', { SaleId: open.SaleId }, { AccessionDate: null })
  const manager = await signedIn(app, 'manager', 2, 2)
  const cancelled = await manager.put('/api/cancel/sales', {
    formId: wrong.SaleId,
    reason: 'Blood was of another patient',
    Report: 'withdraw',
  })
  expect([cancelled.status, cancelled.body.errors]).toEqual([200, undefined])
  expect(await previousOf(app, later, 'Potassium')).toBeNull()
  // it prints the one of the later report
  expect([await previousOf(app, open, 'Potassium'), (await reportsOf(app, open.SaleId)).length]).toEqual(['4.2', 1])
  const notices = async () =>
    (await readRows<Json>(app, 'notifications', { Subject: 'A previous result on a report is withdrawn' }, 'content'))
      .length
  expect(await notices()).toBe(0)
  await withdrawn(later, 'Potassium')
  expect([(await reportsOf(app, open.SaleId)).length, (await notices()) > 0]).toEqual([1, true])
  await setRows(app, 'sales', { SaleId: open.SaleId }, { AccessionDate })
  const details = { CollectionDate: daysAgo(0.12), KeepsValues: true, EarlyCollection: true }
  const corrected = await bench.pathologist.put('/api/correctdetails/sales', {
    ...{ SaleId: open.SaleId, ReasonId, Remarks: 'Drawn a little earlier' },
    ...details,
  })
  expect([corrected.status, corrected.body.errors]).toEqual([200, undefined])
  expect(await previousOf(app, open, 'Potassium')).toBeNull()
})

test('one of two draws of a day with the same value, too: what is printed then is lost with the other', async () => {
  const patient = await aPatient(bench.desk)
  const first = await issued(bench, patient, 3.001, { Potassium: '4.0' })
  const second = await issued(bench, patient, 3, { Potassium: '4.0' })
  const later = await issued(bench, patient, 0.2, { Potassium: '4.2' })
  const printed = async () => [await previousOf(app, later, 'Potassium'), (await reportsOf(app, later.SaleId)).length]
  expect(await printed()).toEqual(['4.0', 1])
  await withdrawn(second, 'Potassium')
  expect(await printed()).toEqual(['4.0', 2])
  await withdrawn(first, 'Potassium')
  expect(await printed()).toEqual([null, 3])
})

test('at once where a laboratory has one signatory', async () => {
  const [desk, technologist, only] = [
    await signedIn(app, 'nashik', role.FrontDesk, 3),
    await signedIn(app, 'nashik', role.Technologist, 3),
    await signedIn(app, 'pathologist', role.Pathologist, 3),
  ]
  const PatientId = await aPatient(desk)
  const out = async (days: number, Haemoglobin: string): Promise<Read<'sales'>> => {
    const sale = {
      PatientId,
      SellerId: 3,
      products: [product.cbc],
      CollectionDate: daysAgo(days),
      EarlyCollection: true,
    }
    const booked = await accessioned(desk, { ...sale, receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 350 }] })
    await enterAll(technologist, booked.SaleId, { Haemoglobin })
    await approveAll(only, booked.SaleId)
    expect((await releaseAll(only, booked.SaleId, 'Pays later')).status).toBe(200)
    return booked
  }
  const [wrong, later] = [await out(3, '13.9'), await out(0.1, '14.2')]
  expect(await previousOf(app, later, 'Haemoglobin')).toBe('13.9')
  const { WorkItemId, RowVersion } = await rowOf(only, wrong.SaleId, 'Haemoglobin')
  const body = { WorkItems: [{ WorkItemId, RowVersion }], ReasonId, Remarks: 'Haemolysed' }
  const done = await only.put('/api/withdrawresults/testresults', body)
  expect([done.status, done.body.message]).toEqual([200, expect.stringContaining('withdrawn')])
  expect(await previousOf(app, later, 'Haemoglobin')).toBeNull()
})
