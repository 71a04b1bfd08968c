// What the screens of the catalogue show in a real browser: elements, price lists, lists, users and what their pickers
// offer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../server/db/db.ts'
import type { Json, Person } from '../server/testing/signed-in.ts'
import { box, field } from './client.ts'
import { button, gone, journey, settles, shows, type Journey } from './journey.ts'
import { heads, named, offered, open } from './master.ts'

let here: Journey
let admin: Person
beforeAll(async () => {
  here = await journey()
  admin = await here.person('admin', 1, 2)
})
afterAll(() => here?.close())

const visit = (entity = 2) => here.visit('admin', 1, entity)
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
  expect(await offered(page, 'EmployerId')).toEqual(await named(here, 9))
  await open(page, '/labinstruments')
  expect(await offered(page, 'LabId')).toEqual(await named(here, 10))
  await context.close()
})
