// A centre ships its tubes in a real browser: scanned as a scanner types, saved, dispatched, and seen by who carries it.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, product } from '../modules/sales/sales.fixture.ts'
import type { Json } from '../server/testing/signed-in.ts'
import { pick } from './client.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from './journey.ts'

const { here, front } = journeyForTests('front')
let sales: Json[]
beforeAll(async () => {
  sales = []
  for (const products of [[product.cbc], [product.creatinine, product.cbc]])
    sales.push(await accessioned(front, { SellerId: 12, products }))
})
const codesOf = (sale: Json | undefined): string[] => (sale?.['Samples'] as Json[]).map((one) => String(one['Barcode']))
const rows = (page: Page, grid: string) => page.getByRole('grid', { name: grid, exact: true }).locator('tbody tr')

test('OPS-007 OPS-082 OPS-185 a shipment is scanned, saved, opened and dispatched, and its screen closes', async () => {
  const { page } = await here.visit('frontdesk', 5, 12)
  await page.goto('/shipments')
  await settles(() => rows(page, 'Available').count(), 3)
  await pick(page, 'CourierId', 'Pune')
  await page.getByLabel('Scan or type', { exact: true }).focus()
  // a scanner: ten milliseconds a key, Enter, and the next tube at once
  for (const code of sales.flatMap(codesOf)) await page.keyboard.type(`${code.replace('-', '')}\n`, { delay: 10 })
  await settles(() => rows(page, 'Selected').count(), 3)
  expect(await rows(page, 'Available').count()).toBe(0)
  const [saved] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/shipments/')),
    page.keyboard.press('Alt+s'),
  ])
  expect(Object.keys(saved.postDataJSON() as Json).sort()).toEqual([
    'ConsigneeId',
    'ConsignorId',
    'CourierId',
    'ShipmentSamples',
  ])
  await arrives(page, '/summary/shipments')
  await page.locator('tbody tr').first().dblclick()
  await arrives(page, '/shipments')
  await shows(page.locator('.head-steps [aria-current]').getByText('Being packed'))
  await shows(button(page, 'Dispatch'))
  await page
    .getByLabel('Refrigerated 2–8 °C at dispatch, °C')
    .fill('4.5')
    .catch(() => undefined)
  await button(page, 'Edit').click()
  await gone(button(page, 'Dispatch'))
  await button(page, 'Discard').click()
  await Promise.all([
    page.waitForRequest((request) => request.url().includes('/api/dispatchshipment/')),
    button(page, 'Dispatch').click(),
  ])
  await shows(said(page, 'is dispatched'))
  await arrives(page, '/summary/shipments')
  await page.locator('tbody tr').first().dblclick()
  await shows(page.locator('.head-steps [aria-current]').getByText('Dispatched'))
  expect(await button(page, 'Dispatch').count()).toBe(0)
})

test('who carries a shipment sees it, and prints what travels with it', async () => {
  const { page, context } = await here.visit('courier', 8, 151)
  await page.goto('/summary/shipments')
  await page.locator('tbody tr').first().dblclick()
  await settles(() => rows(page, 'Selected').count(), 3)
  await page.keyboard.press('Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  const [sheet] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'View on screen' }).click(),
  ])
  await shows(sheet.getByText('Shipment manifest'))
  for (const code of sales.flatMap(codesOf)) await shows(sheet.getByText(code))
})
