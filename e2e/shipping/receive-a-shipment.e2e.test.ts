// A shipment arrives: its row leads to the receipt, which is scanned, received at once, and decided row by row.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, product } from '../../modules/sales/sales.fixture.ts'
import { dispatched, party, shipmentOf, tubesOf } from '../../modules/shipments/shipments.fixture.ts'
import { setPermits } from '../../server/testing/rows.ts'
import { sql } from '../../server/db/db.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, settles, shows } from '../hands/journey.ts'

const { here, desk, front } = journeyForTests('desk', 'front')
const { hadapsar, central } = party

const inTransit = async (): Promise<Read<'shipments'>> => {
  const sale = await accessioned(front, {
    SellerId: hadapsar,
    products: [product.cbc, product.electrolytes, 3013],
  })
  return dispatched(front, { from: hadapsar, to: central, samples: tubesOf(sale) })
}
let shipment: Read<'shipments'>
beforeAll(async () => {
  shipment = await inTransit()
})
const codesOf = (one: Read<'shipments'>): string[] => one.ShipmentSamples.map((row) => row.Sample.Barcode)
const statusesOf = async (one: Read<'shipments'>): Promise<unknown[]> =>
  (await shipmentOf(desk, one.ShipmentId)).ShipmentSamples.map((row) => row.StatusId)
const receipt = async (one: Read<'shipments'>): Promise<Page> => {
  const { page } = await here.visit('labdesk', 5, central)
  await page.goto(`/shipmentreceipt?ShipmentId=${String(one.ShipmentId)}`)
  await shows(page.getByRole('heading', { name: `Shipment receipt ${String(one.ShipmentId)}` }))
  await shows(page.locator('.sidebar-item[aria-current]').filter({ hasText: 'Shipments' }))
  return page
}
const shown = (page: Page) =>
  page
    .getByRole('table', { name: 'Samples' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows
        .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? ''))
        .map((cells) => [cells[0], cells[6]?.slice(0, 9)]),
    )

test('FND-120 FND-121 OPS-008 OPS-054 OPS-189 the row of a shipment leads to its receipt; Receive marks all listed samples and saves at once', async () => {
  const { page } = await here.visit('labdesk', 5, central)
  await page.goto('/summary/shipments')
  const row = page.getByRole('row', { name: new RegExp(`^${String(shipment.ShipmentId)}\\b`) })
  await row.click()
  await button(page, 'Receive').click()
  await arrives(page, '/shipmentreceipt')
  expect(new URL(page.url()).searchParams.get('ShipmentId')).toBe(String(shipment.ShipmentId))
  const codes = codesOf(shipment)
  await settles(
    () => shown(page),
    codes.map((code) => [code, 'Dispatche']),
  )
  await button(page, 'Receive').click()
  await settles(
    () => shown(page),
    codes.map((code) => [code, 'Delivered']),
  )
  await settles(() => statusesOf(shipment), [121, 121, 121])
  // it returns to the list of shipments, and the received rows are gone when it is opened again
  await button(page, 'Close').click()
  await arrives(page, '/summary/shipments')
})

test('FND-311 OPS-051 the row action shows for users who may receive', async () => {
  const { page } = await here.visit('labdesk', 5, central)
  const choose = async () => {
    await page.goto('/summary/shipments')
    await page.getByRole('row', { name: new RegExp(`^${String(shipment.ShipmentId)}\\b`) }).click()
    await shows(button(page, 'Print'))
  }
  await choose()
  await shows(button(page, 'Receive'))
  await setPermits(here.app, 5, 'shipments', ['receive'], { ModuleId: 'none' })
  try {
    await choose()
    await gone(button(page, 'Receive'))
  } finally {
    await here.app.db.transaction((tx) =>
      tx.run(sql`
        update permissions
        set
          module_id = 'shipments'
        where
          module_id = 'none'
      `),
    )
    await setPermits(here.app, 5, 'shipments', ['receive'], { Criteria: null })
  }
})

test('FND-025 FND-026 OPS-023 a shipment and its receipt open by their key', async () => {
  const { page } = await here.visit('labdesk', 5, central)
  const id = String(shipment.ShipmentId)
  for (const [module, title] of [
    ['shipments', `Shipment ${id}`],
    ['shipmentreceipt', `Shipment receipt ${id}`],
  ]) {
    await page.goto(`/${module}?ShipmentId=${id}`)
    await shows(page.getByRole('heading', { name: title, exact: true }))
    await shows(button(page, 'Close'))
  }
  // a receipt has no list of its own
  await page.goto('/summary/shipmentreceipt')
  await arrives(page, '/summary/shipments')
})

test('OPS-190 OPS-191 hidden rows do not change; a scanner receives one tube after another', async () => {
  const other = await inTransit()
  const page = await receipt(other)
  const [first, second, third] = codesOf(other)
  const scan = page.getByLabel('Scan or type', { exact: true })
  await scan.fill(String(first))
  await settles(() => shown(page), [[first, 'Dispatche']])
  await button(page, 'Receive').click()
  await settles(() => statusesOf(other), [121, 120, 120])
  await scan.fill('')
  await settles(
    () => shown(page),
    [
      [first, 'Delivered'],
      [second, 'Dispatche'],
      [third, 'Dispatche'],
    ],
  )
  await scan.focus()
  for (const code of [second, third]) {
    await page.keyboard.type(String(code).replace('-', ''), { delay: 10 })
    await page.keyboard.press('Enter')
  }
  await settles(() => statusesOf(other), [121, 121, 121])
  await page.reload()
  await shows(page.getByText('No sample awaits its receipt.'))
})

test('OPS-100 OPS-101 OPS-192 OPS-295 a row’s status is chosen from the look-up, with a reason; the parties do not change', async () => {
  const other = await inTransit()
  const page = await receipt(other)
  const [first] = codesOf(other)
  // temperatures can be typed before and during scanning, and are saved with the tubes
  const boxes = page.getByLabel(/ at receipt, °C$/)
  await boxes.first().fill('7.5')
  await button(page, 'Edit').click()
  // a scan goes into its box, not to Save
  await settles(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Scan or type')
  await shows(button(page, 'Save'))
  await settles(() => boxes.first().inputValue(), '7.5')
  await boxes.last().fill('4')
  for (const name of ['ConsignorId', 'ConsigneeId', 'CourierId', 'ShipmentReference'])
    expect(await page.locator(`[data-field=${name}]`).locator('input, select, textarea').count()).toBe(0)
  const items = (await desk.get('/api/listitems?ListId=126')).body.map((item) => item.ItemLabel)
  const cell = page.getByRole('button', { name: new RegExp(`^Status of ${String(first)}:`) })
  await cell.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Status' })
  await settles(() => dialog.locator('.picker-row').allInnerTexts(), items)
  const offered = dialog.locator('.picker-row:not([aria-disabled])')
  await settles(
    () => offered.allInnerTexts(),
    ['Delivered', 'Received - rejected', 'Not found in consignment', 'Leaked / broken'],
  )
  await page.keyboard.type('rejected')
  await settles(() => dialog.locator('.picker-row').count(), 1)
  await page.keyboard.press('Enter')
  await gone(dialog)
  await shows(page.getByRole('button', { name: `Status of ${String(first)}: Received - rejected` }))
  await page.keyboard.press('Alt+s')
  await shows(page.getByRole('alert').getByText('Reason is required'))
  await page.getByRole('button', { name: `Reason of ${String(first)}: none` }).click()
  await shows(page.getByRole('dialog', { name: 'Reason' }))
  await page.keyboard.type('clotted')
  await settles(() => page.getByRole('dialog', { name: 'Reason' }).locator('.picker-row').count(), 1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Alt+s')
  await shows(button(page, 'Edit'))
  await settles(() => statusesOf(other), [122, 120, 120])
  const kept = (await desk.get(`/api/shipmentreceipt/${String(other.ShipmentId)}`)).body
  expect(Object.values(kept.ReceivedTemperatures)).toEqual((await boxes.count()) === 1 ? [4] : [7.5, 4])
  await shows(page.getByRole('table', { name: 'Samples' }).getByText('Clotted'))
})
