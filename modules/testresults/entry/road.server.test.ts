// Tubes whose sale is cancelled or unlocked while they are on the road: marked at receipt, measured by nobody.
import { beforeAll, expect, test } from 'vitest'
import { tileAt } from '../../../server/testing/listed.ts'
import { readRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { receiptOf, receive, received, rowsOf as boxedIn } from '../../shipmentreceipt/shipmentreceipt.fixture.ts'
import { dispatched, party, tubesOf } from '../../shipments/shipments.fixture.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { template } from '../../testreports/testreports.fixture.ts'
import { enter, labForTests, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let front: Person
beforeAll(async () => {
  front = await signedIn(app, 'frontdesk', 5, party.hadapsar)
})

const onTheRoad = async (): Promise<{ sale: Read<'sales'>; shipment: Read<'shipments'> }> => {
  const sale = await accessioned(front, {
    PatientId: await aPatient(front),
    SellerId: party.hadapsar,
    products: [product.electrolytes],
  })
  const shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  return { sale, shipment }
}
const act = (name: string, sale: Read<'sales'>) =>
  front.put(`/api/${name}/sales`, { formId: sale.SaleId, reason: 'Ordered twice' })
const workOf = (sale: Read<'sales'>) =>
  readRows<{ WorkItemId: number; WorkSheetId: number | null }>(
    app,
    'work_items',
    { SaleId: sale.SaleId },
    'work_item_id, work_sheet_id',
  )

for (const [name, mark] of [
  ['cancel', 'Sale cancelled'],
  ['unlock', 'Sale unlocked'],
] as const)
  test(`a tube with ${name} of its sale on the road is received with a mark, with a notice to its sender, and not measured`, async () => {
    const { sale, shipment } = await onTheRoad()
    expect((await act(name, sale)).status).toBe(200)
    const opened = await receiptOf(bench.desk, shipment.ShipmentId)
    expect(opened.ShipmentSamples).toMatchObject([{ HeldFor: mark }])
    const answer = await receive(
      bench.desk,
      shipment.ShipmentId,
      boxedIn(shipment).map((id) => [id, 121] as const),
    )
    const said = `${mark.toLowerCase()}, no work is started`
    expect(answer.body).toMatchObject({ warnings: [expect.stringContaining(said)] })
    expect(answer.body.message).toContain(said)
    expect(await workOf(sale)).toEqual([])
    const told = {
      UserId: front.userId,
      Subject: `Shipment ${String(shipment.ShipmentId)}: no work starts for 1 sample`,
    }
    expect(await readRows(app, 'notifications', told, 'content')).toMatchObject([
      { Content: expect.stringContaining(said) },
    ])
  })

test('the work of a sale whose tube arrived while it was unlocked starts when it is accessioned again', async () => {
  const { sale, shipment } = await onTheRoad()
  expect((await act('unlock', sale)).status).toBe(200)
  await received(bench.desk, shipment)
  expect(await workOf(sale)).toEqual([])
  expect((await act('accession', sale)).status).toBe(200)
  expect((await workOf(sale)).length).toBe(3)
})

test('the pending work of a sale that is cancelled is entered by nobody, on no worksheet, no list and no tile', async () => {
  const { sale, shipment } = await onTheRoad()
  await received(bench.desk, shipment)
  const { sale: other, shipment: its } = await onTheRoad()
  await received(bench.desk, its)
  expect((await bench.technologist.put('/api/generate/worksheets')).status).toBe(200)
  const [sheet] = (await workOf(sale)).map((one) => one.WorkSheetId)
  const pendingOn = async (): Promise<unknown> =>
    (await bench.technologist.get('/api/getdata/1003')).body.find((row) => row.WorkSheetId === sheet)?.Pending
  const [tile, onSheet] = [await tileAt(bench.technologist, 2009), Number(await pendingOn())]
  expect((await act('cancel', sale)).status).toBe(200)
  expect([await tileAt(bench.technologist, 2009), Number(await pendingOn())]).toEqual([tile - 3, onSheet - 3])
  for (const State of ['pending', 'approve', 'release', 'critical']) {
    const filter = encodeURIComponent(JSON.stringify({ State }))
    const listed = (await bench.technologist.get(`/api/getdata/1004?filterCriteria=${filter}`)).body
    expect([State, listed.filter((row) => row.SaleId === sale.SaleId)]).toEqual([State, []])
  }
  // its paper has the tube of the other sale alone
  const paper = await bench.technologist.post('/api/print/worksheets/', {
    templateId: template.worksheet,
    formId: sheet,
    device: 'screen',
  })
  const printed = [sale, other].map((of) => paper.text.includes(String(of.Samples[0]?.Barcode)))
  expect(printed).toEqual([false, true])
  const rows = await rowsOf(bench.technologist, sale.SaleId)
  const reason = 'the sale is cancelled; no result is entered for it'
  expect(rows[0]).toMatchObject({
    StatusId: workItemStatus.Pending,
    Actions: { update: expect.stringContaining(reason) },
  })
  const entered = await bench.technologist.put('/api/testresults/', {
    WorkItems: [{ WorkItemId: rows[0]?.WorkItemId, Result: '140' }],
  })
  expect([entered.status, entered.body.message]).toEqual([422, expect.stringContaining(reason)])
  expect((await enter(bench.technologist, other.SaleId, { Sodium: '140' })).status).toBe(200)
})

test('pending work of a cancelled sale that is on no worksheet yet gets none', async () => {
  const { sale, shipment } = await onTheRoad()
  await received(bench.desk, shipment)
  expect((await act('cancel', sale)).status).toBe(200)
  await bench.technologist.put('/api/generate/worksheets')
  expect((await workOf(sale)).map((one) => one.WorkSheetId)).toEqual([null, null, null])
})
