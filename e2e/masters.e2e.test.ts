// What the screens of the catalogue show in a real browser: products, elements, price lists, lists, users and what
// their pickers offer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { product } from '../modules/sales/sales.fixture.ts'
import { sql } from '../server/db/db.ts'
import type { Json, Person } from '../server/testing/signed-in.ts'
import { box, field, fieldsOf, pick } from './client.ts'
import { arrives, button, gone, journey, said, settles, shows, type Journey } from './journey.ts'

let here: Journey
let admin: Person
beforeAll(async () => {
  here = await journey()
  admin = await here.person('admin', 1, 2)
})
afterAll(() => here?.close())

const visit = (entity = 2) => here.visit('admin', 1, entity)
const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await shows(page.locator('.detail-body'))
}
const heads = async (page: Page, label: string): Promise<string[]> =>
  (await page.getByRole('grid', { name: label }).getByRole('columnheader').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== 'Actions')
/** The names in the picker that is open, which it closes. */
const shownIn = async (page: Page): Promise<string[]> => {
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  const names = await dialog
    .locator('[role=row][aria-selected]')
    .evaluateAll((all) => all.map((row) => row.querySelector('[role=gridcell], td')?.textContent ?? ''))
  await page.keyboard.press('Escape')
  await gone(dialog)
  return names.sort()
}
/** The names that the picker of a field offers. */
const offered = async (page: Page, name: string): Promise<string[]> => {
  await box(page, name).focus()
  await page.keyboard.press('F2')
  return shownIn(page)
}
const named = async (type: number): Promise<string[]> =>
  (
    await here.app.db.read.rows<{ name: string }>(sql`
      select
        name
      from
        clients
      where
        client_type_id = ${type}
        and is_active
    `)
  )
    .map((row) => row.name)
    .sort()

describe('opening', () => {
  test('MDA-006 MDA-007 a product opens read-only with its key, and empty and editable without one', async () => {
    const { page, context } = await visit()
    await open(page, `/products?ProductId=${product.cbc}`)
    expect(await field(page, 'Name').locator('.value').innerText()).toBe('Complete Blood Count (CBC)')
    expect(await page.locator('.detail-body').locator('input, select, textarea').count()).toBe(0)
    await open(page, '/products')
    expect([await box(page, 'Name').inputValue(), await box(page, 'Code').inputValue()]).toEqual(['', ''])
    expect(await box(page, 'Name').isEditable()).toBe(true)
    await context.close()
  })
  test('MDA-008 MDA-010 a product that is not there says what the server says and returns to the list', async () => {
    const { page, context } = await visit()
    const { message } = (await admin.get('/api/products/99999999')).body as { message: string }
    await page.goto('/products?ProductId=99999999')
    await arrives(page, '/summary/products')
    await shows(said(page, message))
    expect(await said(page, message).getAttribute('class')).toContain('error')
    await context.close()
  })
  test('MDA-009 a product that can not be read for want of a network says so', async () => {
    const { page, context } = await visit()
    await page.route(`**/api/products/${product.cbc}`, (route) => route.abort())
    await page.goto(`/products?ProductId=${product.cbc}`)
    await shows(said(page, "The server can't be reached."))
    expect(await said(page, "The server can't be reached.").getAttribute('class')).toContain('error')
    await arrives(page, '/summary/products')
    await context.close()
  })
})

describe('products', () => {
  test('MDA-050 MDA-051 a new product begins in its code and shows its fields', async () => {
    const { page, context } = await visit()
    await open(page, '/products')
    await settles(
      () => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
      'Code',
    )
    const names = await fieldsOf(page)
    for (const name of ['Code', 'Name', 'Description', 'OwnerId', 'Groups', 'IsLocalProduct', 'IsActive'])
      expect([name, names.includes(name)]).toEqual([name, true])
    await context.close()
  })
  test('MDA-061 the prices of a product stand in a grid; a new product has none', async () => {
    const { page, context } = await visit()
    await open(page, `/products?ProductId=${product.cbc}`)
    const prices = page.getByRole('grid', { name: 'Price Lists' })
    await shows(prices)
    expect(await heads(page, 'Price Lists')).toEqual([
      'Seller',
      'Buyer Type',
      'Buyer',
      'Price',
      'Effective From',
      'Effective Till',
    ])
    const { PriceLists } = (await admin.get(`/api/products/${product.cbc}`)).body as { PriceLists: Json[] }
    expect(PriceLists.length).toBeGreaterThan(0)
    expect(await prices.getByRole('row').count()).toBe(PriceLists.length + 1)
    await shows(prices.getByRole('gridcell', { name: PriceLists[0]?.['Seller'].Name as string }))
    await open(page, '/products')
    expect(await prices.count()).toBe(0)
    await context.close()
  })
  test('MDA-059 the mandate of a product lab is one of four', async () => {
    const { page, context } = await visit()
    await open(page, '/products')
    const labs = page.getByRole('grid', { name: 'Product Labs' })
    await labs.getByRole('row').nth(1).getByRole('gridcell').first().click()
    await shows(page.getByRole('dialog').getByRole('row', { selected: true }))
    await page.keyboard.press('Enter')
    await gone(page.getByRole('dialog'))
    await labs.getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
    await settles(
      async () => (await labs.locator('select option').allInnerTexts()).filter((text) => text !== ''),
      ['Sale', 'Forward', 'Report', 'Purchase'],
    )
    await context.close()
  })
  test('MDA-296 MDA-297 MDA-313 owner and local-product flag are for users of a lab, and the owner is a lab', async () => {
    const lab = await visit(2)
    await open(lab.page, '/products')
    expect([await box(lab.page, 'OwnerId').isEditable(), await box(lab.page, 'IsLocalProduct').isEnabled()]).toEqual([
      true,
      true,
    ])
    const [owners, labs] = [await offered(lab.page, 'OwnerId'), await named(10)]
    expect(owners.length).toBeGreaterThan(0)
    for (const owner of owners) expect(labs).toContain(owner)
    await lab.context.close()
    const centre = await visit(12)
    await open(centre.page, '/products')
    await shows(box(centre.page, 'Name'))
    expect(await box(centre.page, 'OwnerId').isEditable()).toBe(false)
    expect(await field(centre.page, 'IsLocalProduct').locator('input:not([readonly]):not(:disabled)').count()).toBe(0)
    await centre.context.close()
  })
  test('each grid of a new product ends in an empty row, and in another one once that is filled', async () => {
    const { page, context } = await visit()
    await open(page, '/products')
    for (const [label, column, hint] of [
      ['Tests', 1, 'Name of the next test'],
      ['Sub-products', 1, 'Name of the next product'],
      ['Product Labs', 0, 'Lab that takes the sample'],
    ] as const) {
      const lines = page.getByRole('grid', { name: label }).getByRole('row')
      const before = await lines.count()
      await shows(lines.last().getByText(hint))
      await lines.last().getByRole('gridcell').nth(column).click()
      await shows(page.getByRole('dialog').getByRole('row', { selected: true }))
      await page.keyboard.press('Enter')
      await settles(async () => [label, await lines.count()], [label, before + 1])
      await shows(lines.last().getByText(hint))
      expect(
        await lines
          .nth(before - 1)
          .getByText(hint)
          .count(),
      ).toBe(0)
    }
    await context.close()
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
    expect(await shownIn(employer.page)).toEqual(await named(10))
    await employer.context.close()
  })
})

test('MDA-067 MDA-234 the formula of an element shows for result type 32, which is formula', async () => {
  const items = (await admin.get<Json[]>('/api/listitems?ListId=105')).body
  expect(items.find((item) => item['ListItemId'] === 32)?.['ItemLabel']).toMatch(/formula/i)
  const { page, context } = await visit()
  await open(page, '/elements')
  await box(page, 'ResultTypeId').selectOption('32')
  await shows(field(page, 'Formula'))
  await box(page, 'ResultTypeId').selectOption('30')
  await gone(field(page, 'Formula'))
  await context.close()
})

test('MDA-081 a list shows id, name, label and value of its items', async () => {
  const { page, context } = await visit()
  await open(page, '/lists?ListId=4')
  await shows(page.getByRole('grid', { name: 'List Items' }))
  expect(await heads(page, 'List Items')).toEqual(['Id', 'Name', 'Label', 'Value'])
  const { ListItems } = (await admin.get('/api/lists/4')).body as { ListItems: Json[] }
  const first = page.getByRole('grid', { name: 'List Items' }).getByRole('row').nth(1).getByRole('gridcell')
  expect((await first.allInnerTexts()).slice(0, 3)).toEqual(
    ['ListItemId', 'ItemName', 'ItemLabel'].map((name) => String(ListItems[0]?.[name])),
  )
  await context.close()
})

describe('price lists', () => {
  test('MDA-100 the buyer has its hint', async () => {
    const { page, context } = await visit()
    await open(page, '/pricelists')
    await shows(
      field(page, 'BuyerId').getByText('Leave it blank to set prices for all buyers of the selected type', {
        exact: true,
      }),
    )
    await context.close()
  })
  test('its products have code, name, price and discount, to be picked and typed in a new one; Export is there while reading', async () => {
    const { page, context } = await visit()
    const [first] = (await admin.get<Json[]>('/api/getdata/1018?filterCriteria={}')).body
    const address = `/pricelists?PriceListId=${String(first?.['PriceListId'])}`
    await open(page, address)
    await shows(button(page, 'Export'))
    expect(await heads(page, 'Products')).toEqual(['Code', 'Name', 'Price', 'Discount'])
    await open(page, '/pricelists')
    expect(await button(page, 'Export').count()).toBe(0)
    const grid = page.getByRole('grid', { name: 'Products' })
    const cell = (column: number) => grid.getByRole('row').nth(1).getByRole('gridcell').nth(column)
    await cell(0).click()
    await shows(page.getByRole('dialog').getByRole('row', { selected: true }))
    await page.keyboard.type('Complete Blood')
    await shows(
      page.getByRole('dialog').getByRole('row', { selected: true }).filter({ hasText: 'Complete Blood Count' }),
    )
    await page.keyboard.press('Enter')
    await settles(() => cell(1).innerText(), 'Complete Blood Count (CBC)')
    for (const [column, text] of [
      [2, '345'],
      [3, '7.5'],
    ] as const) {
      await cell(column).click()
      await grid.locator('input').fill(text)
      await page.keyboard.press('Enter')
      await settles(async () => Number(await cell(column).innerText()), Number(text))
    }
    await context.close()
  })
})

test('MDA-075 a user shows a picture when there is one', async () => {
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await here.app.db.transaction((tx) =>
    tx.run(sql`
      update users
      set
        picture = ${picture}
      where
        user_name = 'quality'
    `),
  )
  const idOf = async (name: string) =>
    (
      await here.app.db.read.one<{ id: number }>(sql`
        select
          user_id as id
        from
          users
        where
          user_name = ${name}
      `)
    ).id
  const { page, context } = await visit()
  await open(page, `/users?UserId=${await idOf('quality')}`)
  await shows(page.getByRole('img', { name: 'Picture' }))
  await open(page, `/users?UserId=${await idOf('logistics')}`)
  await shows(field(page, 'UserName'))
  expect(await page.getByRole('img', { name: 'Picture' }).count()).toBe(0)
  await context.close()
})

test('MDA-311 MDA-312 GET /clients answers one type, which the employer of a user and the lab of a lab instrument offer', async () => {
  for (const type of [9, 10])
    expect([
      ...new Set(
        (await admin.get<Json[]>(`/api/clients?ClientTypeId=${type}`)).body.map((row) => row['ClientTypeId'] as number),
      ),
    ]).toEqual([type])
  const { page, context } = await visit(1)
  await open(page, '/users')
  expect(await offered(page, 'EmployerId')).toEqual(await named(9))
  await open(page, '/labinstruments')
  expect(await offered(page, 'LabId')).toEqual(await named(10))
  await context.close()
})
