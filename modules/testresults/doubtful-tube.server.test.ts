// A value measured in a tube that was too old, or came too warm, waits for a signatory or for a new tube.
import { afterEach, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { readRow, readRows, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import { workItemReason } from '../lists/items.model.ts'
import { accessioned, aPatient, daysAgo, product } from '../sales/sales.fixture.ts'
import { dispatched, party, tubesOf } from '../shipments/shipments.fixture.ts'
import { receive, rowsOf as rowsOfShipment } from '../shipmentreceipt/shipmentreceipt.fixture.ts'
import type { ReportData } from '../testreports/print/report.model.ts'
import { approveAll, enter, enterAll, releaseAll, rowOf } from './testresults.fixture.ts'

const { app, front, ...bench } = networkForTests('front', 'desk', 'technologist', 'pathologist')
afterEach(() => expectInvariants(app.db))

const act = async (person: Person, name: string, sale: Read<'sales'>, element: string, more: Json = {}) =>
  person.put(`/api/${name}/testresults`, {
    WorkItemIds: [(await rowOf(person, sale.SaleId, element)).WorkItemId],
    ...more,
  })
const stable = async (element: string, StableHours: number | null): Promise<void> => {
  const { ElementId } = await readRow<{ ElementId: number }>(app, 'elements', { Name: element }, 'element_id')
  await setRows(app, 'element_specimens', { ElementId }, { StableHours })
}
const commentsOf = async (sale: Read<'sales'>, element: string): Promise<unknown> => {
  const [last] = await readRows<{ Content: ReportData }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    'content',
    'version desc',
  )
  const rows = last?.Content.Departments.flatMap(({ Tests }) => Tests.flatMap(({ Rows }) => [...Rows])) ?? []
  return rows.find((row) => row.Element === element)?.Comment
}

/** Drawn two days ago at the counter of the lab, of an institution that pays later. */
const old = async (products: readonly number[] = [product.electrolytes]): Promise<Read<'sales'>> =>
  accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk, { Name: 'Long Ago' }),
    BuyerId: 21,
    products,
    SaleDate: daysAgo(2),
    CollectionDate: daysAgo(2),
  })

test('what is measured after its stability waits: a signatory keeps it with a reason, which is printed', async () => {
  await stable('Potassium', 6)
  try {
    const sale = await old()
    await enterAll(bench.technologist, sale.SaleId)
    const says =
      'Potassium: measured 48 h after the draw, stable 6 h; repeat it on a new tube, or keep it with a reason'
    expect((await rowOf(bench.pathologist, sale.SaleId, 'Potassium')).Actions).toMatchObject({ approve: says })
    const refused = await act(bench.pathologist, 'approve', sale, 'Potassium')
    expect([refused.status, refused.body.message]).toEqual([422, says])
    // what has no stability goes on
    expect((await rowOf(bench.pathologist, sale.SaleId, 'Sodium')).Actions).toMatchObject({ approve: true })
    expect((await act(bench.pathologist, 'keep', sale, 'Sodium', { Remarks: 'Fine' })).body.message).toContain(
      'Sodium: nothing speaks against its tube or its instrument',
    )
    expect((await act(bench.technologist, 'keep', sale, 'Potassium', { Remarks: 'Fine' })).status).toBe(403)
    const kept = await act(bench.pathologist, 'keep', sale, 'Potassium', { Remarks: 'Separated at once' })
    expect([kept.status, kept.body.message]).toEqual([200, '1 value is kept'])
    await approveAll(bench.pathologist, sale.SaleId)
    expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
    expect(await commentsOf(sale, 'Potassium')).toBe(
      'Measured 48 h after the draw, stable 6 h. Reported because: Separated at once',
    )
  } finally {
    await stable('Potassium', null)
  }
})

test('a kept value whose printed reason is written over is decided again', async () => {
  await stable('Potassium', 6)
  try {
    const sale = await old()
    await enterAll(bench.technologist, sale.SaleId)
    const keep = () => act(bench.pathologist, 'keep', sale, 'Potassium', { Remarks: 'Separated at once' })
    expect((await keep()).status).toBe(200)
    const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Potassium')
    const noted = await bench.technologist.put('/api/testresults/', {
      SaleId: sale.SaleId,
      WorkItems: [{ WorkItemId, Comments: 'Clear serum' }],
    })
    expect(noted.status).toBe(200)
    const refused = await act(bench.pathologist, 'approve', sale, 'Potassium')
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('keep it with a reason')])
    expect((await keep()).status).toBe(200)
    await approveAll(bench.pathologist, sale.SaleId)
    expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
    expect(await commentsOf(sale, 'Potassium')).toBe(
      'Clear serum\nMeasured 48 h after the draw, stable 6 h. Reported because: Separated at once',
    )
  } finally {
    await stable('Potassium', null)
  }
})

test('a value that was kept as too old is decided again when its tube is rejected; a new tube clears both', async () => {
  await stable('Potassium', 6)
  try {
    const sale = await old()
    await enter(bench.technologist, sale.SaleId, { Potassium: '4.4' })
    const seen = (await rowOf(bench.pathologist, sale.SaleId, 'Potassium')).TubeFaults
    const asked = { Remarks: 'Separated', TubeFaults: seen.map(({ Key }) => Key) }
    expect((await act(bench.pathologist, 'keep', sale, 'Potassium', asked)).status).toBe(200)
    const { SampleId } = await rowOf(bench.pathologist, sale.SaleId, 'Potassium')
    const rejected = await bench.technologist.put('/api/reject/samples', {
      formId: SampleId,
      ReasonId: workItemReason.QuantityNotSufficient,
    })
    expect(rejected.status).toBe(200)
    const refused = await act(bench.pathologist, 'approve', sale, 'Potassium')
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringMatching(/^Potassium: measured in tube \S+: Quantity not sufficient, since rejected; repeat/),
    ])
    // who looked before the rejection has not seen it
    const unseen = await act(bench.pathologist, 'keep', sale, 'Potassium', asked)
    expect([unseen.status, unseen.body.message]).toEqual([409, expect.stringMatching(/since rejected\. Look again$/)])
    // on the new tube it is young enough
    await bench.desk.put('/api/collect/samples', { SampleIds: [rejected.body.ReplacedById] })
    const repeated = await act(bench.technologist, 'repeat', sale, 'Potassium', {
      ReasonId: workItemReason.QuantityNotSufficient,
    })
    expect(repeated.status).toBe(200)
    await enter(bench.technologist, sale.SaleId, { Potassium: '4.1' })
    expect((await act(bench.pathologist, 'approve', sale, 'Potassium')).status).toBe(200)
  } finally {
    await stable('Potassium', null)
  }
})

test('a calculated result waits for what it is calculated from', async () => {
  await stable('Bilirubin, direct', 6)
  try {
    const sale = await old([product.bilirubin])
    await enterAll(bench.technologist, sale.SaleId)
    const { Actions } = await rowOf(bench.pathologist, sale.SaleId, 'Bilirubin, indirect')
    expect(Actions).toMatchObject({ approve: expect.stringContaining('Bilirubin, direct') })
    await act(bench.pathologist, 'keep', sale, 'Bilirubin, direct', { Remarks: 'Kept in the dark' })
    await approveAll(bench.pathologist, sale.SaleId)
    expect((await releaseAll(bench.pathologist, sale.SaleId)).status).toBe(200)
  } finally {
    await stable('Bilirubin, direct', null)
  }
})

/** A sale whose tube came by road in a box of these degrees; it is measured. */
const sentAt = async (
  Degrees: number,
): Promise<{ sale: Read<'sales'>; correct: (to: number) => Promise<Answered> }> => {
  const sale = await accessioned(front, {
    PatientId: await aPatient(front, { Name: 'Came By Road' }),
    SellerId: party.hadapsar,
    products: [product.electrolytes],
  })
  const shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  const [tube] = shipment.ShipmentSamples
  const read = (rows: Parameters<typeof receive>[2], degrees: number) =>
    receive(bench.desk, shipment.ShipmentId, rows, {
      Temperatures: { [String(tube?.Sample.TemperatureId)]: degrees },
    })
  // typed wrongly before a tube is received
  expect((await read([], 45)).status).toBe(200)
  const rows = rowsOfShipment(shipment).map((id) => [id, 121] as const)
  expect((await read(rows, Degrees)).status).toBe(200)
  await enterAll(bench.technologist, sale.SaleId)
  return { sale, correct: (to) => read([], to) }
}

test('what came too warm waits, what came as it should goes out', async () => {
  const [{ sale: warm }, { sale: right }] = [await sentAt(38), await sentAt(5)]
  const [hot, fine] = [
    await act(bench.pathologist, 'approve', warm, 'Potassium'),
    await act(bench.pathologist, 'approve', right, 'Potassium'),
  ]
  expect([hot.status, hot.body.message]).toEqual([
    422,
    expect.stringContaining('Potassium: its tube was received at 38 °C (Refrigerated 2–8 °C); repeat it on a new tube'),
  ])
  expect(fine.status).toBe(200)
  await act(bench.pathologist, 'keep', warm, 'Potassium', { Remarks: 'Ten minutes in the sun' })
  expect((await rowOf(bench.pathologist, warm.SaleId, 'Potassium')).Comments).toBe(
    'Its tube was received at 38 °C (Refrigerated 2–8 °C). Reported because: Ten minutes in the sun',
  )
  expect((await act(bench.pathologist, 'approve', warm, 'Potassium')).status).toBe(200)
})

test('a temperature that is corrected after the tubes were received lets nothing out: a signatory decides', async () => {
  const { sale, correct } = await sentAt(38)
  const corrected = await correct(5)
  expect([corrected.status, corrected.body.warnings]).toEqual([
    200,
    ['Refrigerated 2–8 °C: 38 °C was read before. A signatory decides about the results of its tubes'],
  ])
  const held = await act(bench.pathologist, 'approve', sale, 'Potassium')
  expect([held.status, held.body.message]).toEqual([
    422,
    expect.stringContaining('its tube was received at 38 °C (Refrigerated 2–8 °C), corrected to 5 °C; repeat it'),
  ])
  // a second correction has no further warning
  expect((await correct(6)).body.warnings).toEqual([])
  expect((await act(bench.pathologist, 'keep', sale, 'Potassium', { Remarks: 'Typed wrongly' })).status).toBe(200)
  expect((await act(bench.pathologist, 'approve', sale, 'Potassium')).status).toBe(200)
  // what was read again is one fault
  expect((await correct(38)).status).toBe(200)
  const { TubeFaults } = await rowOf(bench.pathologist, sale.SaleId, 'Sodium')
  expect(TubeFaults).toEqual([
    expect.objectContaining({ Says: 'its tube was received at 38 °C (Refrigerated 2–8 °C)' }),
  ])
})
