// What is calculated of an outside lab's values: it follows them as in-house, whether they come or are not performed.
import { beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { aPdf, kept } from '../../../server/testing/files.fixture.ts'
import { readRow, setRows } from '../../../server/testing/rows.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { gender, workItemReason, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { dispatched, party } from '../../shipments/shipments.fixture.ts'
import { outsideLab } from '../../testreports/chain.fixture.ts'
import { labForTests, rowOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { ReferredOut, Entered, NotPerformed } = workItemStatus
const [input, calculated] = ['Creatinine', 'eGFR (CKD-EPI 2021)']

beforeAll(() =>
  setRows(
    app,
    'product_labs',
    { product_id: product.creatinine, source_lab_id: party.central },
    { destination_lab_id: outsideLab },
  ),
)

/** A sale whose tube was sent to the outside lab. */
const sentOut = async (PatientId: number) => {
  const sale = (await accessioned(bench.desk, { PatientId, products: [product.creatinine] }))['SaleId']
  const where = { sale_id: sale, performing_lab_id: outsideLab }
  const { id } = await readRow<{ id: number }>(app, 'samples', where, 'sample_id as id')
  const shipment = await dispatched(bench.technologist, { from: party.central, to: outsideLab, samples: [id] })
  const row = (name: string) => rowOf(bench.technologist, sale, name)
  const save = async (changes: Json) => {
    const { WorkItemId } = await row(input)
    const answer = await bench.technologist.put('/api/testresults/', {
      SaleId: sale,
      WorkItems: [{ WorkItemId: WorkItemId as unknown, ...changes }],
    })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  }
  return { sale, shipment, row, save }
}

test('it has a value as soon as the value of the outside lab is entered', async () => {
  const { sale, row, save } = await sentOut(await aPatient(bench.desk))
  expect([(await row(input))['StatusId'], (await row(calculated))['StatusId']]).toEqual([ReferredOut, ReferredOut])
  expect(
    (await kept(bench.technologist, `testresults/${String(sale)}`, aPdf(), { Kind: 'outside', Name: 'r.pdf' })).status,
  ).toBe(201)
  await save({ Result: '0.9' })
  expect(await row(calculated)).toMatchObject({ StatusId: Entered, Result: expect.stringMatching(/^\d+$/) as string })
  await expectInvariants(app.db)
})

test('it is not calculable once the outside lab does not measure, without a paper; then its shipment may still be lost', async () => {
  const { shipment, row, save } = await sentOut(await aPatient(bench.desk))
  await save({ StatusId: NotPerformed, ReasonId: workItemReason.QuantityNotSufficient })
  expect(await row(calculated)).toMatchObject({ StatusId: Entered, NotCalculated: `${input} is not performed` })
  await expectInvariants(app.db)
  const lost = { ReasonId: workItemReason.QuantityNotSufficient }
  const answer = await bench.technologist.put(`/api/lost/shipments/${String(shipment['ShipmentId'])}`, lost)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
})

test('it is not referred out any more where another sex of the patient leaves it without a value', async () => {
  const PatientId = await aPatient(bench.desk)
  const { row } = await sentOut(PatientId)
  const changed = await bench.desk.put(`/api/clients/${PatientId}`, { GenderId: gender.Unknown })
  expect([changed.status, changed.text]).toEqual([200, changed.text])
  expect((await row(calculated))['StatusId']).not.toBe(ReferredOut)
  await expectInvariants(app.db)
})
