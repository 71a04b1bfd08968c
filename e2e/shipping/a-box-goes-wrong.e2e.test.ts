// A box goes wrong on its way: a tube breaks and the rest is lost by word of the sender, another box comes without
// dispatch, and a tube of a cancelled sale is in it.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { sampleStatus, shipmentStatus } from '../../modules/lists/items.model.ts'
import { accessioned, product } from '../../modules/sales/sales.fixture.ts'
import { dispatched, packed, party, shipmentOf, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'

const { here, front } = journeyForTests('front')
const { hadapsar, central } = party
const { ToBeCollected, Damaged, NotFound, Delivered } = sampleStatus

const sold = (): Promise<Read<'sales'>> =>
  accessioned(front, { SellerId: hadapsar, products: [product.cbc, product.electrolytes] })
const rowsOf = (shipment: Read<'shipments'>) => shipment.ShipmentSamples
const at = async (page: Page, shipment: Read<'shipments'>): Promise<void> => {
  await page.goto(`/shipments?ShipmentId=${String(shipment.ShipmentId)}`)
  await shows(page.getByRole('heading', { name: `Shipment ${String(shipment.ShipmentId)}`, exact: true }))
}
const statusesOf = async (shipment: Read<'shipments'>): Promise<unknown[]> =>
  rowsOf(await shipmentOf(front, shipment.ShipmentId)).map((row) => row.StatusId)

test.each([
  ['on a desktop', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
])('the sender says a tube of a shipment broken, then the rest lost, %s', async (_where, viewport) => {
  const sale = await sold()
  const shipment = await dispatched(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
  const code = String(rowsOf(shipment)[0]?.Sample.Barcode)
  const { page } = await here.visit('frontdesk', 5, hadapsar, { viewport })
  await at(page, shipment)
  await page.getByRole('link', { name: code }).click()
  await arrives(page, '/samples')
  await button(page, 'Reject').click()
  const broken = page.getByRole('dialog', { name: 'Reject sample' })
  await broken.getByText('Leaked / broken').click()
  await broken.getByLabel('Reason').selectOption({ label: 'Quantity not sufficient' })
  await broken.getByLabel('Remarks').fill('Fell out of the bag')
  await page.keyboard.press('Alt+s')
  await shows(said(page, 'is to be recollected as'))
  await settles(() => statusesOf(shipment), [Damaged, sampleStatus.Dispatched])

  await at(page, shipment)
  await shows(page.getByRole('gridcell', { name: /^Leaked \/ broken/ }))
  await button(page, 'Lost in Transit').click()
  const lost = page.getByRole('dialog', { name: 'Lost in transit' })
  await shows(lost.getByText(/^1 sample /))
  await page.keyboard.press('Alt+s')
  await shows(lost.getByText('Reason is required'))
  await lost.getByLabel('Reason').selectOption({ label: 'Delay or temperature excursion' })
  await page.screenshot({ path: `test-results/lost-in-transit-${viewport.width}.png` })
  await button(lost, 'It Is Lost').click()
  await shows(said(page, 'Lost in transit: 1 sample, of which 1 to be recollected'))
  await settles(() => statusesOf(shipment), [Damaged, NotFound])
  await gone(button(page, 'Lost in Transit'))
  await page.screenshot({ path: `test-results/lost-${viewport.width}.png` })
  const tubes = (await front.get(`/api/sales/${String(sale.SaleId)}`)).body.Samples
  expect(tubes.filter((tube) => tube.StatusId === ToBeCollected)).toHaveLength(2)
})

test('the consignee says that a box is here which was not dispatched, and sees at receipt that a sale is cancelled', async () => {
  const [kept, cancelled] = [await sold(), await sold()]
  const shipment = await packed(front, {
    from: hadapsar,
    to: central,
    samples: [kept, cancelled].map((sale) => tubesOf(sale)[0]),
  })
  const { page } = await here.visit('labdesk', 5, central)
  await at(page, shipment)
  await button(page, 'It Is Here').click()
  await button(question(page, 'although it was not dispatched'), 'Yes').click()
  await shows(said(page, 'can be received: 2 samples, never dispatched by'))
  await shows(page.getByText('came without dispatch'))
  await gone(button(page, 'It Is Here'))
  await page.screenshot({ path: 'test-results/came-without-dispatch.png' })
  const off = await front.put('/api/cancel/sales', { formId: cancelled.SaleId, reason: 'Ordered twice' })
  expect(off.status).toBe(200)

  await page.goto(`/shipmentreceipt?ShipmentId=${String(shipment.ShipmentId)}`)
  const held = page.getByRole('row').filter({ hasText: 'Sale cancelled, no work is started' })
  await settles(() => held.count(), 1)
  await page.screenshot({ path: 'test-results/held-at-receipt.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await shows(held)
  await page.screenshot({ path: 'test-results/held-at-receipt-390.png' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await button(page, 'Receive').click()
  await shows(said(page, 'sale cancelled, no work is started'))
  await settles(() => statusesOf(shipment), [Delivered, Delivered])
  expect((await shipmentOf(front, shipment.ShipmentId)).StatusId).toBe(shipmentStatus.Received)
})
