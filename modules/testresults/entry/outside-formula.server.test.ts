// What is calculated of an outside lab's values: it follows them as in-house, whether they come or are not performed.
import { beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { aPdf, kept } from '../../../server/testing/files.fixture.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import { runScheduled } from '../../../server/testing/scheduled.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { gender, workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { dispatched, party } from '../../shipments/shipments.fixture.ts'
import { outsideLab } from '../../testreports/chain.fixture.ts'
import { approveAll, labForTests, releaseAll, rowOf } from '../testresults.fixture.ts'
import { followReferred } from './follow-referred.server.ts'

const { app, bench } = labForTests()
const { ReferredOut, Entered, NotPerformed } = workItemStatus
const [input, calculated] = ['Creatinine', 'eGFR (CKD-EPI 2021)']

beforeAll(() =>
  setRows(
    app,
    'product_labs',
    { ProductId: product.creatinine, SourceLabId: party.central },
    { DestinationLabId: outsideLab },
  ),
)

/** A sale whose tube was sent to the outside lab. */
const sentOut = async (PatientId: number) => {
  const sale = (await accessioned(bench.desk, { PatientId, products: [product.creatinine] })).SaleId
  const where = { SaleId: sale, PerformingLabId: outsideLab }
  const { Id } = await readRow<{ Id: number }>(app, 'samples', where, 'sample_id as id')
  const shipment = await dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: [Id] })
  const row = (name: string) => rowOf(bench.technologist, sale, name)
  const save = async (changes: Json) => {
    const { WorkItemId } = await row(input)
    const answer = await bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: [{ WorkItemId: WorkItemId, ...changes }],
    })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  }
  return { sale, shipment, row, save }
}

test('it has a value as soon as the value of the outside lab is entered', async () => {
  const { sale, row, save } = await sentOut(await aPatient(bench.desk))
  expect([(await row(input)).StatusId, (await row(calculated)).StatusId]).toEqual([ReferredOut, ReferredOut])
  expect(
    (await kept(bench.technologist, `testresults/${String(sale)}`, aPdf(), { Kind: 'outside', Name: 'r.pdf' })).status,
  ).toBe(201)
  await save({ Result: '0.9' })
  expect(await row(calculated)).toMatchObject({ StatusId: Entered, Result: expect.stringMatching(/^\d+$/) })
  await expectInvariants(app.db)
})

test('it is not calculable once the outside lab does not measure, without a paper; then its shipment may still be lost', async () => {
  const { shipment, row, save } = await sentOut(await aPatient(bench.desk))
  await save({ StatusId: NotPerformed, ReasonId: workItemReason.QuantityNotSufficient })
  expect(await row(calculated)).toMatchObject({ StatusId: Entered, NotCalculated: `${input} is not performed` })
  await expectInvariants(app.db)
  const lost = { ReasonId: workItemReason.QuantityNotSufficient }
  const answer = await bench.technologist.put(`/api/lost/shipments/${String(shipment.ShipmentId)}`, lost)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
})

test('it is not referred out any more where another sex of the patient leaves it without a value', async () => {
  const PatientId = await aPatient(bench.desk)
  const { row } = await sentOut(PatientId)
  const changed = await bench.desk.put(`/api/clients/${PatientId}`, { GenderId: gender.Unknown })
  expect([changed.status, changed.text]).toEqual([200, changed.text])
  expect((await row(calculated)).StatusId).not.toBe(ReferredOut)
  await expectInvariants(app.db)
})

/** As an earlier release left it: its input came, and it did not follow. */
const stuck = async (row: (name: string) => Promise<Json>) => {
  const { WorkItemId } = await row(calculated)
  await setRows(app, 'work_items', { WorkItemId }, { StatusId: ReferredOut, ResultId: null })
}
const paper = async (sale: unknown) =>
  expect(
    (await kept(bench.technologist, `testresults/${String(sale)}`, aPdf(), { Kind: 'outside', Name: 'r.pdf' })).status,
  ).toBe(201)

test('one that stayed referred out follows once its inputs are there, with who entered them, and is issued with them', async () => {
  const [given, open, waiting] = [
    await sentOut(await aPatient(bench.desk)),
    await sentOut(await aPatient(bench.desk)),
    await sentOut(await aPatient(bench.desk)),
  ]
  for (const { sale, save, row } of [given, open]) {
    await paper(sale)
    await save({ Result: '0.9' })
    await stuck(row)
  }
  const was = await given.row(calculated)
  expect([was.StatusId, was.Result]).toEqual([ReferredOut, null])
  await setRows(app, 'sales', { SaleId: open.sale }, { AccessionDate: null })
  await runScheduled(app, followReferred)
  expect(await given.row(calculated)).toMatchObject({
    StatusId: Entered,
    Result: expect.stringMatching(/^\d+$/),
    EnteredById: bench.technologist.userId,
  })
  // unlocked at the counter: with the next run after its accession
  expect((await open.row(calculated)).StatusId).toBe(ReferredOut)
  expect((await waiting.row(calculated)).StatusId).toBe(ReferredOut)
  await setRows(app, 'sales', { SaleId: open.sale }, { AccessionDate: new Date().toISOString() })
  const { RowVersion } = await given.row(calculated)
  await runScheduled(app, followReferred)
  expect((await open.row(calculated)).StatusId).toBe(Entered)
  // once
  expect((await given.row(calculated)).RowVersion).toBe(RowVersion)
  await approveAll(bench.pathologist, given.sale)
  const answer = await releaseAll(bench.pathologist, given.sale, 'Pays later')
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  await expectInvariants(app.db)
})
