// Keys that come faster than the screen: a scan into Find, a code right after Tab, Enter in a list that has just
// opened.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient, nextLrn } from '../../../modules/sales/sales.fixture.ts'
import { sql } from '../../../server/db/db.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from '../../hands/journey.ts'
import { input, newSale, products, take } from '../../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
let barcode: string
beforeAll(async () => {
  sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: 'Hurried Naik' }) })
  const [sample] = await here.app.db.replica.rows<{ Barcode: string }>(sql`
    select
      barcode
    from
      samples
    where
      sale_id = ${Number(sale.SaleId)}
    order by
      sample_id
    limit
      1
  `)
  barcode = sample?.Barcode ?? ''
  expect(barcode).not.toBe('')
})
const visit = () => here.visit('labdesk', 5, 2)
const focusIn = (page: Page, place: string) =>
  page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, place)
const dashboard = async (page: Page): Promise<void> => {
  await page.goto('/summary/dashboard')
  await shows(page.getByRole('heading', { name: 'Dashboard', exact: true }))
}

test('a barcode scanned into Find opens its sample, though Enter came before the answer', async () => {
  const { page } = await visit()
  await dashboard(page)
  await page.keyboard.press('Control+k')
  const find = page.getByRole('combobox', { name: 'Find' })
  await shows(find)
  // other rows show when the scan comes
  await page.keyboard.type('Hurried')
  await shows(page.getByRole('option', { name: /Hurried Naik/ }))
  await find.fill('')
  await page.keyboard.type(barcode)
  await page.keyboard.press('Enter')
  await arrives(page, '/samples')
  await gone(find)
})

test('a scan right after Ctrl+K is not lost while the dialog is still loading', async () => {
  const { page } = await visit()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/command-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await dashboard(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(barcode)
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).pathname).toBe('/summary/dashboard')
  release()
  await arrives(page, '/samples')
})

test('the key of a button that a module adds to its list is not lost while the button is still loading', async () => {
  const { page } = await here.visit('pathologist', 3, 2)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/normal\.screen-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/summary/testresults')
  await shows(page.getByRole('region', { name: 'Test Results list' }))
  await shows(page.getByText(/records?$|No /).first())
  await page.keyboard.press('Alt+m')
  release()
  await shows(said(page, /No normal results are waiting for approval/))
})

test('a list opened from the menu focuses its first row, Enter opens it, and on return the row has the focus again', async () => {
  const { page } = await visit()
  await dashboard(page)
  await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Sales', exact: true }).click()
  await shows(page.getByRole('grid'))
  await settles(() => focusIn(page, 'tbody tr:first-child'), true)
  await page.keyboard.press('Enter')
  await arrives(page, '/sales')
  await shows(button(page, 'Close'))
  await page.keyboard.press('Alt+c')
  await arrives(page, '/summary/sales')
  await settles(() => focusIn(page, 'tbody tr'), true)
})

test('the focus remains in the filter when the rows arrive', async () => {
  const { page } = await visit()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/getdata/1001*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/summary/sales')
  const lrn = page.getByRole('textbox', { name: 'LRN' })
  await lrn.focus()
  release()
  await shows(page.locator('tbody tr'))
  expect(await lrn.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('a continued draft has the focus in its first field', async () => {
  const { page } = await visit()
  await newSale(page)
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  const lrn = nextLrn()
  await input(page, 'LRN').fill(lrn)
  await input(page, 'LRN').press('Tab')
  await settles(() => page.evaluate((text) => JSON.stringify(localStorage).includes(text), lrn), true)
  await page.reload()
  await button(page, 'Resume').click()
  await settles(() => input(page, 'LRN').inputValue(), lrn)
  await settles(() => focusIn(page, '.detail .fields'), true)
})

test('Save pressed twice before the first question or answer saves once', async () => {
  const { page } = await here.visit('admin', 1, 2)
  await page.goto('/sales')
  await shows(button(page, 'Save'))
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/sales/') posts += 1
  })
  await take(page, 'PatientId', 'Patient', 'Hurried Naik')
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  await input(page, 'LRN').fill(nextLrn())
  await products(page).getByRole('columnheader').first().focus()
  await page.keyboard.type('P001')
  await shows(
    page.getByRole('dialog', { name: 'Product' }).getByRole('row', { selected: true }).filter({ hasText: 'P001' }),
  )
  await page.keyboard.press('Enter')
  await shows(products(page).getByText('P001', { exact: true }))
  await button(page, 'Save').evaluate((save: HTMLElement) => {
    save.click()
    save.click()
  })
  const asked = page.getByRole('dialog').filter({ hasText: 'walk-in' })
  await shows(asked)
  await page.keyboard.press('y')
  await shows(said(page, /Sale \d+ is saved/))
  await arrives(page, '/summary/sales')
  expect(await asked.count()).toBe(0)
  expect(posts).toBe(1)
})
