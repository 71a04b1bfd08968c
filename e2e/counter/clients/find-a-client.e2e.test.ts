// Finding clients in a real browser: the filters of their list, its pages, and the record behind a row.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, product } from '../../../modules/sales/sales.fixture.ts'
import { sql } from '../../../server/db/db.ts'
import { button, gone, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { criteriaOf, open, pageful, rows } from '../../hands/sales-list.ts'

const { here, desk } = journeyForTests('desk')
beforeAll(async () => {
  for (let i = 0; i < 70; i += 1)
    await aPatient(desk, {
      Name: `Found ${i}`,
      IsActive: i !== 7,
      Area: i % 2 === 0 ? 'Kothrud West' : 'Wakad',
      MobilePhone: `98330000${10 + i}`,
    })
})

/** The criteria of the rows' request that follows from an action. */
const asked = async (page: Page, act: () => Promise<unknown>) =>
  criteriaOf(
    (
      await Promise.all([
        page.waitForRequest((request) => new URL(request.url()).pathname === '/api/getdata/1009'),
        act(),
      ])
    )[0].url(),
  )
const count = async (page: Page): Promise<number> =>
  Number(/(\d+) records?/.exec(await page.locator('.list-footer').innerText())?.[1])
const picked = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name, exact: true }).focus()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByRole('row', { selected: true }))
  await page.keyboard.type(text)
  await shows(dialog.getByRole('row', { selected: true }).filter({ hasText: text }))
  await page.keyboard.press('Enter')
  await gone(dialog)
}

test('FND-147 MDA-028 MDA-034 each filter of the clients list narrows the rows by itself, and the request has its value', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await open(page, 'clients')
  const filter = page.getByRole('search', { name: 'Filter' })
  expect(
    await filter.locator('label[for], fieldset > .label, [role=radiogroup] > .label, .label').allInnerTexts(),
  ).toEqual(
    expect.arrayContaining(['Client Type', 'Name', 'Area', 'Mobile Phone', 'Parent Client', 'Active', 'Product']),
  )
  const all = await here.app.db.read.rows<{
    id: number
    type: number
    name: string
    area: string | null
    phone: string | null
    parent: number | null
    active: boolean
  }>(sql`
    select
      client_id as id,
      client_type_id as type,
      name,
      area,
      mobile_phone as phone,
      parent_id as parent,
      is_active as active
    from
      clients
  `)
  const sold = await here.app.db.read.rows<{ id: number }>(sql`
    select distinct
      p.id
    from
      price_list_products x
      join price_lists l using (price_list_id)
      cross join lateral (
        values
          (l.seller_id),
          (l.buyer_id)
      ) p (id)
    where
      x.product_id = ${product.cbc}
      and p.id is not null
  `)
  const below = (parent: number, deep = 0): number[] =>
    deep > 4
      ? []
      : all
          .filter((one) => one.parent === parent)
          .flatMap((one) => [one.id, ...([9, 10, 13, 16].includes(one.type) ? below(one.id, deep + 1) : [])])
  const field = (name: string) => page.locator(`input[name=${name}], select[name=${name}]`)
  const ways: readonly (readonly [string, () => Promise<unknown>, unknown, number])[] = [
    ['ClientTypeId', () => field('ClientTypeId').selectOption('13'), 13, all.filter((one) => one.type === 13).length],
    ['Name', () => field('Name').fill('ound 1'), 'ound 1', all.filter((one) => one.name.includes('ound 1')).length],
    ['Area', () => field('Area').fill('thrud'), 'thrud', all.filter((one) => one.area?.includes('thrud')).length],
    [
      'MobilePhone',
      () => field('MobilePhone').fill('983300002'),
      '983300002',
      all.filter((one) => one.phone?.includes('983300002')).length,
    ],
    ['ParentId', () => picked(page, 'Parent Client', 'Satellite Laboratory'), 3, below(3).length],
    [
      'IsActive',
      () => filter.getByText('No', { exact: true }).click(),
      'false',
      all.filter((one) => !one.active).length,
    ],
    ['ProductId', () => picked(page, 'Product', 'Complete Blood Count'), product.cbc, sold.length],
  ]
  for (const [name, fill, value, wanted] of ways) {
    await asked(page, () => button(page, 'All Data').click())
    await settles(() => count(page), all.length)
    await fill()
    expect([name, await asked(page, () => button(page, 'Search').click())]).toEqual([name, { [name]: value }])
    if (wanted === 0) await shows(page.getByRole('heading', { name: 'No clients match these filters' }))
    else await settles(async () => [name, await count(page)], [name, wanted])
    expect(wanted).toBeLessThan(all.length)
  }
})

test('MDA-362 a page of clients has 100 rows', async () => {
  const { page } = await here.visit('admin', 1, 1)
  await open(page, 'clients')
  await button(page, 'All Data').click()
  await settles(() => rows(page).count(), pageful)
  await settles(async () => (await count(page)) > pageful, true)
})
