// Several rows of a list at once, by keyboard alone: marked, exported, cancelled and deactivated, each as if done
// alone.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { readRows } from '../../../server/testing/rows.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'

const { here, desk } = journeyForTests('desk')
const marked = (page: Page): Promise<number> => page.locator('tbody tr.marked').count()
const footer = (page: Page) => page.locator('.list-footer')
const salesOf = async (name: string, count: number): Promise<number[]> => {
  const PatientId = await aPatient(desk, { Name: name })
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) ids.push(Number((await booked(desk, { PatientId })).SaleId))
  return ids
}
const listed = async (page: Page, name: string): Promise<void> => {
  await page.goto('/summary/sales')
  await page.getByRole('search', { name: 'Filter' }).getByLabel('Patient').fill(name)
  await page.keyboard.press('Enter')
  await settles(async () => (await page.locator('tbody tr').allInnerTexts()).every((text) => text.includes(name)), true)
  await page.locator('tbody tr').first().focus()
}

test('rows are marked with Space, Shift and the arrows, or by clicks after Mark several; Escape clears; these alone are exported', async () => {
  const ids = await salesOf('Marked For Export', 4)
  const { page } = await here.visit('manager', 2, 2)
  await listed(page, 'Marked For Export')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await settles(() => marked(page), 1)
  await page.keyboard.press('Shift+ArrowDown')
  await settles(() => marked(page), 2)
  await shows(footer(page).getByText('2 marked'))
  await page.keyboard.press('Escape')
  await settles(() => marked(page), 0)
  const rows = page.locator('tbody tr')
  await rows.nth(0).click()
  await button(page, 'Mark several').click()
  // while some are marked a click marks more, and opens nothing
  await rows.nth(2).click()
  await settles(() => marked(page), 2)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
  const newest = [...ids].reverse()
  expect(lines.map((line) => Number(line.split(',')[0])).sort()).toEqual([newest[0], newest[2]].sort())
  await rows.nth(0).focus()
  await page.keyboard.press('Control+a')
  await settles(() => marked(page), 4)
  // a click on a marked row removes the mark and opens no record
  await rows.nth(1).click()
  await settles(() => marked(page), 3)
  expect(new URL(page.url()).pathname).toBe('/summary/sales')
})

test('the marked rows are cancelled after one question; refused ones remain marked and show why', async () => {
  const ids = await salesOf('Marked To Cancel', 3)
  const { page } = await here.visit('manager', 2, 2)
  await listed(page, 'Marked To Cancel')
  await page.keyboard.press('Space')
  await button(page, 'Mark all').press('Enter')
  await settles(() => marked(page), 3)
  // another user cancels one of them meanwhile
  await desk.put('/api/cancel/sales', { formId: ids[1] })
  await button(page, 'Cancel 3').press('Enter')
  const asks = question(page, 'Cancel these 3 sales ?')
  await shows(asks)
  await button(asks, 'Yes').press('Enter')
  await gone(asks)
  await shows(said(page, `2 of 3 done. Not done: ${ids[1]}: The sale is already cancelled`))
  const stored = await readRows<{ SaleId: number }>(here.app, 'sales', { StatusId: 90 }, 'sale_id')
  expect(stored.map((row) => row.SaleId)).toEqual(expect.arrayContaining(ids))
  await settles(() => marked(page), 1)
  await button(page, 'Clear').press('Enter')
  await settles(() => footer(page).getByText('Clear').count(), 0)
})

test('records of a master are deactivated and activated together', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await page.goto('/summary/departments')
  const rows = page.locator('tbody tr')
  await shows(rows)
  await rows.nth(0).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await settles(() => marked(page), 2)
  const off = async () => (await readRows(here.app, 'departments', { IsActive: false }, 'department_id')).length
  const before = await off()
  await button(page, 'Deactivate 2').press('Enter')
  await button(question(page, 'Deactivate these 2 departments ?'), 'Yes').press('Enter')
  await shows(said(page, '2 done'))
  expect(await off()).toBe(before + 2)
})
