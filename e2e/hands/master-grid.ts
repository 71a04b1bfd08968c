// The grids of a master's screen in the browser: a cell, picking a record in it, and what a save sends.
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import type { Saved } from '../../server/testing/answers.ts'
import type { Modules } from '../../server/testing/records.ts'
import { arrives, gone, shows } from './journey.ts'
import { linesOf } from './sale.ts'

export const lines = (page: Page, label: string) => linesOf(page.getByRole('grid', { name: label, exact: true }))
export const cell = (page: Page, label: string, row: number, column: number) =>
  lines(page, label).nth(row).locator('[role=gridcell]').nth(column)
/** Picks a record in a cell. */
export const pickIn = async (page: Page, label: string, row: number, column: number, text: string): Promise<void> => {
  await cell(page, label, row, column).click()
  await page.keyboard.type(text)
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: text }))
  await page.keyboard.press('Enter')
  await gone(dialog)
}
export const typeIn = async (page: Page, label: string, row: number, column: number, text: string): Promise<void> => {
  await cell(page, label, row, column).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
/** Saves, and answers the sent body and the new key. */
export const saved = async <M extends keyof Modules>(
  page: Page,
  module: M,
): Promise<{ sent: Modules[M]['record']; answer: Saved<M> }> => {
  const posted = page.waitForResponse(
    (answer) => ['POST', 'PUT'].includes(answer.request().method()) && answer.url().includes(`/api/${module}/`),
  )
  await page.keyboard.press('Alt+s')
  const answer = await posted
  expect([answer.ok(), await answer.text()]).toEqual([true, expect.any(String)])
  await arrives(page, `/summary/${module}`)
  return { sent: answer.request().postDataJSON() as Modules[M]['record'], answer: (await answer.json()) as Saved<M> }
}
