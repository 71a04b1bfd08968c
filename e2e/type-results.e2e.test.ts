// Typing results in a real browser: what is refused is said, a column is pasted, the next key has its place, nothing
// typed is lost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned } from '../modules/sales/sales.fixture.ts'
import { benchOf, enter, enterAll, rowOf, rowsOf, type Bench } from '../modules/testresults/testresults.fixture.ts'
import { button, gone, journey, question, said, settles, shows, type Journey } from './journey.ts'

let here: Journey
let bench: Bench
beforeAll(async () => {
  here = await journey()
  bench = await benchOf(here.app)
})
afterAll(() => here?.close())

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
  (await rowsOf(bench.technologist, saleId))
    .filter((row) => row['Formula'] === null)
    .map((row) => String(row['Element']))
/** Pastes as the browser does, at the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((given) => {
    const data = new DataTransfer()
    data.setData('text/plain', given)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

test('editing begins in the first result that is empty', async () => {
  const sale = await accessioned(bench.desk)
  const [first = '', second = ''] = await typedElements(sale['SaleId'])
  await enter(bench.technologist, sale['SaleId'], { [first]: '14.0' })
  const { page, context } = await typing(sale['SaleId'])
  await settles(() => focused(page), `Result of ${second}`)
  await context.close()
})

test('a text that is no result is said at its cell until the next value, and Save asks while it stands', async () => {
  const sale = await accessioned(bench.desk)
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14.0' })
  const { page, context } = await typing(sale['SaleId'])
  const box = result(page, 'Haemoglobin')
  await box.focus()
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  const words = page.getByText('"abc" is not a number, 14.0 stays')
  await shows(words)
  expect(await box.inputValue()).toBe('14.0')
  expect(await box.getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.type('4.5')
  await page.keyboard.press('Alt+s')
  const asked = question(page, '1 value was not taken: Haemoglobin "abc". Save all the same?')
  await shows(asked)
  await page.keyboard.press('n')
  await gone(asked)
  await settles(() => focused(page), 'Result of Haemoglobin')
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin'))['Result']).toBe('14.0')
  await page.keyboard.type('15')
  await gone(words)
  await page.keyboard.press('Alt+s')
  await shows(said(page, /results are saved/))
  expect(await asked.count()).toBe(0)
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin'))['Result']).toBe('15')
  await context.close()
})

test('more decimals than declared are rounded, and the cell says so', async () => {
  const sale = await accessioned(bench.desk)
  const { page, context } = await typing(sale['SaleId'])
  await result(page, 'Haemoglobin').focus()
  await page.keyboard.type('10.456')
  await page.keyboard.press('Enter')
  await shows(page.getByText('10.456 is kept as 10.5'))
  expect(await result(page, 'Haemoglobin').inputValue()).toBe('10.5')
  await context.close()
})

test('Enter on the last result leaves it finished: what is typed next replaces it, and Escape brings it back', async () => {
  const sale = await accessioned(bench.desk)
  const last = (await typedElements(sale['SaleId'])).at(-1) ?? ''
  const { page, context } = await typing(sale['SaleId'])
  const box = result(page, last)
  await box.focus()
  await page.keyboard.type('38')
  await page.keyboard.press('Enter')
  await settles(() => focused(page), `Result of ${last}`)
  const finished = await box.inputValue()
  await page.keyboard.type('1000')
  expect(await box.inputValue()).toBe('1000')
  await page.keyboard.press('Escape')
  expect(await box.inputValue()).toBe(finished)
  await context.close()
})

test('a question mark in a number opens the keys and is not typed', async () => {
  const sale = await accessioned(bench.desk)
  const { page, context } = await typing(sale['SaleId'])
  await result(page, 'Haemoglobin').focus()
  await page.keyboard.type('12?')
  await shows(page.getByRole('dialog', { name: 'Keys' }))
  await page.keyboard.press('Escape')
  expect(await result(page, 'Haemoglobin').inputValue()).toBe('12')
  await context.close()
})

test('a column pasted from a spreadsheet fills down, steps over formulas, and says by name what did not fit', async () => {
  const sale = await accessioned(bench.desk)
  const elements = await typedElements(sale['SaleId'])
  const [first = '', second = '', third = '', fourth = ''] = elements
  const { page, context } = await typing(sale['SaleId'])
  await result(page, first).focus()
  await paste(page, `10.4\tg/dL\r\n4.20\tx\r\nabc\t\r\n13\r\n`)
  await shows(said(page, new RegExp(`^3 values are filled in. Not taken: ${third.replace(/[()]/g, '.')} "abc"`)))
  expect(await result(page, first).inputValue()).toBe('10.4')
  expect(Number(await result(page, second).inputValue())).toBe(4.2)
  expect(await result(page, third).inputValue()).toBe('')
  expect(Number(await result(page, fourth).inputValue())).toBe(13)
  await shows(page.getByText('"abc" is not a number', { exact: true }))
  // the next key is for the row below
  expect(await focused(page)).toBe(`Result of ${elements[4]}`)
  await button(page, 'Discard').click()
  await shows(button(page, 'Edit'))
  expect((await rowsOf(bench.technologist, sale['SaleId'])).every((row) => row['Result'] === null)).toBe(true)
  await context.close()
})

test('a critical call is logged by its own key, and the next key belongs to its row', async () => {
  const sale = await accessioned(bench.desk)
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '3.0' })
  const { page, context } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?SaleId=${String(sale['SaleId'])}`)
  await shows(button(page, 'Log Call'))
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await shows(sheet.getByText('Log Call'))
  await page.keyboard.press('Escape')
  await gone(sheet)
  await page.keyboard.press('Alt+k')
  await settles(() => page.evaluate(() => document.activeElement?.matches('.told')), true)
  // when, then whether it was read back
  await page.keyboard.press('Tab')
  while (!(await page.evaluate(() => document.activeElement?.matches('.read-back input'))))
    await page.keyboard.press('Tab')
  await settles(() => page.evaluate(() => document.activeElement?.matches('.read-back input')), true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Alt+k')
  await shows(page.getByText(/Told to .* read back/))
  await settles(() => elementOf(page), 'Haemoglobin')
  await context.close()
})

test('Discard offers Undo: what was typed is back under its lock, and saved from there', async () => {
  const sale = await accessioned(bench.desk)
  const [first = '', second = ''] = await typedElements(sale['SaleId'])
  const { page, context } = await typing(sale['SaleId'])
  await result(page, first).fill('10.4')
  await result(page, second).fill('4.20')
  await page.keyboard.press('Alt+d')
  await shows(said(page, 'Changes of the results are discarded'))
  await page.keyboard.press('Alt+z')
  await settles(() => result(page, first).inputValue(), '10.4')
  await page.keyboard.press('Alt+s')
  await shows(said(page, /results are saved/))
  expect((await rowOf(bench.technologist, sale['SaleId'], second))['Result']).toBe('4.20')
  await context.close()
})

test('keys typed before the results can be typed into come to the first empty one', async () => {
  const sale = await accessioned(bench.desk)
  const [first = ''] = await typedElements(sale['SaleId'])
  const { page, context } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?SaleId=${String(sale['SaleId'])}`)
  await shows(button(page, 'Edit'))
  await page.route('**/api/locks/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.keyboard.press('Alt+e')
  await page.keyboard.type('10.4')
  await settles(() => result(page, first).inputValue(), '10.4')
  await context.close()
})

test('after review and approval, and after Discard, the focus is on the row', async () => {
  const sale = await accessioned(bench.desk)
  await enterAll(bench.technologist, sale['SaleId'], { Haemoglobin: '14.0' })
  const { page, context } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testresults?SaleId=${String(sale['SaleId'])}`)
  await shows(button(page, 'Approve'))
  await page.getByRole('rowheader', { name: 'MCV', exact: true }).click()
  await page.keyboard.press('Alt+e')
  await settles(() => focused(page).then((name) => String(name).startsWith('Result of ')), true)
  const at = await elementOf(page)
  await page.keyboard.press('Alt+d')
  await settles(() => page.evaluate(() => document.activeElement?.tagName), 'TR')
  expect(await elementOf(page)).toBe(at)
  for (const [key, words] of [
    ['Alt+r', /reviewed/],
    ['Alt+a', /approved/],
  ] as const) {
    if (key === 'Alt+r' && (await button(page, 'Review').getAttribute('aria-disabled')) === 'true') continue
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press(key)
    await shows(said(page, words))
    await settles(() => page.evaluate(() => document.activeElement?.tagName), 'TR')
  }
  await context.close()
})

test('typed results survive a reload; what somebody else changed since is not typed over', async () => {
  const sale = await accessioned(bench.desk)
  const [first = '', second = ''] = await typedElements(sale['SaleId'])
  const { page, context } = await typing(sale['SaleId'])
  await result(page, first).fill('10.4')
  await result(page, second).fill('4.20')
  await page.keyboard.press('Enter')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await shows(page.getByText(/^Results typed on .* were not saved/))
  await enter(bench.pathologist, sale['SaleId'], { [second]: '5.00' })
  await button(page, 'Continue them').click()
  await settles(() => result(page, first).inputValue(), '10.4')
  expect(Number(await result(page, second).inputValue())).toBe(5)
  await shows(page.getByText('"4.20" was not taken: somebody changed this row since'))
  await button(page, 'Discard').click()
  await shows(button(page, 'Edit'))
  await page.reload()
  await shows(button(page, 'Edit'))
  expect(await page.getByText(/^Results typed on/).count()).toBe(0)
  await context.close()
})
