// A sale on screen, for the journeys on sales: opened new or read, its parties, products and figures.
import type { Locator, Page } from 'playwright-core'
import { button, gone, shows } from './journey.ts'

export const newSale = async (page: Page): Promise<void> => {
  await page.goto('/sales')
  await shows(button(page, 'Save'))
}
/** Opens the sale read-only. */
export const readSale = async (page: Page, saleId: unknown): Promise<void> => {
  await page.goto(`/sales?SaleId=${String(saleId)}`)
  await shows(button(page, 'History'))
}
/** A rare action of the sale, in the menu More. */
export const rare = async (page: Page, name: string): Promise<Locator> => {
  await button(page, 'More').click()
  return page.getByRole('menuitem', { name, exact: true })
}
/** The box of a reference. */
export const box = (page: Page, name: string): Locator => page.locator(`[data-field=${name}]`).getByRole('combobox')
/** The box of any other field. */
export const input = (page: Page, name: string): Locator => page.locator(`[data-field=${name}] .input`)
/** Opens the picker of a field on this text. */
export const pickerOf = async (page: Page, name: string, title: string, text: string): Promise<Locator> => {
  await box(page, name).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: title })
  await shows(dialog)
  await page.keyboard.type(text)
  return dialog
}
export const pickPatient = (page: Page, text: string): Promise<Locator> => pickerOf(page, 'PatientId', 'Patient', text)
/** Takes the first record that the picker finds for the text. */
export const take = async (page: Page, name: string, title: string, text: string): Promise<void> => {
  const dialog = await pickerOf(page, name, title, text)
  await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: text }))
  await page.keyboard.press('Enter')
  await gone(dialog)
}
export const namesIn = (dialog: Locator): Promise<string[]> =>
  dialog.locator('.picker-row span:first-child').allInnerTexts()
export const chosenIn = (dialog: Locator): Promise<string> =>
  dialog.locator('.picker-row[aria-selected=true] span:first-child').innerText()
export const sizeOf = (dialog: Locator): Promise<number[]> =>
  dialog.evaluate((element: HTMLElement) => [element.offsetWidth, element.offsetHeight])

export const products = (page: Page): Locator => page.getByRole('grid', { name: 'Products' })
/** Lines of a grid, including a blank one. */
export const linesOf = (grid: Locator): Locator =>
  grid.locator('[role=row][aria-rowindex]').filter({ has: grid.page().locator('[role=gridcell]') })
/** Picks products by their codes, from the blank line on. */
export const typeCodes = async (page: Page, codes: readonly string[]): Promise<void> => {
  await linesOf(products(page)).last().locator('[role=gridcell]').first().click()
  for (const code of codes) {
    await page.keyboard.type(code)
    const dialog = page.getByRole('dialog', { name: 'Product' })
    await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: code }))
    await page.keyboard.press('Enter')
    await gone(dialog)
    await shows(products(page).getByText(code, { exact: true }))
  }
}
/** Types over a number, which loses its separators on focus. */
export const typeNumber = async (control: Locator, value: string): Promise<void> => {
  await control.focus()
  await control.press('ControlOrMeta+a')
  await control.pressSequentially(value)
}
/** The figures below the sale by their labels. */
export const totals = async (page: Page): Promise<Record<string, string>> => {
  const foot = page.getByRole('region', { name: 'Totals' })
  const [names, figures] = [await foot.locator('dt').allInnerTexts(), await foot.locator('dd').allInnerTexts()]
  return Object.fromEntries(names.map((name, at) => [name, figures[at] ?? '']))
}
/** One of them, by its label. */
export const totalOf = async (page: Page, label: string): Promise<string | undefined> => (await totals(page))[label]
