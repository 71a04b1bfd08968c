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

test('the settings show the last backup, and what is wrong with the backups', async () => {
  await open('/settings?SettingsId=1', {
    session: somebody('Administrator'),
    read: [
      ['/api/settings/1', {}, { SettingsId: 1, Name: 'Nivara', RowVersion: 1 }],
      [
        '/api/backups',
        {},
        {
          IsScheduled: true,
          IsDemo: false,
          Since: null,
          Last: { At: '2026-11-25T20:31:00.000Z', File: '/backups/a.backup', Bytes: 12_300_000, Rows: 500_000 },
          Failed: { At: '2026-11-26T05:00:00.000Z', Problem: 'The disk of /backups is full.' },
          Trial: null,
          Records: { At: '2026-11-25T20:31:00.000Z', Broken: ['net is the sum of the lines'] },
        },
      ],
    ],
  })
  const card = page.getByRole('region', { name: 'Backups' })
  const last = 'Last backup: 26-Nov-2026 02:01 AM, 12.3 MB, 500000 rows, in /backups/a.backup'
  await expect.element(card.getByText(last)).toBeVisible()
  await expect
    .element(card.getByText('The backup of 26-Nov-2026 10:30 AM failed: The disk of /backups is full.'))
    .toBeVisible()
  await expect
    .element(card.getByText(/^In the records this does not hold, .*: net is the sum of the lines\.$/))
    .toBeVisible()
})
