// Reading a list in a real browser: columns, sorting, pages, widths, the selected row.
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { button, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { allButOne, askedBy, grid, heads, manySales, open, pageful, rows, some } from '../../hands/sales-list.ts'

const { here } = journeyForTests()
const foot = (page: Page) => page.locator('.list-footer')
beforeAll(async () => {
  await manySales(here)
})

test('FND-100 FND-101 FND-102 FND-125 FND-127 the list has its name, buttons, filter and All Data; the rows load by themselves from the statement of the permit', async () => {
  const { page, context } = await here.visit('labdesk', 5, 2)
  const url = await askedBy(page, () => page.goto('/summary/sales'))
  const known = (await (await context.request.get('/api/currentUser')).json()) as {
    Permissions: { Permit: string; ModuleId: string; StatementId: number | null }[]
  }
  expect(known.Permissions.find((one) => one.ModuleId === 'sales' && one.Permit === 'list')?.StatementId).toBe(
    Number(new URL(url).pathname.split('/').at(-1)),
  )
  await shows(grid(page))
  const head = page.locator('.page-head')
  expect(await head.getByRole('heading').innerText()).toBe('Sales')
  await shows(head.getByRole('button', { name: 'Create New' }))
  await shows(page.getByRole('search', { name: 'Filter' }))
  expect(await button(page, 'All Data').count()).toBe(1)
})
test('FND-110 FND-111 FND-112 FND-445 columns are the fields of the first row with split names; dates in their form', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
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
})
test('FND-107 FND-108 FND-109 FND-114 FND-440 a page has 100 rows, the foot the count; a single page hides the page buttons; the page is remembered for the session', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await settles(() => rows(page).count(), pageful)
  await shows(foot(page).getByText(`${pageful + some} records`))
  await button(page, 'Page 2').click()
  await settles(() => rows(page).count(), some)
  await page.reload()
  await settles(() => rows(page).count(), some)
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
  await heads(page).filter({ hasText: 'LRN' }).getByRole('button').click()
  await settles(() => heads(page).filter({ hasText: 'LRN' }).getAttribute('aria-sort'), 'ascending')
  await shows(foot(page).getByText(`${pageful + some} records`))
  expect(new Set(counts).size).toBe(1)
})
test('FND-105 FND-115 a head sorts up, then down; the sorting is remembered for the session', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  const lrn = heads(page).filter({ hasText: 'LRN' })
  const lrns = () => rows(page).locator('td:nth-child(4)').allInnerTexts()
  expect(new URL(await askedBy(page, () => lrn.getByRole('button').click())).searchParams.get('sort')).toBe('LRN')
  await settles(() => lrn.getAttribute('aria-sort'), 'ascending')
  const { least } = await here.app.db.read.one<{ least: string }>(sql`
    select
      min(lrn) as least
    from
      sales
  `)
  await settles(async () => (await lrns())[0], least)
  expect(new URL(await askedBy(page, () => lrn.getByRole('button').click())).searchParams.get('sort')).toBe('-LRN')
  await settles(async () => (await lrns())[0], '777001')
  const after = await lrns()
  expect(after).toEqual([...after].sort().reverse())
  expect(new URL(await askedBy(page, () => page.reload())).searchParams.get('sort')).toBe('-LRN')
})
test('FND-106 FND-116 a column is widened by its edge and by key; the session remembers the width', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  const patient = heads(page).filter({ hasText: 'Patient' })
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
  await settles(width, before + 76)
})
test('FND-104 one row is selected at a time, by click and by arrow', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
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
