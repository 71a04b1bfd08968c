// The generic list in a real browser, mostly the sales: columns, sort, pages, filters, permits, keys, export.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient, booked } from '../modules/sales/sales.fixture.ts'
import { dayOf, formatDate, addDays } from '../core/dates.ts'
import { arrives, button, gone, journey, question, said, settles, shows, type Journey } from './journey.ts'

const pageful = 100
const some = 7
let here: Journey
let sale: Record<string, unknown>
beforeAll(async () => {
  here = await journey()
  const desk = await here.person('labdesk', 5, 2)
  const PatientId = await aPatient(desk, { Name: 'Sunita Kulkarni' })
  sale = await accessioned(desk, { PatientId, LRN: '777001' })
  const Other = await aPatient(desk, { Name: 'Vikram Bedi' })
  // a session may send a hundred requests at once, so several sign in
  const left = pageful + some - 1
  for (let made = 0; made < left; made += 30) {
    const another = await here.person('labdesk', 5, 2)
    for (let i = made; i < Math.min(left, made + 30); i += 1) await booked(another, { PatientId: Other })
  }
})
afterAll(() => here?.close())

const grid = (page: Page) => page.getByRole('grid')
const rows = (page: Page) => page.locator('tbody tr')
const heads = (page: Page) => page.getByRole('columnheader')
const criteriaOf = (url: string): Record<string, unknown> =>
  JSON.parse(new URL(url).searchParams.get('filterCriteria') ?? 'null') as Record<string, unknown>
const isRows = (url: string) => new URL(url).pathname === '/api/getdata/1001'
const open = async (page: Page, module = 'sales'): Promise<void> => {
  await page.goto(`/summary/${module}`)
  await shows(grid(page))
}
/** The rows' request that follows from an act. */
const askedBy = async (page: Page, act: () => Promise<unknown>): Promise<string> =>
  (await Promise.all([page.waitForRequest((request) => isRows(request.url())), act()]))[0].url()
const allButOne = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'LRN' }).fill('777001')
  await page.keyboard.press('Enter')
  await settles(() => rows(page).count(), 1)
}

describe('rows and columns', () => {
  test('OPS-013 FND-015 FND-098 FND-099 FND-100 FND-101 FND-102 FND-125 FND-127 the address chooses the module; icon, name, buttons, filter, All Data; the rows come by themselves from the statement of the permit', async () => {
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
    expect(await head.locator('svg').count()).toBeGreaterThan(0)
    await shows(head.getByRole('button', { name: 'Create New' }))
    await shows(page.getByRole('search', { name: 'Filter' }))
    expect(await button(page, 'All Data').count()).toBe(1)
    await context.close()
  })
  test('FND-110 FND-111 FND-112 FND-445 columns are the fields of the first row with split names; dates in their form', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
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
    expect(await rows(page).first().locator('td').nth(1).innerText()).toMatch(/^\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d [ap]m$/i)
    await context.close()
  })
  test('FND-107 FND-108 FND-109 FND-114 FND-440 a page has 100 rows, the foot the count; the pages hide when there is one; the page is kept for the session', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await settles(() => rows(page).count(), pageful)
    expect(await page.locator('.list-footer').innerText()).toContain(`${pageful + some} records`)
    await button(page, 'Page 2').click()
    await settles(() => rows(page).count(), some)
    await page.reload()
    await settles(() => rows(page).count(), some)
    await allButOne(page)
    expect(await page.locator('.list-footer').innerText()).toContain('1 record')
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    await context.close()
  })
  test('FND-105 FND-115 a head sorts up, then down; the sorting is kept for the session', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    const lrn = heads(page).filter({ hasText: 'LRN' })
    const lrns = () => rows(page).locator('td:nth-child(4)').allInnerTexts()
    expect(new URL(await askedBy(page, () => lrn.getByRole('button').click())).searchParams.get('sort')).toBe('LRN')
    await settles(() => lrn.getAttribute('aria-sort'), 'ascending')
    await settles(async () => (await lrns())[0], '260002')
    expect(new URL(await askedBy(page, () => lrn.getByRole('button').click())).searchParams.get('sort')).toBe('-LRN')
    await settles(async () => (await lrns())[0], '777001')
    const after = await lrns()
    expect(after).toEqual([...after].sort().reverse())
    expect(new URL(await askedBy(page, () => page.reload())).searchParams.get('sort')).toBe('-LRN')
    await context.close()
  })
  test('FND-106 FND-116 a column is widened by its edge and by key; the width is kept for the session', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
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
    await context.close()
  })
  test('FND-104 one row is selected at a time, by click and by arrow', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    const chosen = () =>
      page.locator('tbody tr[aria-selected=true]').evaluateAll((all) => all.map((row) => (row as HTMLTableRowElement).sectionRowIndex))
    await rows(page).nth(2).click()
    await rows(page)
      .nth(4)
      .click({ modifiers: ['ControlOrMeta'] })
    await settles(chosen, [4])
    await page.keyboard.press('ArrowDown')
    await settles(chosen, [5])
    await shows(page.getByText('1 selected'))
    await context.close()
  })
})

describe('filters', () => {
  test('OPS-024 OPS-025 OPS-026 OPS-027 FND-132 FND-151 the filters of the sales list', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    const labels = await page.getByRole('search', { name: 'Filter' }).locator('label[for], fieldset > .label').allInnerTexts()
    expect(labels).toEqual([
      'From Date',
      'To Date',
      'Patient',
      'Doctor',
      'Buyer',
      'Referrer',
      'Seller',
      'Giver',
      'Receiver',
      'LRN',
      'Sale Status',
      'Code',
      'Name',
      'Is Local Product',
    ])
    await context.close()
  })
  test('OPS-038 OPS-041 FND-124 FND-126 FND-152 Enter in a field runs the search; text is searched anywhere; only filled filters are sent', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await page.getByRole('textbox', { name: 'Patient' }).fill('ita kulk')
    const url = await askedBy(page, () => page.keyboard.press('Enter'))
    expect(Object.keys(criteriaOf(url)).sort()).toEqual(['FromDate', 'Patient', 'ToDate'])
    await settles(() => rows(page).locator('td:nth-child(5)').allInnerTexts(), ['Sunita Kulkarni'])
    await context.close()
  })
  test('OPS-039 OPS-040 OPS-043 FND-153 FND-154 FND-157 both dates start as today and reach from its start to its end', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    const today = dayOf(new Date())
    const criteria = criteriaOf(await askedBy(page, () => page.goto('/summary/sales')))
    expect(new Date(String(criteria['FromDate'])).toISOString()).toBe(new Date(`${today}T00:00:00+05:30`).toISOString())
    expect(Date.parse(String(criteria['ToDate']))).toBeGreaterThanOrEqual(Date.parse(`${today}T23:59:59+05:30`))
    await shows(grid(page))
    for (const name of ['From Date', 'To Date']) expect(await page.getByRole('textbox', { name }).inputValue()).toBe(formatDate(today))
    await context.close()
  })
  test('OPS-042 FND-156 samples and reports start five days back', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    const today = dayOf(new Date())
    for (const module of ['samples', 'testreports']) {
      await page.goto(`/summary/${module}`)
      await shows(page.getByRole('textbox', { name: 'From Date' }))
      expect(await page.getByRole('textbox', { name: 'From Date' }).inputValue()).toBe(formatDate(addDays(today, -5)))
      expect(await page.getByRole('textbox', { name: 'To Date' }).inputValue()).toBe(formatDate(today))
    }
    await context.close()
  })
  test('FND-102 FND-103 All Data empties the filter and asks for everything', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await allButOne(page)
    expect(criteriaOf(await askedBy(page, () => button(page, 'All Data').click()))).toEqual({})
    expect(await page.getByRole('textbox', { name: 'LRN' }).inputValue()).toBe('')
    await settles(() => rows(page).count(), pageful)
    await context.close()
  })
  test('FND-130 a filter that was run is kept per role, client type and module', async () => {
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
    await page.reload()
    await settles(() => page.getByRole('textbox', { name: 'Area' }).inputValue(), '')
    await context.close()
  })
  test('FND-172 FND-182 FND-436 a filter picker is the picker of 640x480, without a button to add; what is picked narrows the list', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    const seller = page.getByRole('combobox', { name: 'Seller' })
    await seller.focus()
    await page.keyboard.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Seller' })
    await shows(dialog.getByRole('row', { selected: true }))
    expect(await dialog.evaluate((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight])).toEqual([640, 480])
    expect(await dialog.getByRole('button', { name: /^New|^\+|^Add/ }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await gone(dialog)
    expect(await seller.inputValue()).not.toBe('')
    expect(typeof criteriaOf(await askedBy(page, () => page.keyboard.press('Enter')))['SellerId']).toBe('number')
    await context.close()
  })
  test('a list without rows says which filters hold and offers what helps', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await page.getByRole('textbox', { name: 'LRN' }).fill('999999999')
    await page.keyboard.press('Enter')
    await shows(page.getByRole('heading', { name: 'No sales match these filters' }))
    await button(page, 'Show all').click()
    await settles(() => rows(page).count(), pageful)
    await context.close()
  })
})

describe('opening and permits', () => {
  test('OPS-018 FND-017 FND-117 FND-307 double-click opens the record', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await allButOne(page)
    await rows(page).first().dblclick()
    await arrives(page, '/sales')
    expect(new URL(page.url()).searchParams.get('SaleId')).toBe(String(sale['SaleId']))
    await shows(page.getByRole('heading', { name: `Sale ${String(sale['SaleId'])}` }))
    await context.close()
  })
  test('OPS-019 OPS-047 OPS-048 FND-118 without the permit read nothing opens and Clone is absent', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await page.route('**/api/currentUser', async (route) => {
      const answer = await route.fetch()
      const known = (await answer.json()) as { Permissions: { Permit: string; ModuleId: string }[] }
      await route.fulfill({
        json: { ...known, Permissions: known.Permissions.filter((one) => one.ModuleId !== 'sales' || one.Permit !== 'read') },
      })
    })
    await open(page)
    await rows(page).first().dblclick()
    await settles(() => page.locator('tbody tr[aria-selected=true]').count(), 1)
    expect(await button(page, 'Clone').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/summary/sales')
    await context.close()
  })
  test('OPS-045 OPS-047 OPS-048 OPS-049 OPS-050 OPS-052 OPS-053 FND-160 FND-305 FND-308 FND-309 FND-310 FND-312 FND-314 the buttons follow the permits of the role', async () => {
    const all = ['Create New', 'Clone', 'Print', 'Unlock Accession', 'Cancel Sale', 'Re-accession']
    for (const [name, role, entity, wanted] of [
      ['labdesk', 5, 2, all],
      ['quality', 10, 2, ['Clone']],
      ['accounts', 7, 2, ['Clone', 'Print']],
    ] as const) {
      const { page, context } = await here.visit(name, role, entity)
      await open(page)
      const labels = await page.locator('.page-head button > span').allInnerTexts()
      expect(
        labels.filter((label) => all.includes(label)),
        name,
      ).toEqual(wanted)
      await context.close()
    }
  })
  test('OPS-046 FND-306 FND-398 worksheets are made with Generate, which is sent without a body', async () => {
    const { page, context } = await here.visit('technologist', 4, 2)
    await page.goto('/summary/worksheets')
    await shows(button(page, 'Generate'))
    expect(await button(page, 'Create New').count()).toBe(0)
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/api/generate/worksheets')),
      button(page, 'Generate').click(),
    ])
    expect(sent.postData()).toBeNull()
    await shows(page.locator('.snackbar'))
    await context.close()
  })
  test('FND-122 FND-123 FND-447 the CSV of all rows is there for roles up to 2 only', async () => {
    const desk = await here.visit('labdesk', 5, 2)
    await open(desk.page)
    expect(await button(desk.page, 'CSV').count()).toBe(0)
    await desk.context.close()
    const { page, context } = await here.visit('manager', 2, 2)
    await open(page)
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
    expect(download.suggestedFilename()).toBe(`sales-${dayOf(new Date())}.csv`)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(pageful + some + 1)
    expect(lines[0]).toBe('Sale Id,Sale Date,Accession No,LRN,Patient,Doctor,Seller,Net Amount,Outstanding,Sale Status,Buyer,Referrer')
    await context.close()
  })
  test('a role without the permit list is told so', async () => {
    const { page, context } = await here.visit('logistics', 8, 2)
    await page.goto('/summary/products')
    await shows(page.getByText(/Your role may not see this list/))
    await context.close()
  })
})

describe('keys', () => {
  test('OPS-055 OPS-015 FND-018 FND-161 alt+n starts a new record, editable at once', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await page.keyboard.press('Alt+n')
    await arrives(page, '/sales')
    await shows(page.getByRole('heading', { name: 'New Sale' }))
    await shows(button(page, 'Save'))
    await context.close()
  })
  test('OPS-017 OPS-056 FND-162 FND-167 FND-308 alt+c opens a copy of the selected record as a new one', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await allButOne(page)
    await rows(page).first().click()
    await page.keyboard.press('Alt+c')
    await arrives(page, '/sales')
    expect(new URL(page.url()).search).toBe(`?SaleId=${String(sale['SaleId'])}&clone=true`)
    await shows(page.getByText(`copy of ${String(sale['SaleId'])}, not saved yet`))
    await settles(() => page.getByRole('combobox', { name: /^Patient/ }).inputValue(), 'Sunita Kulkarni')
    await context.close()
  })
  test('OPS-057 FND-163 alt+p prints the selected record', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await rows(page).first().click()
    await page.keyboard.press('Alt+p')
    await shows(page.getByRole('dialog', { name: 'Print' }))
    await context.close()
  })
  test('OPS-058 FND-164 FND-165 alt+f goes to the first filter, and closes the panel from inside', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await open(page)
    await page.keyboard.press('Alt+f')
    await settles(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'FromDate')
    await page.keyboard.press('Alt+f')
    await gone(page.getByRole('search', { name: 'Filter' }))
    await page.keyboard.press('Alt+f')
    await shows(page.getByRole('search', { name: 'Filter' }))
    await context.close()
  })
})

describe('messages', () => {
  test('FND-190 FND-192 FND-411 FND-413 FND-414 FND-416 FND-433 a refused action shows the message of the server in the error style for five seconds', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await page.clock.install()
    await page.route('**/api/cancel/sales', (route) => route.fulfill({ status: 409, json: { message: 'The sale is reported' } }))
    await open(page)
    await rows(page).first().click()
    await button(page, 'Cancel Sale').click()
    await shows(question(page, 'Confirmation'))
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    const note = said(page, 'The sale is reported')
    await shows(note)
    expect(await note.getAttribute('class')).toContain('error')
    await page.clock.runFor(4_000)
    expect(await note.count()).toBe(1)
    await page.clock.runFor(1_500)
    await gone(note)
    await context.close()
  })
  test('FND-412 FND-415 FND-417 FND-418 a normal message stays three seconds; dismiss closes at once; without a message of the server there is another', async () => {
    const { page, context } = await here.visit('labdesk', 5, 2)
    await page.clock.install()
    await page.route('**/api/unlock/sales', (route) => route.fulfill({ json: { message: 'Unlocked it' } }))
    await open(page)
    await allButOne(page)
    await rows(page).first().click()
    await button(page, 'Unlock Accession').click()
    await shows(said(page, 'Unlocked it'))
    await page.clock.runFor(2_500)
    expect(await said(page, 'Unlocked it').count()).toBe(1)
    await page.clock.runFor(1_000)
    await gone(said(page, 'Unlocked it'))
    await page.route('**/api/unlock/sales', (route) => route.abort())
    await button(page, 'Unlock Accession').click()
    await shows(said(page, "The server can't be reached."))
    await button(page, 'dismiss').click()
    await gone(page.locator('.snackbar'))
    await page.route('**/api/unlock/sales', (route) => route.fulfill({ status: 500, body: '' }))
    await button(page, 'Unlock Accession').click()
    await shows(said(page, 'Something went wrong. Please try again.'))
    await context.close()
  })
})
