// An administrator sees on the dashboard that backups fail; others do not, and a good backup says nothing.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BackupState } from '../../core/entrance/backups.ts'
import { cache, keyOf } from '../api/cache.ts'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

// a busy machine needs a while to fetch the shell and its models, so they are fetched once
beforeAll(() => goTo('/summary/dashboard', somebody()), 60_000)
afterEach(leave)

const good: BackupState = {
  IsScheduled: true,
  IsDemo: false,
  Since: '2026-01-01T00:00:00.000Z',
  Last: { At: new Date().toISOString(), File: '/backups/a.backup', Bytes: 1000, Rows: 10 },
  Failed: null,
  Trial: null,
  Records: null,
}
const Failed = { At: '2026-11-26T05:00:00.000Z', Problem: 'The disk of /backups is full. Make room.' }
const shown = page.getByRole('alert', { name: 'Backups' })
const opened = async (state: BackupState, ...who: Parameters<typeof somebody>) => {
  await goTo('/summary/dashboard', somebody(...who))
  cache.setQueryData(keyOf('/api/backups'), state)
  await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('a failed backup is on the dashboard with its problem, and leads to the settings', async () => {
  await opened({ ...good, Failed }, 'Administrator', 'lab')
  await expect.element(shown.getByText(`The backup of 26-Nov-2026 10:30 AM failed: ${Failed.Problem}`)).toBeVisible()
  await userEvent.click(shown.getByRole('link', { name: 'Settings' }))
  await expect.poll(at).toBe('/settings?SettingsId=1')
})

test('what does not hold in the records is on the dashboard, and leads to the status of the system', async () => {
  const Records = { At: '2026-11-26T05:00:00.000Z', Broken: ['net is the sum of the lines'] }
  await opened({ ...good, Records }, 'Administrator', 'lab')
  const records = page.getByRole('alert', { name: 'Records' })
  await expect.element(records.getByText(/^In the records this does not hold, .*: net is the sum/)).toBeVisible()
  await expect.element(shown).not.toBeInTheDocument()
  await userEvent.click(records.getByRole('link', { name: 'System Status' }))
  await expect.poll(at).toMatch(/^\/summary\/systemstatus/)
})

test('a good backup and a user who does not manage the network see no warning', async () => {
  await opened(good, 'Administrator', 'lab')
  await expect.element(shown).not.toBeInTheDocument()
  await opened({ ...good, Failed }, 'FrontDesk', 'lab', { without: ['settings update'] })
  await expect.element(shown).not.toBeInTheDocument()
})
