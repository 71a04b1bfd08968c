// The work of a sale that is unlocked at the counter is held until the sale is accessioned again.
import { beforeAll, expect, test } from 'vitest'
import { readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { tileAt } from '../../../server/testing/listed.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { lineStatus, paymentMode, saleStatus, workItemStatus } from '../../lists/items.model.ts'
import { accessioned, product, saleOf } from '../../sales/sales.fixture.ts'
import { received } from '../../shipmentreceipt/shipmentreceipt.fixture.ts'
import { dispatched, party, tubesOf } from '../../shipments/shipments.fixture.ts'
import {
  aReason,
  approveAll,
  approveNormal,
  enter,
  enterAll,
  labForTests,
  letGo,
  rowsOf,
} from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Pending, OnHold, NotPerformed, ReferredOut } = workItemStatus
let front: Person
beforeAll(async () => {
  front = await signedIn(app, 'frontdesk', 5, party.hadapsar)
})

const held = 'the sale is unlocked at the counter; its work is held until it is accessioned again'
const sold = (): Promise<Read<'sales'>> =>
  accessioned(bench.desk, {
    products: [product.creatinine, product.bilirubin],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
const act = (name: string, sale: Read<'sales'>, body: Json = {}) =>
  bench.desk.put(`/api/${name}/sales`, { formId: sale.SaleId, ...body })
const without = (sale: Read<'sales'>, productId: number) =>
  bench.desk.put(`/api/sales/${String(sale.SaleId)}`, {
    SaleProducts: sale.SaleProducts.filter((line) => line.ProductId !== productId).map(
      ({ SaleProductId, ProductId }) => ({ SaleProductId, ProductId }),
    ),
  })
/** Worksheets of the work of a sale. */
const sheetsOf = (sale: Read<'sales'>): Promise<{ Id: number | null }[]> =>
  readRows(app, 'work_items', { SaleId: sale.SaleId }, 'work_sheet_id as id')
const sum = (rows: Json[], name: string): number => rows.reduce((all, row) => all + Number(row[name]), 0)

test('an unlocked sale is put on no worksheet, and its results cannot be entered, noted, moved or released', async () => {
  const sale = await sold()
  expect((await act('unlock', sale)).status).toBe(200)
  await bench.technologist.put('/api/generate/worksheets')
  expect((await sheetsOf(sale)).every(({ Id }) => Id === null)).toBe(true)
  const rows = await rowsOf(bench.technologist, sale.SaleId)
  const [row] = rows
  const reason = `${String(row?.Element)}: ${held}`
  expect(row?.Actions).toMatchObject({ update: reason, note: reason })
  const WorkItemId = row?.WorkItemId
  const ReasonId = await aReason(bench.technologist)
  for (const item of [
    { Result: '1' },
    { Comments: 'Seen' },
    { StatusId: OnHold, ReasonId },
    { StatusId: NotPerformed, ReasonId },
    { StatusId: ReferredOut },
  ]) {
    const saved = await bench.technologist.put('/api/testresults/', { WorkItems: [{ WorkItemId, ...item }] })
    expect([saved.status, saved.body.message]).toEqual([422, reason])
  }
  for (const name of ['review', 'approve', 'release', 'repeat']) {
    const signed = await bench.pathologist.put(`/api/${name}/testresults`, { WorkItemIds: [WorkItemId], ReasonId })
    expect([name, signed.status]).toEqual([name, 422])
    expect(signed.body.message).toContain(held)
  }
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await bench.pathologist.post('/api/criticalcalls/', call)).body.message).toBe(reason)
  // no result is entered yet: the counter may remove a line and refund it
  expect((await without(await saleOf(bench.desk, Number(sale.SaleId)), product.bilirubin)).status).toBe(200)
  expect((await act('accession', sale)).status).toBe(200)
  const after = await rowsOf(bench.technologist, sale.SaleId)
  expect(after.filter((one) => one.StatusId === NotPerformed).length).toBeGreaterThan(0)
  expect(after.filter((one) => one.StatusId === Pending).map((one) => one.Element)).toEqual([
    'Creatinine',
    'eGFR (CKD-EPI 2021)',
  ])
  expect((await enter(bench.technologist, sale.SaleId, { Creatinine: '1' })).status).toBe(200)
})

test('a sale that is unlocked after its worksheet was made does not count as work until it is accessioned again', async () => {
  const sale = await sold()
  await bench.technologist.put('/api/generate/worksheets')
  const lines = async (criteria = '{}') =>
    (await bench.technologist.get(`/api/getdata/1004?filterCriteria=${criteria}`)).body.filter(
      (row) => row.SaleId === sale.SaleId,
    )
  const tile = (id: number): Promise<number> => tileAt(bench.technologist, id)
  const waiting = sum(await lines(), 'Pending')
  const before = await tile(2009)
  expect(waiting).toBeGreaterThan(0)
  expect((await act('unlock', sale)).status).toBe(200)
  expect([sum(await lines(), 'Pending'), await lines('{"State":"pending"}')]).toEqual([0, []])
  const normal = await approveNormal(
    bench.pathologist,
    (await lines()).map(({ WorkSheetId, SaleId }) => ({ WorkSheetId, SaleId })),
  )
  expect(normal.body.Approved).toBe(0)
  expect(normal.body.Left[0]?.Reason).toContain(held)
  // the work of a removed line is not measured: it is held now, and dropped at the next accession
  expect((await without(await saleOf(bench.desk, Number(sale.SaleId)), product.bilirubin)).status).toBe(200)
  expect((await enter(bench.technologist, sale.SaleId, { Creatinine: '1' })).status).toBe(422)
  expect((await act('accession', sale)).status).toBe(200)
  expect(sum(await lines(), 'Pending')).toBe(2)
  expect(await tile(2009)).toBe(before - waiting + 2)
  await enterAll(bench.technologist, sale.SaleId, {}, (await dropped(sale)).map(String))
  await approveAll(bench.pathologist, sale.SaleId)
})
const dropped = async (sale: Read<'sales'>): Promise<unknown[]> =>
  (await rowsOf(bench.technologist, sale.SaleId))
    .filter((row) => row.StatusId === NotPerformed)
    .map((row) => row.Element)

test('the counter can neither cancel nor reduce a sale whose report was released while it was unlocked', async () => {
  const sale = await sold()
  await letGo(bench, sale.SaleId)
  // the state from before the work of an unlocked sale was held
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { StatusId: saleStatus.Collected, AccessionDate: null })
  await setRows(app, 'sale_products', { SaleId: sale.SaleId }, { StatusId: lineStatus.Ordered })
  const open = await saleOf(bench.desk, Number(sale.SaleId))
  const [line] = open.SaleProducts
  const cancelled = await act('cancel', sale, { reason: 'Changed mind' })
  const taken = await bench.desk.put('/api/cancel/saleProduct', { SaleProductId: line?.SaleProductId })
  expect([cancelled.status, taken.status, (await without(open, product.bilirubin)).status]).toEqual([422, 422, 422])
  expect(cancelled.body.message).toContain('only a pathologist or a manager may cancel the sale')
  expect((await without(open, product.bilirubin)).body.message).toContain('Results of the sale are entered')
  expect((await act('accession', sale)).status).toBe(200)
  expect((await saleOf(bench.desk, Number(sale.SaleId))).StatusId).toBe(saleStatus.Reported)
})

test('a tube of an unlocked sale that arrives at the lab starts no work before the sale is accessioned again', async () => {
  const sale = await accessioned(front, { SellerId: party.hadapsar, products: [product.creatinine] })
  const box = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  expect((await front.put('/api/unlock/sales', { formId: sale.SaleId })).status).toBe(200)
  await received(bench.desk, box)
  const work = () => readRows(app, 'work_items', { SaleId: sale.SaleId }, 'work_item_id')
  expect(await work()).toEqual([])
  expect((await front.put('/api/accession/sales', { formId: sale.SaleId })).status).toBe(200)
  expect((await work()).length).toBeGreaterThan(0)
})
