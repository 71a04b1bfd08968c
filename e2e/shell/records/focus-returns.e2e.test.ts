// Where the next key goes after a record is saved or left unchanged, and where tiles, menus and homes lead.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../../../modules/sales/sales.fixture.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { approveAll, benchOf, enterAll, releaseAll } from '../../../modules/testresults/testresults.fixture.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from '../../hands/journey.ts'
import { input, readSale } from '../../hands/sale.ts'

const phone = { viewport: { width: 390, height: 844 } }
const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk, { Name: 'Aabha Nene' })
  sale = await accessioned(desk, { PatientId: patient })
})

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.innerText.split('\n')[0] ?? '')

test('after Discard a record has the focus on Edit again, so that alt+e and Enter work', async () => {
  for (const address of [`/clients?ClientId=${patient}`, `/sales?SaleId=${String(sale.SaleId)}`]) {
    const { page, context } = await here.visit('manager', 2, 2)
    await page.goto(address)
    await settles(() => focused(page), 'Edit')
    await page.keyboard.press('Enter')
    await shows(button(page, 'Save'))
    await page.keyboard.press('Alt+d')
    await gone(button(page, 'Save'))
    await settles(() => focused(page), 'Edit')
    await context.close()
  }
})

test('after Save of a record, pressed twice, the list has the focus on its row', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/clients?ClientId=${patient}`)
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await input(page, 'Area').fill('Aundh')
  await page.keyboard.press('Alt+s')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/clients')
  await settles(
    () => page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('td')?.textContent),
    String(patient),
  )
  expect(await said(page, /saved/).count()).toBe(1)
})

test('patient, institution and referrer land on their own records, not on a message for administrators', async () => {
  const bench = await benchOf(here.app)
  // the patient whose user signs in
  const own = await aPatient(bench.desk, { Name: 'At Home Joglekar' })
  await here.app.db.transaction((tx) =>
    addUser(tx, { user: 'joglekar', name: 'At Home Joglekar', role: 15, entity: own }),
  )
  const made = await accessioned(bench.desk, { PatientId: own, BuyerId: 21 })
  await enterAll(bench.technologist, made.SaleId)
  await approveAll(bench.pathologist, made.SaleId)
  await releaseAll(bench.pathologist, made.SaleId, 'Released')
  for (const [who, role, entity, list] of [
    ['joglekar', 15, own, 'Test Reports'],
    ['institution', 13, 21, 'Test Reports'],
    ['referrer', 14, 141, 'Sales'],
  ] as const) {
    const { page, context } = await here.visit(who, role, entity, phone)
    await page.goto('/summary/dashboard')
    const home = page.getByRole('region', { name: list })
    const there = who === 'referrer' ? home.getByText('A sale appears here') : home.getByRole('button')
    await shows(who === 'referrer' ? there : there.filter({ hasText: String(made.AccessionNo) }))
    expect(await page.getByText('widgets are set').count()).toBe(0)
    await context.close()
  }
})

test('a tile of the dashboard leads to the list of what it counts, filtered', async () => {
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto('/summary/dashboard')
  const tile = page.locator('.tile h2').getByRole('button').first()
  await shows(tile)
  await tile.press('Enter')
  await arrives(page, '/summary/testresults')
  // the filter is the tile's: results to enter
  await settles(
    () => page.getByRole('search', { name: 'Filter' }).locator('select option:checked').allInnerTexts(),
    ['To enter'],
  )
})

test('More of a sale opens, walks and closes by the keyboard, and returns the focus', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await readSale(page, sale.SaleId)
  await button(page, 'More').press('Enter')
  await settles(() => focused(page), 'Re-accession')
  await page.keyboard.press('ArrowDown')
  await settles(() => focused(page), 'Unlock Accession')
  await page.keyboard.press('End')
  await settles(() => focused(page), 'Clone')
  await page.keyboard.press('Escape')
  await gone(page.getByRole('menu'))
  await settles(() => focused(page), 'More')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await shows(page.getByText('not saved yet'))
})

test('on a phone a record has one head with the back button, and every line of More is on the screen', async () => {
  const { page } = await here.visit('manager', 2, 2, phone)
  await readSale(page, sale.SaleId)
  expect(await page.locator('h1:visible, .header-title:visible').count()).toBe(1)
  const right = await button(page, 'Cancel Sale').evaluate((one) => one.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(390)
  await button(page, 'More').click()
  for (const item of await page.getByRole('menuitem').all()) {
    const box = await item.boundingBox()
    // a covered line would not be the element at this point
    const hit = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.closest('[role=menuitem]')?.textContent,
      [(box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const,
    )
    expect(hit).toBe(await item.textContent())
  }
  await page.keyboard.press('Escape')
  await button(page, 'Back').click()
  await arrives(page, '/summary/sales')
})

test('a price list in effect since long ago shows when the list opens', async () => {
  const { page } = await here.visit('admin', 1, 2)
  await page.goto('/summary/pricelists')
  await shows(page.locator('tbody tr'))
})
