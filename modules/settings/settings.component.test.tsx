// The settings of the network on a wide screen: both halves are used.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

test('the cards of days and of money are side by side, and fields reach the right half', async () => {
  const settings = { SettingsId: 1, Name: 'Nivara', TimeZone: 'Asia/Kolkata', Currency: 'INR', Locale: 'en-IN' }
  await open('/settings?SettingsId=1', {
    session: somebody('Administrator'),
    read: [['/api/settings/1', {}, { ...settings, YearStartMonth: 4, RowVersion: 1 }]],
  })
  const boxOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect()
  await expect.element(page.getByRole('region', { name: 'Money' })).toBeVisible()
  const [days, money] = [boxOf('Days'), boxOf('Money')]
  expect([money.top, money.height]).toEqual([days.top, days.height])
  expect(money.left).toBeGreaterThan(days.right)
  const right = document.querySelector('[data-field=PublicAddress]')?.getBoundingClientRect().right ?? 0
  expect(right).toBeGreaterThan(boxOf('Network').right - 20)
})
