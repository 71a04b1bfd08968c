// The form of a client in the browser: its fields by name, its types, its pickers.
import type { Locator, Page } from 'playwright-core'
import { button, gone, settles, shows } from './journey.ts'

export const field = (page: Page, name: string): Locator => page.locator(`[data-field=${name}]`)
export const box = (page: Page, name: string): Locator => field(page, name).locator('input, textarea, select').first()
export const choose = async (page: Page, type: number): Promise<void> => {
  await box(page, 'ClientTypeId').selectOption(String(type))
  await settles(() => box(page, 'ClientTypeId').inputValue(), String(type))
}
export const begin = async (page: Page, type?: number): Promise<void> => {
  await page.goto('/clients')
  await shows(button(page, 'Save'))
  if (type !== undefined) await choose(page, type)
}
/** Picks the first row of the field's picker. */
export const pick = async (page: Page, name: string, text = ''): Promise<void> => {
  await box(page, name).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  if (text !== '') {
    await page.keyboard.type(text)
    await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: text }))
  }
  await page.keyboard.press('Enter')
  await gone(dialog)
}
export const error = (page: Page, name: string): Locator => field(page, name).locator('.error')
export const refusedBy = async (page: Page, name: string, text: string): Promise<void> => {
  await page.keyboard.press('Alt+s')
  await settles(() => error(page, name).allInnerTexts(), [text])
}
/** A last day before the first is refused at its field. */
export const endsTooEarly = async (page: Page, name: string, text: string): Promise<void> => {
  await box(page, name).fill('01-Jan-2020')
  await refusedBy(page, name, text)
}
