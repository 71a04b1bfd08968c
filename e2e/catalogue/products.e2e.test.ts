// What the screen of a product shows in a real browser, and what its grids and pickers offer.
import { describe, expect, test } from 'vitest'
import { box, pick } from '../hands/client.ts'
import { button, gone, journeyForTests, settles, shows } from '../hands/journey.ts'
import { named, offered, open, shownIn } from '../hands/master.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')

const visit = (entity = 2) => here.visit('admin', 1, entity)
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
