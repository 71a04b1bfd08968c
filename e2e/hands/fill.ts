// Filling in a master's screen in the browser: its fields, and rows of its grids from the blank row on.
import type { Page } from 'playwright-core'
import { box, field, pick } from './client.ts'
import { gone, shows } from './journey.ts'
import { linesOf } from './sale.ts'

/**
 * A value to type, choose or pick: `text` is typed, `{ pick }` finds a record, `{ choose }` an option, `{ segment }`
 * one of a few next to each other.
 */
export type Entry = string | { pick: string } | { choose: string } | { segment: string } | boolean
export const enter = async (page: Page, name: string, entry: Entry): Promise<void> => {
  if (typeof entry === 'object' && 'pick' in entry) return pick(page, name, entry.pick)
  if (typeof entry === 'object' && 'segment' in entry)
    return field(page, name).getByText(entry.segment, { exact: true }).click()
  if (typeof entry === 'object') return void (await box(page, name).selectOption(entry.choose))
  if (typeof entry === 'boolean') return void (await box(page, name).setChecked(entry))
  await box(page, name).fill(entry)
  await box(page, name).press('Tab')
}
/** Picks one record a row, from the blank row on. */
export const addRows = async (page: Page, label: string, texts: readonly string[]): Promise<void> => {
  const grid = page.getByRole('grid', { name: label, exact: true })
  const picking = ['Specimens', 'Products', 'Roles'].includes(label) ? 0 : 1
  await linesOf(grid).last().locator('[role=gridcell]').nth(picking).click()
  for (const text of texts) {
    await page.keyboard.type(text)
    const dialog = page.getByRole('dialog')
    await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: text }))
    await page.keyboard.press('Enter')
    await gone(dialog)
    await shows(grid.getByText(text).first())
  }
}
