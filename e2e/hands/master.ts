// Shared by the journeys through the screens of the catalogue: opening one, its grids, and its pickers' rows.
import type { Page } from 'playwright-core'
import { sql } from '../../server/db/db.ts'
import { box } from './client.ts'
import { gone, shows, type Journey } from './journey.ts'

export const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await shows(page.locator('.detail-body'))
}
/** The names in the open picker, which it closes. */
export const shownIn = async (page: Page): Promise<string[]> => {
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  const names = await dialog
    .locator('[role=row][aria-selected]')
    .evaluateAll((all) => all.map((row) => row.querySelector('[role=gridcell], td')?.textContent ?? ''))
  await page.keyboard.press('Escape')
  await gone(dialog)
  return names.sort()
}
/** The names that the picker of a field offers. */
export const offered = async (page: Page, name: string): Promise<string[]> => {
  await box(page, name).focus()
  await page.keyboard.press('F2')
  return shownIn(page)
}
/** The names of all clients of a type. */
export const named = async (here: Journey, type: number): Promise<string[]> =>
  (
    await here.app.db.read.rows<{ Name: string }>(sql`
      select
        name
      from
        clients
      where
        client_type_id = ${type}
        and is_active
    `)
  )
    .map((row) => row.Name)
    .sort()
