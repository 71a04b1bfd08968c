// Filtering a list in a real browser: fields, dates, pickers, All Data, saved filters.
import { beforeAll, expect, test } from 'vitest'
import { dayOf, formatDate, addDays } from '../../../core/dates.ts'
import { button, gone, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { allButOne, askedBy, criteriaOf, grid, manySales, open, pageful, rows } from '../../hands/sales-list.ts'

const { here } = journeyForTests()
beforeAll(async () => {
  await manySales(here)
})

test('OPS-024 OPS-025 OPS-026 OPS-027 FND-132 FND-151 the filters of the sales list', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  const labels = await page
    .getByRole('search', { name: 'Filter' })
    .locator('label[for], fieldset > .label')
    .allInnerTexts()
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
})
test('OPS-038 OPS-041 FND-124 FND-126 FND-152 Enter in a field runs the search; a text matches anywhere; only filled filters are sent', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await page.getByRole('textbox', { name: 'Patient' }).fill('ita kulk')
  const url = await askedBy(page, () => page.keyboard.press('Enter'))
  expect(Object.keys(criteriaOf(url)).sort()).toEqual(['FromDate', 'Patient', 'ToDate'])
  await settles(() => rows(page).locator('td:nth-child(5)').allInnerTexts(), ['Sunita Kulkarni'])
})
test('OPS-039 OPS-040 FND-153 FND-154 both dates of the sales list start as today and reach from its start to its end', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  const today = dayOf(new Date())
  const criteria = criteriaOf(await askedBy(page, () => page.goto('/summary/sales')))
  expect(new Date(String(criteria.FromDate)).toISOString()).toBe(new Date(`${today}T00:00:00+05:30`).toISOString())
  expect(Date.parse(String(criteria.ToDate))).toBeGreaterThanOrEqual(Date.parse(`${today}T23:59:59+05:30`))
  await shows(grid(page))
  for (const name of ['From Date', 'To Date'])
    expect(await page.getByRole('textbox', { name }).inputValue()).toBe(formatDate(today))
})
const fiveDays = [
  'testreports',
  'samples',
  'invoices',
  'pricelists',
  'referralschemes',
  'referrals',
  'salesreport',
  'shipments',
]
test('OPS-042 OPS-043 FND-156 FND-157 eight lists start five days back; sales, transactions and party ledger start today', async () => {
  const { page } = await here.visit('admin', 1, 2)
  const today = dayOf(new Date())
  const dated = async (module: string): Promise<string[]> => {
    await page.goto(`/summary/${module}`)
    const date = (name: string) => page.getByRole('textbox', { name, exact: true })
    await shows(date('From Date'))
    return [module, await date('From Date').inputValue(), await date('To Date').inputValue()]
  }
  for (const module of fiveDays)
    expect(await dated(module)).toEqual([module, formatDate(addDays(today, -5)), formatDate(today)])
  for (const module of ['sales', 'transactions', 'partyledger'])
    expect(await dated(module)).toEqual([module, formatDate(today), formatDate(today)])
})
test('FND-102 FND-103 All Data empties the filter and asks for everything', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await allButOne(page)
  expect(criteriaOf(await askedBy(page, () => button(page, 'All Data').click()))).toEqual({})
  expect(await page.getByRole('textbox', { name: 'LRN' }).inputValue()).toBe('')
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
test('a list without rows shows its active filters and offers ways on', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  await page.getByRole('textbox', { name: 'LRN' }).fill('999999999')
  await page.keyboard.press('Enter')
  await shows(page.getByRole('heading', { name: 'No sales match these filters' }))
  await button(page, 'Show all').click()
  await settles(() => rows(page).count(), pageful)
})
test('the address is the view: back and forward go through views, and a colleague who opens it sees the same rows', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await open(page)
  const lrn = page.getByRole('textbox', { name: 'LRN' })
  await allButOne(page)
  await button(page, 'All Data').click()
  await settles(() => rows(page).count(), pageful)
  await page.getByRole('columnheader').filter({ hasText: 'LRN' }).getByRole('button').click()
  await settles(() => new URL(page.url()).searchParams.get('sort'), 'LRN')
  await button(page, 'Page 2').click()
  await settles(() => new URL(page.url()).searchParams.get('page'), '2')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await settles(() => rows(page).count(), 1)
  await settles(() => lrn.inputValue(), '777001')
  const copied = page.url()
  await page.goForward()
  await settles(() => rows(page).count(), pageful)
  await settles(() => lrn.inputValue(), '')
  const colleague = await here.visit('manager', 2, 2)
  await colleague.page.goto(copied)
  await settles(() => rows(colleague.page).count(), 1)
  await settles(() => colleague.page.getByRole('textbox', { name: 'LRN' }).inputValue(), '777001')
  // this view returns after a record, and does not become the colleague's own filter
  await rows(colleague.page).first().dblclick()
  await button(colleague.page, 'Close').first().click()
  await settles(() => rows(colleague.page).count(), 1)
  expect(
    await colleague.page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('filter'))),
  ).toEqual([])
  await colleague.context.close()
})
