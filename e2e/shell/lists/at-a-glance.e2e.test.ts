// What shows without a question: the order of a list, the columns of an empty one, who changed which row, and a record
// that a closed tab releases.
import { expect, test } from 'vitest'
import { accessioned, aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { arrives, button, gone, journeyForTests, settles, shows } from '../../hands/journey.ts'

const { here, desk } = journeyForTests('desk')

test('a list shows its sort column before the user sorts it; an empty one shows its heads', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/sales')
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await settles(() => head('Sale Date').getAttribute('aria-sort'), 'descending')
  await page.getByRole('search').getByLabel('Patient', { exact: true }).fill('nobody of that name')
  await page.keyboard.press('Enter')
  await shows(page.getByRole('heading', { name: 'No sales match these filters' }))
  expect(await head('Net Amount').count()).toBe(1)
  expect(await page.getByRole('gridcell').count()).toBe(0)
})

test('the history names the rows of a grid and what changed in them', async () => {
  const sale = await accessioned(desk)
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/sales?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'History'))
  await page.keyboard.press('Alt+h')
  const dialog = page.getByRole('dialog', { name: /^History of Sale/ })
  await shows(dialog.getByRole('listitem').filter({ hasText: /^Complete Blood Count.*Status Ordered → Accessioned/ }))
  await shows(dialog.getByRole('listitem').filter({ hasText: /^Added NCL/ }))
})

test('a tab closed while editing releases the record at once', async () => {
  const PatientId = await aPatient(desk)
  const sale = await booked(desk, { PatientId })
  const target = { ModuleId: 'sales', FormId: sale.SaleId }
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/sales?SaleId=${String(sale.SaleId)}`)
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  const manager = await here.person('manager', 2, 2)
  expect((await manager.post('/api/locks/', target, { 'x-tab': 'm' })).status).toBe(423)
  await page.close()
  await settles(async () => (await manager.post('/api/locks/', target, { 'x-tab': 'm' })).status, 200)
})

test('on a phone remarks, comments, status and reason of a result are reached from its card', async () => {
  const sale = await accessioned(desk)
  const { page } = await here.visit('technologist', 4, 2, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await button(page, 'Edit').click()
  const more = page.getByRole('button', { name: 'Remarks, comments, status and reason of Haemoglobin', exact: true })
  await more.click()
  const dialog = page.getByRole('dialog', { name: 'Haemoglobin' })
  await dialog.getByLabel('Remarks of Haemoglobin').fill('Drawn twice')
  for (const name of ['Comments', 'Status', 'Reason'])
    expect(await dialog.getByLabel(`${name} of Haemoglobin`).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await gone(dialog)
  await shows(more.filter({ hasText: 'Drawn twice' }))
  await page.getByLabel('Result of Haemoglobin').fill('13.2')
  await button(page, 'Save').click()
  await shows(page.getByRole('listitem').filter({ hasText: 'Haemoglobin' }).getByText('Drawn twice'))
})

test('on a phone a row of a list is a card that the second tap opens', async () => {
  const sale = await accessioned(desk)
  const { page } = await here.visit('labdesk', 5, 2, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto('/summary/sales')
  const row = page.getByRole('row').filter({ hasText: String(sale.AccessionNo) })
  await row.tap()
  await settles(() => row.getAttribute('aria-selected'), 'true')
  await row.tap()
  await arrives(page, '/sales')
})

test('the rail leaves room for its toggle under the longest menu', async () => {
  const { page } = await here.visit('pathologist', 3, 2, { viewport: { width: 1366, height: 700 } })
  await page.goto('/summary/testresults')
  await page.getByRole('button', { name: 'Narrow the sidebar' }).click()
  const toggle = await page.getByRole('button', { name: 'Widen the sidebar' }).boundingBox()
  const items = await page.locator('.sidebar-items').boundingBox()
  expect((items?.y ?? 0) + (items?.height ?? 0)).toBeLessThanOrEqual(toggle?.y ?? 0)
})
