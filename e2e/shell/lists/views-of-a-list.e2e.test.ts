// A user's view of a list: columns chosen and ordered by keyboard, saved, named, and sent to a colleague.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { button, gone, journeyForTests, said, settles, shows } from '../../hands/journey.ts'

const { here, desk } = journeyForTests('desk')
beforeAll(async () => {
  await booked(desk, { PatientId: await aPatient(desk) })
})
const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
const opened = async (page: Page) => {
  await shows(page.locator('tbody tr'))
  await page.keyboard.press('Alt+v')
  const dialog = page.getByRole('dialog', { name: 'View of sales' })
  await shows(dialog)
  return dialog
}

test('chosen and ordered columns survive a reload and a new session, and are in the address', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/sales')
  const dialog = await opened(page)
  for (const name of ['LRN', 'Seller', 'Buyer', 'Referrer', 'Doctor'])
    await dialog.getByLabel(name, { exact: true }).press('Space')
  await button(dialog, 'Net Amount up').press('Enter')
  await button(dialog, 'Show').press('Enter')
  await gone(dialog)
  const wanted = ['Sale Id', 'Sale Date', 'Accession No', 'Patient', 'Net Amount', 'Outstanding', 'Sale Status']
  await settles(async () => (await heads(page)).length, wanted.length)
  expect([...(await heads(page))].sort()).toEqual([...wanted].sort())
  const order = await heads(page)
  await page.reload()
  await settles(() => heads(page), order)
  await page.goto('/summary/patients')
  await shows(page.getByRole('search', { name: 'Filter' }))
  await page.goto('/summary/sales')
  await settles(() => heads(page), order)
  // a colleague sees the same columns at the address
  const { page: theirs } = await here.visit('frontdesk', 5, 12)
  await theirs.goto(page.url().replace(here.address, ''))
  await shows(theirs.getByRole('search', { name: 'Filter' }))
  const again = await opened(page)
  await button(again, 'All columns').press('Enter')
  await button(again, 'Show').press('Enter')
  await settles(async () => (await heads(page)).length > wanted.length, true)
})

test('a view is saved under a name, for oneself or by a manager for a role, and opened again', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/summary/sales')
  await page.getByRole('search', { name: 'Filter' }).getByLabel('Sale Status').selectOption('92')
  await button(page, 'Search').click()
  await settles(() => new URL(page.url()).search.includes('SaleStatus'), true)
  const dialog = await opened(page)
  await dialog.getByLabel('Save this view as').fill('Booked of today')
  await dialog.getByLabel('For').selectOption('5')
  await button(dialog, 'Save view').press('Enter')
  await shows(said(page, 'View saved'))
  const { page: desks } = await here.visit('labdesk', 5, 2)
  await desks.goto('/summary/sales')
  const theirs = await opened(desks)
  await shows(theirs.getByText('of the role'))
  expect(await button(theirs, 'Delete Booked of today').count()).toBe(0)
  await button(theirs, 'Booked of today').press('Enter')
  await gone(theirs)
  const status = desks.getByRole('search', { name: 'Filter' }).getByLabel('Sale Status')
  await settles(() => status.inputValue(), '92')
  // the list shows its name at its foot, and marks it as the current one
  const named = button(desks.getByRole('navigation', { name: 'Saved views' }), 'Booked of today')
  await settles(() => named.getAttribute('aria-pressed'), 'true')
  await button(desks, 'All Data').click()
  await settles(() => named.getAttribute('aria-pressed'), 'false')
  await named.click()
  await settles(() => status.inputValue(), '92')
})

test('every role prints a list that it sees: its title and its rows, without the menu', async () => {
  for (const [who, role, entity, list] of [
    ['frontdesk', 5, 12, 'patients'],
    ['labdesk', 5, 2, 'sales'],
  ] as const) {
    const { page } = await here.visit(who, role, entity)
    await page.goto(`/summary/${list}`)
    await button(page, 'All Data').click()
    await shows(page.locator('tbody tr'))
    await page.evaluate(() => {
      window.print = () => document.body.classList.add('printed')
    })
    await button(page, 'Print this list').click()
    await shows(page.locator('body.printed'))
    await page.emulateMedia({ media: 'print' })
    await shows(page.locator('tbody tr'))
    await shows(page.getByRole('heading', { level: 1 }))
    for (const away of ['.sidebar', '.header', '.page-actions', '.filter', '.list-footer'])
      expect([away, await page.locator(away).isVisible()]).toEqual([away, false])
  }
})
