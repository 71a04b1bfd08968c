// The settings of the network in a real browser: opened from the sidebar, edited by keyboard, refused with a reason,
// and applied on other users' screens.
import { expect, test } from 'vitest'
import { booked } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import { box, error, field, refusedBy } from '../hands/client.ts'
import { arrives, button, journeyForTests, settles, shows } from '../hands/journey.ts'
import { grid } from '../hands/sales-list.ts'

const { here } = journeyForTests()

const settings = '/settings?SettingsId=1'

test('an administrator opens them from the sidebar; an unknown value is refused at its field', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await page.goto('/summary/dashboard')
  await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Settings', exact: true }).click()
  await arrives(page, '/settings')
  await shows(field(page, 'TimeZone').getByText('Asia/Kolkata'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await field(page, 'TimeZone').locator('option[value="Asia/Dubai"]').count()).toBe(1)
  await box(page, 'TimeZone').fill('Asia/Poona')
  await refusedBy(page, 'TimeZone', 'This time zone is not known')
  await settles(
    () => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
    'TimeZone',
  )
  await box(page, 'TimeZone').fill('Asia/Kolkata')
  await box(page, 'Currency').fill('JPY')
  await refusedBy(page, 'Currency', 'A currency with two decimals')
  await box(page, 'Currency').fill('AED')
  await box(page, 'ReportSignatory').fill('Consultant pathologist')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/dashboard')
  await page.goto(settings)
  await shows(field(page, 'ReportSignatory').getByText('Consultant pathologist'))
  expect(await error(page, 'Currency').count()).toBe(0)
})

test('open lists show the new figures; time zone and currency show why they are fixed', async () => {
  const desk = await here.person('labdesk', 5, 2)
  await booked(desk)
  await here.app.db.transaction((tx) =>
    tx.run(sql`
      update sales
      set
        gross_amount = 123456.5,
        discount = 0,
        addl_discount = 0,
        net_amount = 123456.5
    `),
  )
  const watcher = await here.visit('labdesk', 5, 2)
  await watcher.page.goto('/summary/sales')
  await shows(grid(watcher.page).getByText('1,23,456.50'))
  const { page } = await here.visit('admin', 1, 1)
  await page.goto(settings)
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  for (const [name, reason] of [
    ['TimeZone', 'The time zone cannot be changed: bills or payments were dated in it'],
    ['Currency', 'The currency cannot be changed: bills or payments are in it'],
  ] as const)
    expect(await field(page, name).getByRole('tooltip', { includeHidden: true }).textContent()).toBe(reason)
  await box(page, 'Locale').fill('en-US')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/dashboard')
  await shows(grid(watcher.page).getByText('123,456.50'))
})

test('other users have no entry for them and see a message at their address', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/summary/dashboard')
  const links = page.getByRole('navigation', { name: 'Modules' }).getByRole('link')
  await shows(links)
  expect((await links.allInnerTexts()).map((text) => text.trim())).not.toContain('Settings')
  await page.goto(settings)
  await arrives(page, '/summary/dashboard')
})
