// Accession in a real browser: accessioning, re-accessioning, and unlocking from the sale and from the list.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, booked, product, saleOf } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { linesOf, products, rare, readSale, typeCodes } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')

const visit = () => here.visit('labdesk', 5, 2)
const saleNow = (of: Read<'sales'>) => saleOf(desk, of.SaleId)
const sentTo = (page: Page, path: string) => page.waitForRequest((request) => new URL(request.url()).pathname === path)
const tubes = (page: Page) => page.getByRole('region', { name: 'Samples' }).locator('tbody tr')

test('OPS-066 FND-315 a sale is accessioned from its screen, and accessioned again after a question', async () => {
  const made = await booked(desk)
  const { page } = await visit()
  await readSale(page, made.SaleId)
  expect(await button(page, 'Re-accession').count()).toBe(0)
  expect(await button(page, 'Unlock Accession').count()).toBe(0)
  const [first] = await Promise.all([sentTo(page, '/api/accession/sales'), button(page, 'Accession').press('Enter')])
  expect(first.postDataJSON()).toEqual({ formId: made.SaleId })
  const { AccessionNo } = await (async () => {
    await gone(button(page, 'Accession'))
    return saleNow(made)
  })()
  await shows(said(page, `Accession ${String(AccessionNo)}`))
  await shows(page.getByText(String(AccessionNo), { exact: true }))
  await settles(() => tubes(page).count(), 1)
  const line = await rare(page, 'Re-accession')
  await shows(page.getByRole('menuitem', { name: 'Unlock Accession', exact: true }))
  await shows(button(page, 'Cancel Sale'))
  await line.click()
  const asked = question(page, 'Are you sure that you want to accession this sale again ?')
  await shows(asked)
  const [again] = await Promise.all([sentTo(page, '/api/accession/sales'), page.keyboard.press('y')])
  expect([again.method(), again.postDataJSON()]).toEqual(['PUT', { formId: made.SaleId }])
  await shows(said(page, `Accession ${String(AccessionNo)} is up to date`))
  await settles(() => tubes(page).count(), 1)
})

test('FND-194 FND-310 FND-399 Unlock Accession asks for a text and sends the record', async () => {
  const { page } = await visit()
  const own = await accessioned(desk)
  await page.goto(`/sales?SaleId=${String(own.SaleId)}`)
  await (await rare(page, 'Unlock Accession')).click()
  const dialog = page.getByRole('dialog', { name: 'Confirmation' })
  await dialog.getByLabel('Reason').fill('Wrong tube')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/unlock/sales')),
    dialog.getByRole('button', { name: 'Yes' }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ formId: own.SaleId })
  await shows(page.locator('.snackbar[role=status]'))
})

test('an accession is unlocked, a product is added, and the same number is accessioned again with the missing tubes', async () => {
  const made = await accessioned(desk)
  const { page } = await visit()
  await readSale(page, made.SaleId)
  await (await rare(page, 'Unlock Accession')).click()
  await question(page, 'Unlocking reverses the accession').getByRole('button', { name: 'Yes' }).click()
  await shows(said(page, 'The accession is unlocked'))
  await shows(page.locator('.head-status').filter({ hasText: 'Collected' }))
  expect((await saleNow(made)).StatusId).toBe(94)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await typeCodes(page, ['PR03'])
  await page.keyboard.press('Alt+s')
  const walkIn = question(page, 'walk-in')
  await shows(walkIn)
  await page.keyboard.press('y')
  await gone(walkIn)
  await shows(said(page, /is saved/))
  await readSale(page, made.SaleId)
  await button(page, 'Accession').click()
  await gone(button(page, 'Accession'))
  await settles(() => tubes(page).count(), 2)
  const now = await saleNow(made)
  expect(now.AccessionNo).toBe(made.AccessionNo)
  expect(now.SaleProducts.map((line) => line.ProductId)).toEqual([product.cbc, product.lipids])
  await settles(() => linesOf(products(page)).count(), 2)
})

test('OPS-156 FND-119 the list unlocks the accession of the selected sale; without one the server’s message shows', async () => {
  const [waiting, made] = [await booked(desk), await accessioned(desk)]
  const { page } = await visit()
  await page.goto('/summary/sales')
  const row = (of: Read<'sales'>) => page.getByRole('row', { name: new RegExp(String(of.LRN)) })
  const unlock = button(page, 'Unlock Accession')
  await row(waiting).click()
  await unlock.press('Enter')
  await shows(said(page, 'The sale is not accessioned'))
  await row(made).click()
  const [sent] = await Promise.all([sentTo(page, '/api/unlock/sales'), unlock.press('Enter')])
  expect([sent.method(), sent.postDataJSON()]).toEqual(['PUT', { formId: made.SaleId }])
  await shows(said(page, 'The accession is unlocked'))
  await shows(row(made).getByText('Collected'))
  expect(await saleNow(made)).toMatchObject({ StatusId: 94, AccessionDate: null })
})
