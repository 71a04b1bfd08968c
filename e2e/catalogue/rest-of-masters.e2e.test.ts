// Parts of the master screens that other journeys leave out: blank rows, dates, heights, leaving, look-ups, and
// messages.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { box, field } from '../hands/client.ts'
import { arrives, button, gone, journeyForTests, question, settles, shows } from '../hands/journey.ts'
import { lines } from '../hands/master-grid.ts'
import { open } from '../hands/master.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')
let referral: number
beforeAll(async () => {
  await booked(admin, { PatientId: await aPatient(admin), ReferrerId: 141, products: [3001] })
  referral = (await admin.get('/api/getdata/1028')).body[0]?.ReferralId ?? 0
})
const visit = async () => (await here.visit('admin', 1, 1, { viewport: { width: 1366, height: 900 } })).page
const edits = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
}

/** Grids for entry by the address of a record: their column that picks, and what is found for it. */
const entered: readonly (readonly [address: string, grids: Readonly<Record<string, readonly [number, string]>>])[] = [
  [
    '/products?ProductId=3001',
    { Tests: [1, 'Reticulocyte'], 'Sub-products': [1, 'ESR'], 'Product Labs': [0, 'Central'] },
  ],
  ['/tests?TestId=2001', { Elements: [1, 'Reticulocyte'] }],
  ['/elements?ElementId=1001', { Specimens: [0, 'Serum'], 'Reference Ranges': [0, 'Sysmex'] }],
  ['/labinstruments?LabInstrumentId=1', { Elements: [1, 'Reticulocyte'] }],
  ['/users?UserId=1', { Roles: [0, 'Logistics'], Entities: [1, 'Hadapsar'] }],
  ['/pricelists?PriceListId=4', { Products: [0, 'P012'] }],
  ['/referralschemes?ReferralSchemeId=1', { Products: [0, 'P012'] }],
]
test('MDA-011 each grid that is edited ends in an empty row, and gets another one when that is filled', async () => {
  const page = await visit()
  for (const [address, grids] of entered) {
    await edits(page, address)
    for (const [grid, [column, text]] of Object.entries(grids)) {
      const [table, last] = [page.getByRole('grid', { name: grid, exact: true }), lines(page, grid).last()]
      const count = async () => Number(await table.getAttribute('aria-rowcount'))
      // only the hint of a blank row
      const endsBlank = async () => {
        await table.evaluate((place) => place.scrollTo(0, place.scrollHeight))
        const texts = await last.locator('[role=gridcell]:not(:has(.quiet))').allInnerTexts()
        return [address, grid, Number(await last.getAttribute('aria-rowindex')), texts.join('').trim()]
      }
      const before = await count()
      await settles(endsBlank, [address, grid, before, ''])
      await last.locator('[role=gridcell]').nth(column).click()
      await page.keyboard.type(text)
      await shows(page.getByRole('dialog').getByRole('row', { selected: true }).filter({ hasText: text }))
      await page.keyboard.press('Enter')
      await settles(count, before + 1)
      await settles(endsBlank, [address, grid, before + 1, ''])
    }
    await page.keyboard.press('Alt+d')
  }
})

test('MDA-012 a time shows as day-month-year with twelve hours', async () => {
  const made = await admin.post('/api/clientvisits/', { ClientId: 101, VisitDate: '2022-03-05T09:00:00.000Z' })
  const page = await visit()
  await page.goto(`/clientvisits?ClientVisitId=${String(made.body.ClientVisitId)}`)
  await shows(field(page, 'VisitDate').getByText('05-Mar-2022 02:30 PM', { exact: true }))
})

test('MDA-013 MDA-357 MDA-358 rows are 40 pixels high; each grid has its decided height, 50 when it is read-only and empty', async () => {
  const page = await visit()
  const heights = async () => {
    await shows(page.getByRole('grid').first())
    return page
      .locator('.grid-card')
      .evaluateAll((cards) =>
        Object.fromEntries(
          cards.map((card) => [
            card.getAttribute('aria-label') ?? '',
            Math.round(card.getBoundingClientRect().height - 38),
          ]),
        ),
      )
  }
  const rowHeight = (grid: string) =>
    lines(page, grid)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  await edits(page, '/products?ProductId=3002')
  expect(await heights()).toEqual({ Tests: 250, 'Sub-products': 250, 'Product Labs': 250, 'Price Lists': 250 })
  expect(await rowHeight('Tests')).toBe(40)
  await edits(page, '/elements?ElementId=1001')
  expect(await heights()).toEqual({ Specimens: 250, 'Reference Ranges': 350 })
  expect(await rowHeight('Reference Ranges')).toBe(40)
  await edits(page, '/pricelists?PriceListId=1')
  expect(await heights()).toEqual({ Products: 350 })
  expect(await rowHeight('Products')).toBe(40)
  await page.goto(`/referrals?ReferralId=${referral}`)
  expect(await heights()).toEqual({ Sales: 350 })
  expect(await rowHeight('Sales')).toBe(40)
  await page.goto('/targets')
  expect(await heights()).toEqual({ Products: 250, 'Clients and doctors': 250 })
  for (const [address, grid, height] of [
    ['/referralschemes', 'Products', 350],
    ['/lists', 'List Items', 350],
    ['/tests', 'Elements', 250],
    ['/labinstruments', 'Elements', 250],
  ] as const) {
    await page.goto(address)
    expect([address, await heights()]).toEqual([address, { [grid]: height }])
  }
  const bare = await admin.post('/api/lists/', { ListName: 'Nothing yet' })
  await page.goto(`/lists?ListId=${String(bare.body.ListId)}`)
  await shows(button(page, 'Edit'))
  expect(await heights()).toEqual({ 'List Items': 50 })
})

test('what was given up is asked about once, also where the user turns back before the next screen has come', async () => {
  const page = await visit()
  await page.goto('/departments')
  await shows(button(page, 'Save'))
  let come = (): void => undefined
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  await box(page, 'Name').fill('Given up')
  await page.locator('nav a[href="/summary/departments"]').click()
  const ask = question(page, 'Discard changes ?')
  await shows(ask)
  await page.route(/\.js$/, (route) => held.then(() => route.continue()))
  await ask.getByRole('button', { name: 'Yes' }).click()
  await arrives(page, '/summary/departments')
  await gone(ask)
  // the screen that was left is still on show
  expect(await box(page, 'Name').count()).toBe(1)
  await page.goBack()
  await arrives(page, '/departments')
  await settles(() => box(page, 'Name').inputValue(), '')
  expect(await ask.count()).toBe(0)
  come()
  await page.unrouteAll({ behavior: 'wait' })
})

test('MDA-084 MDA-085 a widget is for an entity type of list 101 and shows at one of eight places', async () => {
  const page = await visit()
  await open(page, '/widgets')
  const items = (await admin.get('/api/listitems?ListId=101')).body.map((one) => one.ItemLabel)
  const options = async (name: string) =>
    (await box(page, name).locator('option').allInnerTexts()).filter((text) => text.trim() !== '')
  await settles(() => options('EntityTypeId'), items)
  expect(await options('Target')).toEqual(['B1', 'B2', 'B3', 'B4', 'T1', 'T2', 'T3', 'T4'])
})

test('MDA-325 the standard widget offers the query statements, the own widget those of 700: the ones that the viewer may run', async () => {
  const page = await visit()
  const desk = await here.person('labdesk', 5, 2)
  for (const person of [admin, desk]) {
    const [all, own] = [(await person.get('/api/querystatements')).body, (await person.get('/api/getdata/700')).body]
    expect(own).toEqual(all)
    expect(Object.keys(all[0] ?? {})).toEqual(expect.arrayContaining(['StatementId', 'Name', 'Parameters']))
  }
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await open(page, '/widgets')
  await shows(box(page, 'StatementId'))
  await settles(() => asked.filter((path) => path === '/api/querystatements').length > 0, true)
  asked.length = 0
  await open(page, '/userwidgets')
  await settles(() => asked.filter((path) => path === '/api/getdata/700').length > 0, true)
})
