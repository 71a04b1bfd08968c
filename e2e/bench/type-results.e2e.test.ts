// Typing results in a real browser: the focus survives every action, and no typed value is lost.
// modules/testresults/sheet/sheet.component.test.tsx proves the keys of the sheet without a server.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned } from '../../modules/sales/sales.fixture.ts'
import { benchOf, enter, enterAll, rowOf, rowsOf, type Bench } from '../../modules/testresults/testresults.fixture.ts'
import { button, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'

const { here } = journeyForTests()
let bench: Bench
beforeAll(async () => {
  bench = await benchOf(here.app)
})

const result = (page: Page, element: string) => page.getByLabel(`Result of ${element}`, { exact: true })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
const elementOf = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('th')?.innerText ?? '')
/** Opens the results of a sale and edits them. */
const typing = async (saleId: unknown) => {
  const visit = await here.visit('technologist', 4, 2)
  await visit.page.goto(`/testresults?SaleId=${String(saleId)}`)
  await shows(button(visit.page, 'Edit'))
  await visit.page.keyboard.press('Alt+e')
  await shows(button(visit.page, 'Save'))
  return visit
}
const typedElements = async (saleId: unknown): Promise<string[]> =>
  (await rowsOf(bench.technologist, saleId)).filter((row) => row.Formula === null).map((row) => String(row.Element))
test('a critical call is logged by its own key, and the next key belongs to its row', async () => {
  const sale = await accessioned(bench.desk)
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '3.0' })
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Log Call'))
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await shows(sheet.getByText('Log Call'))
  await page.keyboard.press('Escape')
  await gone(sheet)
  // typing in another row is preserved
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await result(page, 'RBC count').fill('4.44')
  await page.keyboard.press('Alt+k')
  await settles(() => page.evaluate(() => document.activeElement?.matches('.told')), true)
  // the time, then whether it was read back
  await page.keyboard.press('Tab')
  while (!(await page.evaluate(() => document.activeElement?.matches('.read-back input'))))
    await page.keyboard.press('Tab')
  await settles(() => page.evaluate(() => document.activeElement?.matches('.read-back input')), true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Alt+k')
  await shows(page.getByText(/spoke to .* read back/))
  await settles(() => elementOf(page), 'Haemoglobin')
  await page.keyboard.press('Alt+s')
  await shows(said(page, /results are saved/))
  expect((await rowOf(bench.technologist, sale.SaleId, 'RBC count')).Result).toBe('4.44')
})

test('at 60 ms a key the save includes keys typed before it is drawn, and Save & Next takes the rest to the next sale', async () => {
  const sales = [await accessioned(bench.desk), await accessioned(bench.desk)].map((sale) => sale.SaleId)
  await bench.technologist.put('/api/generate/worksheets')
  const [first = '', second = ''] = await typedElements(sales[0])
  const { WorkSheetId } = await rowOf(bench.technologist, sales[0], first)
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?WorkSheetId=${String(WorkSheetId)}&SaleId=${String(sales[0])}`)
  await shows(button(page, 'Next sale'))
  // from here on keys are typed without waiting
  for (const [text, key] of [
    ['', 'Alt+e'],
    ['10.4', 'Enter'],
    ['4.2', 'Alt+n'],
    ['11.5', 'Enter'],
    ['4.6', 'Alt+s'],
  ] as const) {
    await page.keyboard.type(text, { delay: 60 })
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
  await settles(async () => (await rowOf(bench.technologist, sales[1], second)).Result, '4.6')
  for (const [sale, values] of [
    [sales[0], ['10.4', '4.2']],
    [sales[1], ['11.5', '4.6']],
  ] as const) {
    const rows = await rowsOf(bench.technologist, sale)
    expect(rows.filter(({ Formula, Result }) => Formula === null && Result !== null).map((row) => row.Result)).toEqual(
      values,
    )
  }
  expect(new URL(page.url()).searchParams.get('edit')).toBeNull()
})

test('Discard offers Undo: it restores the typed values under the lock, to be saved', async () => {
  const sale = await accessioned(bench.desk)
  const [first = '', second = ''] = await typedElements(sale.SaleId)
  const { page } = await typing(sale.SaleId)
  await result(page, first).fill('10.4')
  await result(page, second).fill('4.20')
  await page.keyboard.press('Alt+d')
  await shows(said(page, 'Changes of the results are discarded'))
  await page.keyboard.press('Alt+z')
  await settles(() => result(page, first).inputValue(), '10.4')
  await page.keyboard.press('Alt+s')
  await shows(said(page, /results are saved/))
  expect((await rowOf(bench.technologist, sale.SaleId, second)).Result).toBe('4.20')
})

test('keys typed before the results are editable go to the first empty one', async () => {
  const sale = await accessioned(bench.desk)
  const [first = ''] = await typedElements(sale.SaleId)
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Edit'))
  await page.route('**/api/locks/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.keyboard.press('Alt+e')
  await page.keyboard.type('10.4')
  await settles(() => result(page, first).inputValue(), '10.4')
})

test('after review, approval and a repeat, and after Discard, the focus is on the row', async () => {
  const sale = await accessioned(bench.desk)
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '14.0' })
  const { page } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Approve'))
  await page.getByRole('rowheader', { name: 'MCV', exact: true }).click()
  await page.keyboard.press('Alt+e')
  await settles(() => focused(page).then((name) => String(name).startsWith('Result of ')), true)
  const at = await elementOf(page)
  // the next key is pressed while the sheet is still reloading
  const read = Promise.withResolvers<undefined>()
  await page.route('**/api/testresults?**', async (route) => {
    await read.promise
    await route.continue()
  })
  await page.keyboard.press('Alt+d')
  await settles(() => page.evaluate(() => document.activeElement?.tagName), 'TR')
  expect(await elementOf(page)).toBe(at)
  for (const [key, words] of [
    ['Alt+r', /reviewed/],
    ['Alt+a', /approved/],
  ] as const) {
    if (key === 'Alt+r' && (await button(page, 'Review').getAttribute('aria-disabled')) === 'true') continue
    await page.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
    await page.keyboard.press(key)
    read.resolve(undefined)
    await shows(said(page, words))
    await settles(() => page.evaluate(() => document.activeElement?.tagName), 'TR')
  }
  await page.keyboard.press('ArrowDown')
  const below = await elementOf(page)
  await button(page, 'Repeat').click()
  const dialog = page.getByRole('dialog', { name: 'Repeat' })
  await dialog.getByLabel('Reason').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Repeat it' }).press('Enter')
  await gone(dialog)
  await settles(() => elementOf(page), below)
})

test('values typed right before an unanswered save are offered after a reload', async () => {
  const sale = await accessioned(bench.desk)
  const [first = ''] = await typedElements(sale.SaleId)
  const { page } = await typing(sale.SaleId)
  let isSent = false
  await page.route('**/api/testresults/', () => {
    isSent = true
  })
  await result(page, first).focus()
  await page.keyboard.type('10.4')
  await page.keyboard.press('Alt+s')
  await settles(() => isSent, true)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await shows(page.getByText(/^Results typed on .* were not saved/))
})

test('typed results survive a reload; they do not overwrite later changes of another user', async () => {
  const sale = await accessioned(bench.desk)
  const [first = '', second = ''] = await typedElements(sale.SaleId)
  const { page } = await typing(sale.SaleId)
  await result(page, first).fill('10.4')
  await result(page, second).fill('4.20')
  await page.keyboard.press('Enter')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await shows(page.getByText(/^Results typed on .* were not saved/))
  await enter(bench.pathologist, sale.SaleId, { [second]: '5.00' })
  // read-only rows show what others save
  await shows(page.getByRole('gridcell', { name: '5.00', exact: true }))
  await button(page, 'Resume').click()
  await settles(() => result(page, first).inputValue(), '10.4')
  expect(Number(await result(page, second).inputValue())).toBe(5)
  await shows(page.getByText('"4.20" was not taken: another user has changed this row since'))
  await button(page, 'Discard').click()
  await shows(button(page, 'Edit'))
  await page.reload()
  await shows(button(page, 'Edit'))
  expect(await page.getByText(/^Results typed on/).count()).toBe(0)
})
