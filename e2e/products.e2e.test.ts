// What the screen of a product shows in a real browser, and what its grids and pickers offer.
import { describe, expect, test } from 'vitest'
import { box, pick } from './client.ts'
import { arrives, journeyForTests, said, settles, shows } from './journey.ts'
import { named, offered, open, shownIn } from './master.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')

const visit = (entity = 2) => here.visit('admin', 1, entity)
describe('opening', () => {
  test('MDA-008 MDA-010 a product that is not there says what the server says and returns to the list', async () => {
    const { page } = await visit()
    const { message } = (await admin.get('/api/products/99999999')).body as { message: string }
    await page.goto('/products?ProductId=99999999')
    await arrives(page, '/summary/products')
    await shows(said(page, message))
    expect(await said(page, message).getAttribute('class')).toContain('error')
  })
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
})
