// The items of choices: the server's answer for each list is what its drop-down or picker offers.
import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { accessioned } from '../../modules/sales/sales.fixture.ts'
import { dispatched, party, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { begin, box, choose } from '../hands/client.ts'
import { button, journeyForTests, settles, shows } from '../hands/journey.ts'

const { here, desk, front } = journeyForTests('desk', 'front')
let sale: Read<'sales'>
let shipment: Read<'shipments'>
beforeAll(async () => {
  sale = await accessioned(desk)
  const sent = await accessioned(front, { SellerId: party.hadapsar })
  shipment = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sent) })
})

/** The labels in the server's answer. */
const itemsOf = async (list: number): Promise<string[]> =>
  (await desk.get(`/api/listitems?ListId=${list}`)).body.map((item) => String(item.ItemLabel))
const offers = async (select: Locator, list: number): Promise<void> => {
  const items = await itemsOf(list)
  expect([list, items.length > 1]).toEqual([list, true])
  // an empty choice may come before them
  await settles(
    async () => (await select.locator('option').allInnerTexts()).filter((text) => items.includes(text)),
    items,
  )
  expect((await select.locator('option').allInnerTexts()).length).toBeLessThanOrEqual(items.length + 1)
}
const filterOf = async (page: Page, module: string, label: string): Promise<Locator> => {
  await page.goto(`/summary/${module}`)
  const panel = page.getByRole('search', { name: 'Filter' })
  await shows(panel)
  return panel.getByLabel(label, { exact: true })
}
const picks = async (page: Page, cell: RegExp, list: number): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: cell }).first().focus()
  await page.keyboard.press('Enter')
  await settles(() => dialog.locator('.picker-row').allInnerTexts(), await itemsOf(list))
  await page.keyboard.press('Escape')
}

test('OPS-137 each of the nine lists answers its items, and its drop-down or picker shows the same', async () => {
  const { page } = await here.visit('admin', 1, 2)
  await begin(page, 12)
  await offers(box(page, 'GenderId'), 4)
  await page.goto('/transactions')
  await offers(box(page, 'PaymentModeId'), 103)
  await page.goto('/elements')
  await offers(box(page, 'ResultTypeId'), 105)
  await offers(await filterOf(page, 'sales', 'Sale Status'), 123)
  await offers(await filterOf(page, 'referrals', 'Referral Status'), 125)
  await offers(await filterOf(page, 'shipments', 'Shipment Status'), 127)

  const { page: bench } = await here.visit('technologist', 4, 2)
  await bench.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(button(bench, 'Edit'))
  await bench.keyboard.press('Alt+e')
  await picks(bench, /^Status of Haemoglobin:/, 121)
  await picks(bench, /^Reason of Haemoglobin:/, 122)

  const { page: receives } = await here.visit('labdesk', 5, 2)
  await receives.goto(`/shipmentreceipt?ShipmentId=${String(shipment.ShipmentId)}`)
  await button(receives, 'Edit').click()
  await settles(() => receives.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Scan or type')
  await picks(receives, /^Status of /, 126)
})

test('MDA-145 each of the eight lists of the catalogue is what its field offers', async () => {
  const { page } = await here.visit('admin', 1, 2)
  for (const [address, name, list, type] of [
    ['/clients', 'ClientTypeId', 101],
    ['/widgets', 'EntityTypeId', 101],
    ['/clients', 'GenderId', 4, 12],
    ['/clients', 'PaymentTypeId', 102, 13],
    ['/clients', 'BillCycleId', 107, 13],
    ['/transactions', 'PaymentModeId', 103],
    ['/elements', 'ResultTypeId', 105],
  ] as const) {
    await page.goto(address)
    await shows(button(page, 'Save'))
    if (type !== undefined) await choose(page, type)
    await offers(box(page, name), list)
  }
  for (const [address, group, list] of [
    ['/clientvisits', 'Tags', 109],
    ['/products', 'Groups', 111],
  ] as const) {
    await page.goto(address)
    const items = await itemsOf(list)
    expect([list, items.length > 1]).toEqual([list, true])
    await settles(() => page.getByRole('group', { name: group }).locator('label').allInnerTexts(), items)
  }
})
