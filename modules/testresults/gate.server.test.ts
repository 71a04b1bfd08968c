// The gate: what no signatory, rule or release may issue, and what clears it.
import { expect, test } from 'vitest'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { role } from '../../core/user.ts'
import { readRow } from '../../server/testing/rows.ts'
import { workItemReason } from '../lists/items.model.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import {
  amend,
  approveAll,
  approveNormal,
  enter,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  paidSale,
  releaseAll,
  rowOf,
  rowsOf,
} from './testresults.fixture.ts'

const { app, bench } = labForTests()

const hour = 3_600_000
const drawnAt = (PatientId: number, hoursAgo: number, products: readonly number[] = [product.electrolytes]) =>
  accessioned(bench.desk, {
    PatientId,
    products,
    CollectionDate: new Date(Date.now() - hoursAgo * hour).toISOString(),
  })
/** Drawn now. */
const onCredit = (PatientId: number, products: readonly number[] = [product.electrolytes]) =>
  accessioned(bench.desk, { PatientId, BuyerId: 21, products })
const [bloodGroup, tsh] = [3009, 3038]
const act = async (person: Person, name: string, sale: Read<'sales'>, element: string, more: Json = {}) =>
  person.put(`/api/${name}/testresults`, {
    WorkItemIds: [(await rowOf(person, sale.SaleId, element)).WorkItemId],
    ...more,
  })

test('two values of one patient that differ hold each other, in whichever order they are entered', async () => {
  const own = await aPatient(bench.desk, { Name: 'Two Tubes' })
  const [early, late] = [await drawnAt(own, 2), await drawnAt(own, 1)]
  // the later draw is entered first
  await enter(bench.technologist, late.SaleId, { Potassium: '5.0' })
  await enter(bench.technologist, early.SaleId, { Potassium: '3.6' })
  for (const sale of [early, late]) {
    const row = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
    expect([row.IsDelta, row.Actions.approve]).toEqual([true, 'Potassium: to be reviewed first (delta check)'])
    const refused = await act(bench.pathologist, 'approve', sale, 'Potassium')
    expect([refused.status, refused.body.message]).toEqual([422, 'Potassium: to be reviewed first (delta check)'])
  }
})

test('a signature from before the other value was entered does not count; approving many leaves both', async () => {
  const own = await aPatient(bench.desk, { Name: 'Signed Before' })
  const [early, late] = [await drawnAt(own, 2), await drawnAt(own, 1)]
  await bench.technologist.put('/api/generate/worksheets')
  await enter(bench.technologist, early.SaleId, { Potassium: '3.6' })
  expect((await act(bench.pathologist, 'approve', early, 'Potassium')).status).toBe(200)
  await enter(bench.technologist, late.SaleId, { Potassium: '5.0' })
  const { WorkSheetId } = await rowOf(bench.pathologist, late.SaleId, 'Potassium')
  const many = await approveNormal(bench.pathologist, [{ SaleId: late.SaleId, WorkSheetId }])
  expect([many.body.Taken, many.body.Left.map((one) => one.Reason)]).toEqual([
    [],
    [
      'Sodium: no result is entered yet',
      'Potassium: differs from another value of the patient by more than its limit',
      'Chloride: no result is entered yet',
    ],
  ])
  // the approved one may not go out either
  await enterAll(bench.technologist, early.SaleId, {}, ['Potassium'])
  const rest = (await rowsOf(bench.pathologist, early.SaleId)).filter((row) => row.Element !== 'Potassium')
  expect((await bench.pathologist.put('/api/approve/testresults', { WorkItemIds: itemsOf(rest) })).status).toBe(200)
  const held = await releaseAll(bench.pathologist, early.SaleId, 'Owed by the patient')
  expect([held.status, held.body.message]).toEqual([
    422,
    expect.stringContaining(
      `Potassium: ${String(late.AccessionNo)} has another value of this patient that came after the signature; review it again`,
    ),
  ])
  // reviewed beside the other, it goes
  expect((await act(bench.pathologist, 'review', early, 'Potassium')).status).toBe(200)
  expect((await act(bench.pathologist, 'approve', early, 'Potassium')).status).toBe(200)
  expect((await releaseAll(bench.pathologist, early.SaleId, 'Owed by the patient')).status).toBe(200)
  // what is out holds nothing; the new one is reviewed
  expect((await act(bench.pathologist, 'review', late, 'Potassium')).status).toBe(200)
  expect((await act(bench.pathologist, 'approve', late, 'Potassium')).status).toBe(200)
})

const normalOf = async (sale: Read<'sales'>, element: string) => {
  const { WorkSheetId } = await rowOf(bench.pathologist, sale.SaleId, element)
  return approveNormal(bench.pathologist, [{ SaleId: sale.SaleId, WorkSheetId }])
}
/** Reviewed beside the other value, it goes. */
const reviewedAndOut = async (sale: Read<'sales'>, element = 'Potassium'): Promise<void> => {
  expect((await act(bench.pathologist, 'review', sale, element)).status).toBe(200)
  expect((await act(bench.pathologist, 'approve', sale, element)).status).toBe(200)
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Owed by the patient')).status).toBe(200)
}
const leftOf = ({ body }: { readonly body: { readonly Left: readonly { readonly Reason: string }[] } }) =>
  body.Left.map((one) => one.Reason)

test('a value is reviewed beside one that was drawn later and is out already, also where it was signed before', async () => {
  const own = await aPatient(bench.desk, { Name: 'Out Before' })
  const [signed, typed, late] = [await drawnAt(own, 3), await drawnAt(own, 2), await onCredit(own)]
  await bench.technologist.put('/api/generate/worksheets')
  await enterAll(bench.technologist, signed.SaleId, { Potassium: '3.6' })
  await approveAll(bench.pathologist, signed.SaleId)
  await letGo(bench, late.SaleId, { Potassium: '5.0' })
  const held = await releaseAll(bench.pathologist, signed.SaleId, 'Owed by the patient')
  expect([held.status, held.body.message]).toEqual([
    422,
    expect.stringContaining(`Potassium: ${String(late.AccessionNo)} has another value of this patient`),
  ])
  await reviewedAndOut(signed)
  await enterAll(bench.technologist, typed.SaleId, { Potassium: '3.7' })
  expect(leftOf(await normalOf(typed, 'Potassium'))).toEqual([
    'Potassium: differs from another value of the patient by more than its limit',
  ])
  const refused = await act(bench.pathologist, 'approve', typed, 'Potassium')
  expect(refused.body.message).toBe('Potassium: to be reviewed first (delta check)')
  await reviewedAndOut(typed)
})

test('signatures from before two patients were merged do not count where their values differ', async () => {
  const manager = await signedIn(app, 'manager', role.BusinessManager, 2)
  const [sourceId, targetId] = [
    await aPatient(bench.desk, { Name: 'Registered Twice' }),
    await aPatient(bench.desk, { Name: 'Registered' }),
  ]
  const sales = [await onCredit(sourceId, [bloodGroup]), await onCredit(targetId, [bloodGroup])]
  for (const [index, sale] of sales.entries()) {
    await enterAll(bench.technologist, sale.SaleId, { 'ABO group': index === 0 ? 'A' : 'B' })
    await approveAll(bench.pathologist, sale.SaleId)
  }
  expect((await manager.put('/api/merge/clients', { sourceId, targetId })).status).toBe(200)
  for (const sale of sales) {
    const held = await releaseAll(bench.pathologist, sale.SaleId)
    expect([held.status, held.body.message]).toEqual([
      422,
      expect.stringMatching(/ABO group: \S+ has another value of this patient .*; review it again/),
    ])
    await reviewedAndOut(sale, 'ABO group')
  }
})

test('a value is not normal beside an unsigned one of the patient that is no exact number', async () => {
  const own = await aPatient(bench.desk, { Name: 'Below The Limit' })
  const [early, late] = [await drawnAt(own, 2, [tsh]), await drawnAt(own, 1, [tsh])]
  await bench.technologist.put('/api/generate/worksheets')
  await enter(bench.technologist, early.SaleId, { TSH: '<0.01' })
  await enter(bench.technologist, late.SaleId, { TSH: '2.0' })
  const cannot = ['TSH: another value of the patient cannot be compared with it']
  expect(leftOf(await normalOf(late, 'TSH'))).toEqual(cannot)
  // drawn the other way round
  await enter(bench.technologist, early.SaleId, { TSH: '2.0' })
  await enter(bench.technologist, late.SaleId, { TSH: '<0.01' })
  expect(leftOf(await normalOf(early, 'TSH'))).toEqual(cannot)
})

test('a value that its limits cannot judge is approved only after a review', async () => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk, { Name: 'Above The Range' }), [product.crp])
  const element = String((await rowsOf(bench.technologist, sale.SaleId))[0]?.Element)
  // below 10 may be below the limit of 5, or above
  await enter(bench.technologist, sale.SaleId, { [element]: '<10' })
  const row = await rowOf(bench.pathologist, sale.SaleId, element)
  expect([row.Flag, row.ReviewNeeded, row.Actions.approve]).toEqual([
    null,
    true,
    `${element}: to be reviewed first (not judged by its limits)`,
  ])
  expect((await act(bench.pathologist, 'approve', sale, element)).status).toBe(422)
  expect((await act(bench.pathologist, 'review', sale, element)).status).toBe(200)
  expect((await act(bench.pathologist, 'approve', sale, element)).status).toBe(200)
})

const measuredThenRejected = async (Name: string): Promise<Read<'sales'>> => {
  const sale = await paidSale(bench.desk, await aPatient(bench.desk, { Name }))
  await enter(bench.technologist, sale.SaleId, { Potassium: '4.9' })
  const { SampleId } = await rowOf(bench.technologist, sale.SaleId, 'Potassium')
  const rejected = await bench.technologist.put('/api/reject/samples', {
    formId: SampleId,
    ReasonId: workItemReason.QuantityNotSufficient,
  })
  expect(rejected.status).toBe(200)
  await bench.desk.put('/api/collect/samples', { SampleIds: [rejected.body.ReplacedById] })
  return sale
}

test('what was measured in a rejected tube waits for a decision: kept with a printed reason, or repeated on the new tube', async () => {
  const sale = await measuredThenRejected('Haemolysed Tube')
  const refused = await act(bench.pathologist, 'approve', sale, 'Potassium')
  expect([refused.status, refused.body.message]).toEqual([
    422,
    expect.stringMatching(
      /^Potassium: measured in tube \S+: Quantity not sufficient, since rejected; repeat it on a new tube, or keep it with a reason$/,
    ),
  ])
  expect((await act(bench.pathologist, 'keep', sale, 'Potassium')).body.errors).toEqual({
    Remarks: ['Remarks are required'],
  })
  expect((await act(bench.technologist, 'keep', sale, 'Potassium', { Remarks: 'Fine' })).status).toBe(403)
  const kept = await act(bench.pathologist, 'keep', sale, 'Potassium', { Remarks: 'Measured before the clot' })
  expect([kept.status, kept.body.message]).toEqual([200, '1 value is kept'])
  expect((await act(bench.pathologist, 'keep', sale, 'Potassium', { Remarks: 'Twice' })).status).toBe(422)
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Potassium')).Comments).toMatch(
    /since rejected\. Reported because: Measured before the clot/,
  )
  expect(
    await readRow(app, 'audit', { ModuleId: 'testresults', FormId: sale.SaleId, Action: 'keep' }, 'user_id, remarks'),
  ).toEqual({ UserId: bench.pathologist.userId, Remarks: 'Measured before the clot' })
  await enterAll(bench.technologist, sale.SaleId, {}, ['Potassium'])
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
})

test('a value of a rejected tube is repeated on the new one, and goes out from there', async () => {
  const sale = await measuredThenRejected('Drawn Again')
  const repeated = await act(bench.technologist, 'repeat', sale, 'Potassium', {
    ReasonId: workItemReason.QuantityNotSufficient,
  })
  expect(repeated.status).toBe(200)
  await enterAll(bench.technologist, sale.SaleId)
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
})

test('a calculated result does not go out while an amendment of its input waits', async () => {
  const PatientId = await aPatient(bench.desk, { Name: 'Formula Waits' })
  const sale = await paidSale(bench.desk, PatientId, [product.glucoseFasting, product.homaIr], 890)
  await enterAll(bench.technologist, sale.SaleId, { 'Glucose, fasting': '90', 'Insulin, fasting': '6' })
  await approveAll(bench.pathologist, sale.SaleId)
  const glucose = await rowOf(bench.pathologist, sale.SaleId, 'Glucose, fasting')
  const first = await bench.pathologist.put('/api/release/testresults', { WorkItemIds: [glucose.WorkItemId] })
  expect([first.status, first.body.message]).toEqual([200, '1 result is released'])
  expect((await amend(bench.pathologist, sale.SaleId, { 'Glucose, fasting': '99' })).status).toBe(200)
  const homa = await rowOf(bench.pathologist, sale.SaleId, 'HOMA-IR')
  expect([homa.StatusId, homa.Actions.release]).toEqual([
    153,
    'HOMA-IR: decide about its inputs first: Glucose, fasting',
  ])
  const held = await act(bench.pathologist, 'release', sale, 'HOMA-IR')
  expect([held.status, held.body.message]).toEqual([
    422,
    expect.stringContaining('HOMA-IR: decide about its inputs first: Glucose, fasting'),
  ])
})
