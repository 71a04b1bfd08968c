// What the screens of the catalogue show in a real browser: elements, products, price lists, lists, users, widgets and
// what their pickers offer.
import { describe, expect, test } from 'vitest'
import { box, field, pick } from '../hands/client.ts'
import { arrives, button, gone, journeyForTests, question, settles, shows } from '../hands/journey.ts'
import { named, offered, open, shownIn } from '../hands/master.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')

const visit = (entity = 2) => here.visit('admin', 1, entity)
test('MDA-067 MDA-234 the formula of an element shows for result type 32, which is formula', async () => {
  const items = (await admin.get('/api/listitems?ListId=105')).body
  expect(items.find((item) => item.ListItemId === 32)?.ItemLabel).toMatch(/formula/i)
  const { page } = await visit()
  await open(page, '/elements')
  await box(page, 'ResultTypeId').selectOption('32')
  await shows(field(page, 'Formula'))
  await box(page, 'ResultTypeId').selectOption('30')
  await gone(field(page, 'Formula'))
})

test('MDA-311 MDA-312 GET /clients answers one type, as the employer of a user and the lab of a lab instrument offer it', async () => {
  for (const type of [9, 10])
    expect([
      ...new Set(
        (await admin.get<{ readonly ClientTypeId: number }[]>(`/api/clients?ClientTypeId=${type}`)).body.map(
          (row) => row.ClientTypeId,
        ),
      ),
    ]).toEqual([type])
  const { page } = await visit(1)
  await open(page, '/users')
  expect(await offered(page, 'EmployerId')).toEqual(await named(here, 9))
  await open(page, '/labinstruments')
  expect(await offered(page, 'LabId')).toEqual(await named(here, 10))
})

test('MDA-012 a time shows as day-month-year with twelve hours', async () => {
  const made = await admin.post('/api/clientvisits/', { ClientId: 101, VisitDate: '2022-03-05T09:00:00.000Z' })
  const page = (await visit(1)).page
  await page.goto(`/clientvisits?ClientVisitId=${String(made.body.ClientVisitId)}`)
  await shows(field(page, 'VisitDate').getByText('05-Mar-2022 02:30 PM', { exact: true }))
})

test('what was given up is asked about once, also where the user turns back before the next screen has come', async () => {
  const page = (await visit(1)).page
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
  const page = (await visit(1)).page
  await open(page, '/widgets')
  const items = (await admin.get('/api/listitems?ListId=101')).body.map((one) => one.ItemLabel)
  const options = async (name: string) =>
    (await box(page, name).locator('option').allInnerTexts()).filter((text) => text.trim() !== '')
  await settles(() => options('EntityTypeId'), items)
  expect(await options('Target')).toEqual(['B1', 'B2', 'B3', 'B4', 'T1', 'T2', 'T3', 'T4'])
})

test('MDA-325 the standard widget offers the query statements, the own widget those of 700: the ones that the viewer may run', async () => {
  const page = (await visit(1)).page
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

describe('products', () => {
  test('MDA-313 the owner of a product is a lab', async () => {
    const lab = await visit(2)
    await open(lab.page, '/products')
    const [owners, labs] = [await offered(lab.page, 'OwnerId'), await named(here, 10)]
    expect(owners.length).toBeGreaterThan(0)
    for (const owner of owners) expect(labs).toContain(owner)
    await lab.context.close()
  })
  test('MDA-057 the owner is picked, and a product lab begins at an internal lab', async () => {
    const { page, context } = await visit()
    await open(page, '/products')
    await box(page, 'Code').fill('OWN1')
    await box(page, 'Name').fill('Owned')
    await pick(page, 'OwnerId')
    await settles(() => box(page, 'OwnerId').inputValue(), 'Nivara Central Laboratory, Pune')
    await context.close()
    const employer = await visit(1)
    await open(employer.page, '/products')
    await employer.page
      .getByRole('grid', { name: 'Product Labs' })
      .getByRole('row')
      .nth(1)
      .getByRole('gridcell')
      .first()
      .click()
    expect(await shownIn(employer.page)).toEqual(await named(here, 10))
  })
  test('MDA-058 a product lab ends at an outside or an internal lab that is active, each with its type, the outside ones first', async () => {
    const { page } = await visit(1)
    await open(page, '/products')
    const row = page.getByRole('grid', { name: 'Product Labs' }).getByRole('row').nth(1)
    const dialog = page.getByRole('dialog')
    await row.getByRole('gridcell').first().click()
    await shows(dialog.getByRole('row', { selected: true }))
    await page.keyboard.press('Enter')
    await gone(dialog)
    await row.getByRole('gridcell').nth(1).click()
    await page.keyboard.press('F2')
    await shows(dialog.getByRole('row', { selected: true }))
    const shown = await dialog
      .locator('[role=row][aria-selected]')
      .evaluateAll((rows) =>
        rows.map((one) => [...one.querySelectorAll('[role=gridcell], td')].slice(0, 2).map((cell) => cell.textContent)),
      )
    const [outside, internal] = [await named(here, 20), await named(here, 10)]
    expect(outside.length * internal.length).toBeGreaterThan(0)
    expect(shown).toEqual([
      ...outside.map((name) => [name, 'External lab']),
      ...internal.map((name) => [name, 'Internal lab']),
    ])
  })
  test('MDA-060 an existing product shows its prices in six read-only columns', async () => {
    const { page } = await visit()
    await open(page, '/products?ProductId=3001')
    const prices = page.getByRole('grid', { name: 'Price Lists' })
    const { PriceLists } = (await admin.get('/api/products/3001')).body
    const check = async () => {
      await shows(prices.getByRole('gridcell', { name: '350.00' }))
      expect(
        (await prices.getByRole('columnheader').allInnerTexts())
          .map((text) => text.trim())
          .filter((text) => text !== ''),
      ).toEqual(['Seller', 'Buyer Type', 'Buyer', 'Price', 'Effective From', 'Effective Till'])
      expect(await prices.getAttribute('aria-rowcount')).toBe(String(PriceLists.length + 1))
      const cells = prices.getByRole('row').nth(1).getByRole('gridcell')
      for (let column = 0; column < 6; column += 1) {
        await cells.nth(column).dblclick()
        await page.keyboard.press('F2')
        expect(await prices.locator('input, select, textarea').count()).toBe(0)
        expect(await page.getByRole('dialog').count()).toBe(0)
      }
    }
    await check()
    await button(page, 'Edit').click()
    await shows(button(page, 'Save'))
    await check()
  })
})
