// Next steps of a new network: each with its count and links, and the starter catalogue while it can be taken.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WhatComesNext } from '../../core/entrance/first-steps.ts'
import { cache, keyOf } from '../api/cache.ts'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { sent } from '../screen/no-server.fixture.ts'
import { somebody } from '../screen/session.fixture.ts'

// a busy machine needs a while to fetch the shell and its models, so they are fetched once
beforeAll(() => goTo('/summary/dashboard', somebody()), 60_000)
afterEach(leave)
const begin: WhatComesNext = {
  Steps: [
    { Id: 'departments', Count: 0 },
    { Id: 'ranges', Count: 1 },
    { Id: 'people', Count: 1 },
    { Id: 'backup', Count: null },
  ],
  MayTakeStarter: true,
  LabId: 2,
}
const shown = page.getByRole('region', { name: 'What comes next' })
const opened = async (next: WhatComesNext, ...who: Parameters<typeof somebody>) => {
  await goTo('/summary/dashboard', somebody(...who))
  cache.setQueryData(keyOf('/api/firststeps'), next)
  await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

test('steps have their count and links, and the starter catalogue is one choice', async () => {
  await opened(begin, 'Administrator', 'lab')
  await expect.element(shown).toBeVisible()
  const steps = shown.getByRole('listitem').elements()
  expect(steps.map((one) => one.querySelector('h3')?.textContent)).toEqual([
    'Departments',
    'Reference ranges',
    'People',
    'Backup',
  ])
  for (const text of ['0 departments', '1 element to verify', '1 user'])
    await expect.element(shown.getByText(text, { exact: true })).toBeVisible()
  await userEvent.click(shown.getByRole('button', { name: 'Take the starter catalogue' }))
  await userEvent.click(shown.getByRole('button', { name: 'Confirm backups' }))
  expect(sent()).toEqual(['POST /api/firststeps/starter', 'POST /api/firststeps/done'])
  await userEvent.click(shown.getByRole('link', { name: 'How' }))
  await expect.poll(at).toBe('/guide/administrator')
})

test('no steps show when all are done, or to a user who does not manage the network', async () => {
  await opened({ Steps: [], MayTakeStarter: false, LabId: null }, 'Administrator', 'lab')
  await expect.element(shown).not.toBeInTheDocument()
  await opened(begin, 'FrontDesk', 'lab', { without: ['settings update'] })
  await expect.element(shown).not.toBeInTheDocument()
})
