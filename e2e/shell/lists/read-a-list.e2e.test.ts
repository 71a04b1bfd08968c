// Reading and filtering a list in a real browser: rows, pages, sorting, widths, the selected row, its address, and
// all of it as a file.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../core/dates.ts'
import { sql } from '../../../server/db/db.ts'
import { button, gone, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { readAt } from '../../hands/wire.ts'
import {
  allButOne,
  askedBy,
  criteriaOf,
  grid,
  heads,
  manySales,
  open,
  pageful,
  rows,
  some,
} from '../../hands/sales-list.ts'

const { here } = journeyForTests()
const foot = (page: Page) => page.locator('.list-footer')
const column = (page: Page, head: string) => heads(page).filter({ hasText: head })
const lrn = (page: Page) => page.getByRole('textbox', { name: 'LRN' })
beforeAll(async () => {
  await manySales(here)
})

const opened = [
  'FND-100 FND-101 FND-102 FND-125 FND-127 FND-110 FND-111 FND-112 FND-445 FND-104',
  'the list has its name, buttons, filter and All Data; the rows load by themselves from the statement of the permit;',
  'columns are the fields of the first row with split names, dates in their form; one row is selected at a time',
].join(' ')
test(opened, async () => {
  const { page, context } = await here.visit('labdesk', 5, 2)
  const url = await askedBy(page, () => page.goto('/summary/sales'))
  const known = await readAt(context, '/api/currentUser')
  expect(known.Permissions.find((one) => one.ModuleId === 'sales' && one.Permit === 'list')?.StatementId).toBe(
    Number(new URL(url).pathname.split('/').at(-1)),
  )
  await shows(grid(page))
  const head = page.locator('.page-head')
  expect(await head.getByRole('heading').innerText()).toBe('Sales')
  await shows(head.getByRole('button', { name: 'Create New' }))
  await shows(page.getByRole('search', { name: 'Filter' }))
  expect(await button(page, 'All Data').count()).toBe(1)
  expect((await heads(page).allInnerTexts()).map((text) => text.trim())).toEqual([
    'Sale Id',
    'Sale Date',
    'Accession No',
    'LRN',
    'Patient',
    'Doctor',
    'Seller',
    'Net Amount',
    'Outstanding',
    'Sale Status',
    'Buyer',
    'Referrer',
  ])
  expect(await rows(page).first().locator('td').nth(1).innerText()).toMatch(
    /^\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d [AP]M$/,
  )
  const chosen = () =>
    page
      .locator('tbody tr[aria-selected=true]')
      .evaluateAll((all) => all.map((row) => (row as HTMLTableRowElement).sectionRowIndex))
  await rows(page).nth(2).click()
  await rows(page)
    .nth(4)
    .click({ modifiers: ['ControlOrMeta'] })
  await settles(chosen, [4])
  await page.keyboard.press('ArrowDown')
  await settles(chosen, [5])
  await shows(page.getByText('1 selected'))
})

const kept = [
  'FND-105 FND-115 FND-106 FND-116 FND-107 FND-108 FND-109 FND-114 FND-440',
  'a page has 100 rows, the foot the count; a head sorts up, then down; a column is widened by its edge and by key;',
  'the session remembers page, sorting and width; a single page hides the page buttons',
].join(' ')
test(kept, async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await settles(() => rows(page).count(), pageful)
  await shows(foot(page).getByText(`${pageful + some} records`))
  await button(page, 'Page 2').click()
  await settles(() => rows(page).count(), some)
  const patient = column(page, 'Patient')
  const width = async () => Math.round((await patient.boundingBox())?.width ?? 0)
  const before = await width()
  const edge = await patient.locator('.edge').boundingBox()
  if (!edge) throw new Error('No edge')
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 5)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width / 2 + 60, edge.y + 5, { steps: 4 })
  await page.mouse.up()
  await settles(width, before + 60)
  await patient.getByRole('button').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await settles(width, before + 76)
  await page.reload()
  await settles(() => rows(page).count(), some)
  await settles(width, before + 76)
  const head = column(page, 'LRN')
  const lrns = () => rows(page).locator('td:nth-child(4)').allInnerTexts()
  expect(new URL(await askedBy(page, () => head.getByRole('button').click())).searchParams.get('sort')).toBe('LRN')
  await settles(() => head.getAttribute('aria-sort'), 'ascending')
  const { Least } = await here.app.db.read.one<{ Least: string }>(sql`
    select
      min(lrn) as least
    from
      sales
  `)
  await settles(async () => (await lrns())[0], Least)
  expect(new URL(await askedBy(page, () => head.getByRole('button').click())).searchParams.get('sort')).toBe('-LRN')
  await settles(async () => (await lrns())[0], '777001')
  const after = await lrns()
  expect(after).toEqual([...after].sort().reverse())
  expect(new URL(await askedBy(page, () => page.reload())).searchParams.get('sort')).toBe('-LRN')
  await allButOne(page)
  await shows(foot(page).getByText('1 record'))
  expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
})

test('the rows do not wait for their count: the foot says how many there are at least, and the next page is in reach', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  const counts: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/getdata/1001?*limit=0*', async (route) => {
    counts.push(route.request().url())
    await held
    await route.continue()
  })
  await open(page)
  await settles(() => rows(page).count(), pageful)
  await shows(foot(page).getByText(`${pageful}+ records`))
  expect(await foot(page).getByRole('button', { name: 'Count all' }).count()).toBe(0)
  await button(page, 'Page 2').click()
  // a page that is not full shows its count by itself
  await shows(foot(page).getByText(`${pageful + some} records`))
  await button(page, 'Page 1').click()
  await settles(() => rows(page).count(), pageful)
  release()
  await shows(foot(page).getByText(`${pageful + some} records`))
  // one count for all pages and sorts of a filter
  await column(page, 'LRN').getByRole('button').click()
  await settles(() => column(page, 'LRN').getAttribute('aria-sort'), 'ascending')
  await shows(foot(page).getByText(`${pageful + some} records`))
  expect(new Set(counts).size).toBe(1)
})

const filtered = [
  'OPS-038 OPS-041 FND-124 FND-126 FND-152 FND-102 FND-103',
  'Enter in a field runs the search; a text matches anywhere; only filled filters are sent; All Data empties the',
  'filter and asks for everything; without rows the list shows its active filters and offers ways on',
].join(' ')
test(filtered, async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  const patient = page.getByRole('textbox', { name: 'Patient' })
  await patient.fill('ita kulk')
  const url = await askedBy(page, () => page.keyboard.press('Enter'))
  expect(Object.keys(criteriaOf(url)).sort()).toEqual(['FromDate', 'Patient', 'ToDate'])
  await settles(() => rows(page).locator('td:nth-child(5)').allInnerTexts(), ['Sunita Kulkarni'])
  expect(criteriaOf(await askedBy(page, () => button(page, 'All Data').click()))).toEqual({})
  expect(await patient.inputValue()).toBe('')
  await settles(() => rows(page).count(), pageful)
  await lrn(page).fill('999999999')
  await page.keyboard.press('Enter')
  await shows(page.getByRole('heading', { name: 'No sales match these filters' }))
  await button(page, 'Show all').click()
  await settles(() => rows(page).count(), pageful)
})

test('FND-130 a filter that was run is saved per role, client type and module', async () => {
  const { page, context } = await here.visit('nashik', 5, 3)
  await page.goto('/summary/patients')
  await shows(page.getByRole('search', { name: 'Filter' }))
  await page.getByRole('textbox', { name: 'Area' }).fill('Aundh')
  await page.keyboard.press('Enter')
  await settles(
    () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('patients'))),
    ['preference.filter.5.10.patients'],
  )
  await page.reload()
  await settles(() => page.getByRole('textbox', { name: 'Area' }).inputValue(), 'Aundh')
  await context.request.post('/api/entityrole', { data: { RoleId: 4, EntityId: 3 } })
  // the address would have the filter: the list is opened without one
  await page.goto('/summary/patients')
  await settles(() => page.getByRole('textbox', { name: 'Area' }).inputValue(), '')
})

test('FND-172 FND-175 FND-176 FND-182 FND-436 a filter picker is the picker of 640x480, 25 ms after the last key, without a button to add; the picked record narrows the list', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.clock.install()
  await open(page)
  const seller = page.getByRole('combobox', { name: 'Seller' })
  await seller.focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Seller' })
  await shows(dialog.getByRole('row', { selected: true }))
  expect(await dialog.evaluate((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight])).toEqual(
    [640, 480],
  )
  expect(await dialog.getByRole('button', { name: /^New|^\+|^Add/ }).count()).toBe(0)
  const offered = () => dialog.locator('.picker-row').count()
  const all = await offered()
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).searchParams.get('Name') === 'nobody') asked += 1
  })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.keyboard.type('nobody')
  await page.clock.runFor(24)
  expect(await dialog.getByLabel('Search Seller').inputValue()).toBe('nobody')
  expect([asked, await offered()]).toEqual([0, all])
  await page.clock.runFor(1)
  await settles(() => asked, 1)
  await page.clock.resume()
  await settles(offered, 0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await settles(offered, all)
  await page.keyboard.press('Enter')
  await gone(dialog)
  expect(await seller.inputValue()).not.toBe('')
  expect(typeof criteriaOf(await askedBy(page, () => page.keyboard.press('Enter'))).SellerId).toBe('number')
})

test('the address is the view: back and forward go through views, and a colleague who opens it sees the same rows', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await allButOne(page)
  await button(page, 'All Data').click()
  await settles(() => rows(page).count(), pageful)
  await column(page, 'LRN').getByRole('button').click()
  await settles(() => new URL(page.url()).searchParams.get('sort'), 'LRN')
  await button(page, 'Page 2').click()
  await settles(() => new URL(page.url()).searchParams.get('page'), '2')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await settles(() => rows(page).count(), 1)
  await settles(() => lrn(page).inputValue(), '777001')
  const copied = page.url()
  await page.goForward()
  await settles(() => rows(page).count(), pageful)
  await settles(() => lrn(page).inputValue(), '')
  const colleague = await here.visit('manager', 2, 2)
  await colleague.page.goto(copied)
  await settles(() => rows(colleague.page).count(), 1)
  await settles(() => lrn(colleague.page).inputValue(), '777001')
  // this view returns after a record, and does not become the colleague's own filter
  await rows(colleague.page).first().dblclick()
  await button(colleague.page, 'Close').first().click()
  await settles(() => rows(colleague.page).count(), 1)
  expect(
    await colleague.page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('filter'))),
  ).toEqual([])
  await colleague.context.close()
})

test('FND-122 FND-123 FND-447 only roles up to 2 can export all rows as CSV', async () => {
  const desk = await here.visit('labdesk', 5, 2)
  await open(desk.page)
  expect(await button(desk.page, 'CSV').count()).toBe(0)
  await desk.context.close()
  const { page } = await here.visit('manager', 2, 2)
  await open(page)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  expect(download.suggestedFilename()).toBe(`sales-${dayOf(new Date())}.csv`)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(pageful + some + 1)
  expect(lines[0]).toBe(
    'Sale Id,Sale Date,Accession No,LRN,Patient,Doctor,Seller,Net Amount,Outstanding,Sale Status,Buyer,Referrer',
  )
})
