// Arranging one's own dashboard: a standard widget is replaced, its query asks for its parameters, a preview shows the
// result.
import { beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { saleStatus } from '../../modules/lists/items.model.ts'
import { arrives, button, journeyForTests, settles, shows } from '../hands/journey.ts'

const { here, desk } = journeyForTests('desk')
beforeAll(async () => {
  for (const Name of ['Zubeda Widget', 'Anil Widget']) await booked(desk, { PatientId: await aPatient(desk, { Name }) })
})
const field = (page: Page, name: string): Locator => page.locator(`[data-field=${name}]`)
const input = (page: Page, name: string): Locator => field(page, name).locator('input, select')
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const searchOf = (page: Page): string => new URL(page.url()).search
const preview = (page: Page): Locator => card(page, 'Preview')

test('MDA-016 MDA-018 MDA-086 MDA-087 MDA-088 MDA-089 MDA-090 MDA-091 MDA-092 FND-047 FND-048 FND-049 a standard widget opens as a new one of the user at its place, its query asks for its parameters, and once saved replaces it', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/dashboard')
  await shows(card(page, 'Latest sales'))
  await button(page, 'Change Latest sales')
    .or(page.getByRole('link', { name: 'Change Latest sales' }))
    .click()
  await arrives(page, '/userwidgets')
  expect(searchOf(page)).toMatch(/^\?WidgetId=\d+$/)
  await settles(() => input(page, 'Label').inputValue(), 'Latest sales')
  expect(await input(page, 'Target').inputValue()).toBe('T1')
  expect(await input(page, 'Target').getAttribute('readonly')).not.toBeNull()
  const queries = (await desk.get('/api/getdata/700')).body
  expect(await input(page, 'StatementId').locator('option').allInnerTexts()).toEqual([
    '',
    ...queries.map(({ Name }) => Name),
  ])
  await input(page, 'StatementId').selectOption('Top products, 7 days')
  await shows(field(page, 'Days'))
  expect(await field(page, 'StatusId').count()).toBe(0)
  await input(page, 'StatementId').selectOption('Sales in a status')
  await shows(field(page, 'Patient'))
  expect(
    await page
      .locator('[data-field=StatusId] label, [data-field=Days] label, [data-field=Patient] label')
      .allInnerTexts(),
  ).toEqual(['Status *', 'Days', 'Patient'])
  const items = (await desk.get('/api/listitems?ListId=123')).body
  await settles(
    async () => (await input(page, 'StatusId').locator('option').allInnerTexts()).slice(1),
    items.map((one) => one.ItemLabel),
  )
  // each parameter of each query has its hint, and none has another's
  for (const { StatementId, Name, Parameters } of queries) {
    await input(page, 'StatementId').selectOption(String(StatementId))
    for (const one of Parameters)
      await settles(
        async () => [Name, one.Name, (await field(page, one.Name).locator('.note').allInnerTexts()).join()],
        [Name, one.Name, one.Hint ?? ''],
      )
  }
  expect(queries.flatMap(({ Parameters }) => Parameters).filter(({ Hint }) => Hint !== null).length).toBeGreaterThan(3)
  await input(page, 'StatementId').selectOption('Sales in a status')
  await shows(field(page, 'Patient'))
  await input(page, 'Days').fill('soon')
  await input(page, 'Label').fill('Booked')
  await page.keyboard.press('Alt+s')
  await shows(field(page, 'Days').locator('.error'))
  await input(page, 'Days').fill('3')
  await input(page, 'StatusId').selectOption(String(saleStatus.Booked))
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/dashboard')
  await shows(card(page, 'Booked').getByText('Zubeda Widget'))
  expect(await card(page, 'Latest sales').count()).toBe(0)
  // now the user's own one
  await page.getByRole('link', { name: 'Change Booked' }).click()
  await arrives(page, '/userwidgets')
  expect(searchOf(page)).toMatch(/^\?UserWidgetId=\d+$/)
  await shows(field(page, 'Label').getByText('Booked'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await input(page, 'Target').getAttribute('readonly')).not.toBeNull()
  expect([await input(page, 'Days').inputValue(), await input(page, 'Patient').inputValue()]).toEqual(['3', ''])
})

test('MDA-093 MDA-256 MDA-257 MDA-258 without a label, a query, or a required parameter, no request is sent', async () => {
  const { page } = await here.visit('frontdesk', 5, 12)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.goto('/userwidgets')
  await settles(() => input(page, 'Target').inputValue(), 'B1')
  await page.keyboard.press('Alt+s')
  await shows(field(page, 'Label').getByText('Label is required'))
  await shows(field(page, 'StatementId').getByText('Query is required'))
  await input(page, 'Label').fill('Mine')
  await input(page, 'StatementId').selectOption('Sales in a status')
  await shows(field(page, 'StatusId'))
  await page.keyboard.press('Alt+s')
  await shows(field(page, 'StatusId').getByText('Status is required'))
  expect(await input(page, 'StatusId').getAttribute('aria-invalid')).toBe('true')
  expect(sent.filter((path) => path.startsWith('/api/userwidgets'))).toEqual([])
  // optional ones may remain empty
  await input(page, 'StatusId').selectOption(String(saleStatus.Booked))
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/dashboard')
})

test('MDA-094 MDA-095 MDA-096 MDA-097 MDA-098 MDA-326 Preview shows while editing, asks the query with its parameters, and its table is sorted by a head, widened at its edge, with dates in full, or shows that no records were found', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/userwidgets')
  await shows(button(page, 'Preview'))
  await input(page, 'StatementId').selectOption('Sales in a status')
  await input(page, 'StatusId').selectOption(String(saleStatus.Booked))
  await input(page, 'Patient').fill('widget')
  const [asked] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname === '/api/getdata/2110'),
    page.keyboard.press('Alt+p'),
  ])
  expect(Object.fromEntries(new URL(asked.url()).searchParams)).toEqual({
    StatusId: String(saleStatus.Booked),
    Patient: 'widget',
    TimezoneOffset: '-330',
  })
  const heads = preview(page).getByRole('columnheader')
  await shows(heads)
  const column = async (name: string): Promise<string[]> => {
    const at = (await heads.allInnerTexts()).indexOf(name)
    return preview(page)
      .locator(`tbody td:nth-child(${at + 1})`)
      .allInnerTexts()
  }
  await heads.filter({ hasText: 'Patient' }).getByRole('button').click()
  await settles(() => column('Patient'), ['Anil Widget', 'Zubeda Widget'])
  await heads.filter({ hasText: 'Patient' }).getByRole('button').click()
  await settles(() => column('Patient'), ['Zubeda Widget', 'Anil Widget'])
  for (const text of await column('Sale Date')) expect(text).toMatch(/^\d{2}-[A-Z][a-z]{2}-\d{4} \d{2}:\d{2} [AP]M$/)
  const widthOf = async (name: string) => (await heads.filter({ hasText: name }).boundingBox())?.width ?? 0
  const before = await widthOf('Patient')
  const edge = await heads.filter({ hasText: 'Patient' }).locator('.edge').boundingBox()
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((edge?.x ?? 0) + 64, (edge?.y ?? 0) + 10, { steps: 4 })
  await page.mouse.up()
  await settles(() => widthOf('Patient'), before + 60)
  await input(page, 'Patient').fill('nobody of this name')
  await page.keyboard.press('Alt+p')
  await shows(preview(page).getByText('No records found', { exact: true }))
  // read-only there is no preview
  const kept = { Target: 'T4', Label: 'Late', StatementId: 2104 }
  const { UserWidgetId } = (await desk.post('/api/userwidgets/', kept)).body
  await page.goto(`/userwidgets?UserWidgetId=${String(UserWidgetId)}`)
  await shows(button(page, 'Edit'))
  expect(await button(page, 'Preview').count()).toBe(0)
})

test('MDA-346 a preview that fails shows the server’s error', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/userwidgets')
  await input(page, 'StatementId').selectOption('Top products, 7 days')
  await input(page, 'Days').fill('366')
  await page.keyboard.press('Alt+p')
  const alert = preview(page).getByRole('alert')
  await shows(alert)
  expect(JSON.parse(await alert.innerText())).toMatchObject({ errors: { Days: [expect.any(String)] } })
})
