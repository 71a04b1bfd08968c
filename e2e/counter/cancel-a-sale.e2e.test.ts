// Cancelling in a real browser: a sale before and after accession, one item, and the refund.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, booked, mode, product, saleOf } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { linesOf, products, rare, readSale, sizeOf, totalOf, typeNumber } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await accessioned(desk)
})

const visit = () => here.visit('labdesk', 5, 2)
const asks = 'Are you sure that you want to cancel this sale ?'
const warns = `${asks} The sale is accessioned. Cancelling it does not cancel the accession or the lab's invoices; you may still receive an invoice from the lab.`
const saleNow = (of: Read<'sales'>) => saleOf(desk, of.SaleId)
const sentTo = (page: Page, path: string) => page.waitForRequest((request) => new URL(request.url()).pathname === path)
const lineNamed = (page: Page, name: string) => linesOf(products(page)).filter({ hasText: name })

test('FND-188 FND-191 FND-192 FND-400 OPS-065 cancelling asks in 640x240; No sends no request', async () => {
  const { page } = await visit()
  await readSale(page, sale.SaleId)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/cancel') && sent.push(request.url()))
  await button(page, 'Cancel Sale').click()
  const asked = question(page, 'Confirmation')
  await shows(asked)
  expect((await sizeOf(asked))[0]).toBe(640)
  expect(
    await asked
      .getByRole('button')
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.split('\n')[0])),
  ).toEqual(['No', 'Yes'])
  await asked.getByRole('button', { name: 'No' }).click()
  await gone(asked)
  expect(sent).toEqual([])
})

test('OPS-065 OPS-148 OPS-311 OPS-312 a sale is cancelled after a question, which is longer once the sale is accessioned', async () => {
  const { page } = await visit()
  for (const [made, text, height] of [
    [await booked(desk), asks, 240],
    [await accessioned(desk), warns, 320],
  ] as const) {
    await readSale(page, made.SaleId)
    await button(page, 'Cancel Sale').click()
    const asked = question(page, asks)
    await shows(asked)
    expect(await asked.locator('.question').innerText()).toBe(text)
    expect(await sizeOf(asked)).toEqual([640, height])
    const [sent] = await Promise.all([sentTo(page, '/api/cancel/sales'), page.keyboard.press('y')])
    expect([sent.method(), sent.postDataJSON()]).toEqual(['PUT', { formId: made.SaleId }])
    await shows(said(page, 'The sale is cancelled'))
    await shows(page.locator('.head-status').filter({ hasText: 'Cancelled' }))
    await shows(lineNamed(page, 'Complete Blood Count').getByText('Cancelled'))
    for (const name of ['Edit', 'Cancel Sale'])
      await settles(() => button(page, name).getAttribute('aria-disabled'), 'true')
    expect(await saleNow(made)).toMatchObject({ StatusId: 90, NetAmount: 0, SaleProducts: [{ StatusId: 100 }] })
  }
})

test('OPS-065 the list asks the same questions', async () => {
  const { page } = await visit()
  await page.goto('/summary/sales')
  for (const [made, text] of [
    [await booked(desk), asks],
    [await accessioned(desk), warns],
  ] as const) {
    await page.reload()
    await page.getByRole('row', { name: new RegExp(String(made.LRN)) }).click()
    await button(page, 'Cancel Sale').click()
    await settles(() => question(page, asks).locator('.question').allInnerTexts(), [text])
    await page.keyboard.press('y')
    await shows(said(page, 'The sale is cancelled'))
    expect((await saleNow(made)).StatusId).toBe(90)
  }
})

test('OPS-067 OPS-143 OPS-248 FND-313 one item is cancelled with the permit and red, the others remain; without the permit no item can be cancelled', async () => {
  const two = await booked(desk, { products: [product.cbc, product.lipids] })
  const lipids = two.SaleProducts.find((line) => line.ProductId === product.lipids)
  const { page, context } = await visit()
  await readSale(page, two.SaleId)
  const cancels = page.getByRole('button', { name: /^Cancel (?!Sale)/ })
  await settles(() => cancels.count(), 2)
  expect(await button(page, 'Cancel Sale').count()).toBe(1)
  await button(page, 'Cancel Lipid Profile').click()
  const asked = question(page, 'Are you sure that you want to cancel PR03: Lipid Profile ?')
  await shows(asked)
  const [sent] = await Promise.all([
    sentTo(page, '/api/cancel/saleProduct'),
    asked.getByRole('button', { name: 'Yes' }).click(),
  ])
  expect(sent.postDataJSON()).toEqual({ SaleProductId: lipids?.SaleProductId })
  await shows(said(page, 'PR03: Lipid Profile is cancelled'))
  await shows(lineNamed(page, 'Lipid Profile').getByText('Cancelled'))
  await shows(page.getByText('1 cancelled'))
  const isRed = (name: string) =>
    lineNamed(page, name)
      .locator('[role=gridcell]')
      .evaluateAll((cells) =>
        cells.map((cell) => {
          const [red = 0, green = 0, blue = 0] = (getComputedStyle(cell).color.match(/\d+/g) ?? []).map(Number)
          return red > 2 * green && red > 2 * blue
        }),
      )
      .then((cells) => [...new Set(cells)])
  expect([await isRed('Lipid Profile'), await isRed('Complete Blood Count')]).toEqual([[true], [false]])
  await settles(() => cancels.count(), 1)
  const lines = (await saleNow(two)).SaleProducts
  expect(lines.map((line) => [line.ProductId, line.TestStatus.ItemValue])).toEqual([
    [product.cbc, '10'],
    [product.lipids, '-10'],
  ])
  await context.close()
  const accounts = await here.visit('accounts', 7, 2)
  await readSale(accounts.page, two.SaleId)
  await shows(lineNamed(accounts.page, 'Complete Blood Count'))
  expect(await accounts.page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0)
})

test('on an accessioned walk-in sale with its invoice each item without work can be cancelled', async () => {
  const made = await accessioned(desk, {
    products: [product.cbc, product.lipids],
    receipts: [{ Amount: 1050, PaymentModeId: mode.cash }],
  })
  const { page } = await visit()
  await readSale(page, made.SaleId)
  await settles(() => page.getByRole('button', { name: /^Cancel (?!Sale)/ }).count(), 2)
  await button(page, 'Cancel Lipid Profile').click()
  await question(page, 'Are you sure that you want to cancel PR03: Lipid Profile ?')
    .getByRole('button', { name: 'Yes' })
    .click()
  await shows(said(page, 'PR03: Lipid Profile is cancelled'))
  await settles(() => totalOf(page, 'To be returned'), '700.00')
  expect(await saleNow(made)).toMatchObject({ NetAmount: 350, Paid: 1050 })
})

test('an item cannot be cancelled once work on it has started', async () => {
  const technologist = await here.person('technologist', 4, 2)
  const made = await accessioned(desk, { products: [product.cbc, product.haemoglobin] })
  const rows = (await technologist.get(`/api/testresults?SaleId=${String(made.SaleId)}`)).body
  const WorkItems = rows.filter((row) => !row.Formula).map((row) => ({ WorkItemId: row.WorkItemId, Result: '5' }))
  expect((await technologist.put('/api/testresults/', { SaleId: made.SaleId, WorkItems })).status).toBe(200)
  const { page } = await visit()
  await readSale(page, made.SaleId)
  await settles(() => linesOf(products(page)).count(), 2)
  expect(await page.getByRole('button', { name: /^Cancel (?!Sale)/ }).count()).toBe(0)
})

test('the payment for a cancelled sale is refunded by keyboard, once, and not more than was paid', async () => {
  const paid = await booked(desk, { receipts: [{ Amount: 200, PaymentModeId: mode.cash }] })
  const { page } = await visit()
  await readSale(page, paid.SaleId)
  expect(await button(page, 'Refund').count()).toBe(0)
  await button(page, 'Cancel Sale').click()
  // its money can be refunded: a reason is asked
  const asked = question(page, asks)
  await asked.getByLabel('Reason').fill('Came too late')
  await asked.getByRole('button', { name: 'Yes' }).press('Enter')
  await shows(said(page, 'The sale is cancelled'))
  await settles(() => totalOf(page, 'To be returned'), '200.00')
  await (await rare(page, 'Refund')).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  expect(await page.getByRole('region', { name: 'Steps' }).locator('[aria-current]').count()).toBe(0)
  await shows(dialog.getByText('200.00 was overpaid'))
  await typeNumber(dialog.getByLabel('Amount'), '201')
  await dialog.getByRole('button', { name: 'Refund' }).press('Enter')
  await shows(dialog.getByRole('alert').filter({ hasText: 'can be refunded' }))
  await typeNumber(dialog.getByLabel('Amount'), '200')
  await dialog.getByLabel('Remarks').fill('Came too late')
  const [sent] = await Promise.all([
    sentTo(page, '/api/refund/sales'),
    dialog.getByRole('button', { name: 'Refund' }).press('Enter'),
  ])
  expect(sent.postDataJSON()).toMatchObject({ formId: paid.SaleId, Amount: 200, PaymentModeId: mode.cash })
  await shows(said(page, 'The refund is recorded'))
  await settles(() => linesOf(page.getByRole('grid', { name: 'Receipts' })).count(), 2)
  await settles(() => totalOf(page, 'Outstanding'), '0.00')
  expect(await button(page, 'Refund').count()).toBe(0)
  expect(await saleNow(paid)).toMatchObject({ Paid: 0, NetAmount: 0 })
})
