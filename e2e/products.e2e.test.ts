// What the screen of a product shows in a real browser, and what its grids and pickers offer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { product } from '../modules/sales/sales.fixture.ts'
import type { Json, Person } from '../server/testing/signed-in.ts'
import { box, field, fieldsOf, pick } from './client.ts'
import { arrives, gone, journey, said, settles, shows, type Journey } from './journey.ts'
import { heads, named, offered, open, shownIn } from './master.ts'

let here: Journey
let admin: Person
beforeAll(async () => {
  here = await journey()
  admin = await here.person('admin', 1, 2)
})
afterAll(() => here?.close())

const visit = (entity = 2) => here.visit('admin', 1, entity)
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
    const [owners, labs] = [await offered(lab.page, 'OwnerId'), await named(here, 10)]
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
    expect(await shownIn(employer.page)).toEqual(await named(here, 10))
    await employer.context.close()
  })
})
