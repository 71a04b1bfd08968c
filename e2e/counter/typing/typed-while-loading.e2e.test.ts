// Typing while the page is still loading: no key is lost, and no wrong patient is taken.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { journeyForTests, settles, shows } from '../../hands/journey.ts'
import { box } from '../../hands/sale.ts'
import { keys, slowLine } from '../../hands/walk-in.ts'

const { here, desk } = journeyForTests('desk')
const search = (page: Page) => page.getByRole('dialog', { name: 'Patient' }).getByRole('combobox')

test.each([20, 60])(
  'a name typed at %i ms a key while a new sale loads, by address and by reload, takes the right patient',
  async (delay) => {
    const name = `Joseph D'Mello ${delay === 20 ? 'Fernandes' : 'Lobo'}`
    await aPatient(desk, { Name: name })
    const { page } = await here.visit('labdesk', 5, 2, { fresh: true })
    const open = [() => page.goto('/sales', { waitUntil: 'commit' }), () => page.reload({ waitUntil: 'commit' })]
    for (const load of open) {
      await load()
      // waits for the page's first script
      await page.waitForFunction(() => window.earlyKeys !== undefined)
      await keys(page, `${name}{Enter}`, delay)
      await settles(() => box(page, 'PatientId').inputValue(), name)
    }
  },
)

test.each([20, 60])(
  'from the very first moment, at %i ms a key: an ambiguous name waits, and no wrong patient is taken',
  async (delay) => {
    const { page } = await here.visit('labdesk', 5, 2, { fresh: true })
    await slowLine(page, 100)
    await page.goto('/sales', { waitUntil: 'commit' })
    await keys(page, 'Joseph{Enter}', delay)
    await shows(box(page, 'PatientId'))
    // letters typed before the first script may be missing: then the list is open and waits
    await expect
      .poll(async () => ((await search(page).count()) > 0 ? 'waits' : await box(page, 'PatientId').inputValue()), {
        timeout: 15_000,
      })
      .toMatch(/^waits$|\bJoseph/)
  },
)
