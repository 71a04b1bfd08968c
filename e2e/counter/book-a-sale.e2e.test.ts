// Booking a sale in a real browser: what it requires, the questions, who may change what, copies and drafts.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient, mode, nextLrn, product } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { bodyOf } from '../hands/wire.ts'
import { box, input, linesOf, newSale, products, readSale, sizeOf, take, typeCodes, rare } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
let sale: Read<'sales'>
beforeAll(async () => {
  await aPatient(desk, { Name: 'Zarina Alpha' })
  sale = await accessioned(desk)
})

const visit = () => here.visit('labdesk', 5, 2)
/** The requests that save a sale, as they are sent. */
const postsOf = (page: Page): Read<'sales'>[] => {
  const posts: Read<'sales'>[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/sales/')
      posts.push(request.postDataJSON())
  })
  return posts
}
const fill = async (page: Page, codes: readonly string[]): Promise<string> => {
  const lrn = nextLrn()
  await take(page, 'PatientId', 'Patient', 'Zarina Alpha')
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  await input(page, 'LRN').fill(lrn)
  await typeCodes(page, codes)
  return lrn
}

test('FND-257 OPS-229 OPS-281 OPS-305 No to a walk-in sale without receipts sends no request and leaves the sale open; Yes saves it', async () => {
  const { page } = await visit()
  await newSale(page)
  const posts = postsOf(page)
  const lrn = await fill(page, ['P001'])
  const asked = question(page, 'Are you sure that you want to save a walk-in sale with no receipts ?')
  await page.keyboard.press('Alt+s')
  await shows(asked)
  await page.keyboard.press('n')
  await gone(asked)
  expect(posts).toEqual([])
  expect(await input(page, 'LRN').isEditable()).toBe(true)
  expect(await input(page, 'LRN').inputValue()).toBe(lrn)
  await shows(button(page, 'Save'))
  await page.keyboard.press('Alt+s')
  await shows(asked)
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && new URL(response.url()).pathname === '/api/sales/',
    ),
    page.keyboard.press('y'),
  ])
  const { SaleId, message } = await bodyOf(answer, 'POST', '/api/sales/')
  expect(message).toBe(`Sale ${SaleId} is saved`)
  await shows(said(page, message))
  await arrives(page, '/summary/sales')
  expect(posts.map((post) => post.LRN)).toEqual([lrn])
})

test('OPS-017 a copy of a sale is a new one: without LRN, receipts, cancelled lines and the status of the others', async () => {
  const made = await accessioned(desk, {
    products: [product.cbc, product.creatinine],
    receipts: [{ Amount: 100, PaymentModeId: mode.cash }],
  })
  const creatinine = made.SaleProducts.find((line) => line.ProductId === product.creatinine)
  await desk.put('/api/cancel/saleProduct', { SaleProductId: creatinine?.SaleProductId })
  const { page } = await visit()
  await readSale(page, made.SaleId)
  await shows(linesOf(products(page)).first().getByText('received at lab'))
  const posts = postsOf(page)
  await (await rare(page, 'Clone')).click()
  await shows(page.getByText(`copy of ${String(made.SaleId)}, not saved yet`))
  await settles(() => linesOf(products(page)).count(), 2)
  const [line] = await linesOf(products(page)).allInnerTexts()
  expect(line).toContain('Complete Blood Count (CBC)')
  expect(line).toContain('Ordered')
  await settles(() => linesOf(page.getByRole('grid', { name: 'Receipts' })).count(), 1)
  expect(await input(page, 'LRN').inputValue()).toBe('')
  for (const [name, of] of [
    ['PatientId', 'Patient'],
    ['ReferringDoctorId', 'Doctor'],
    ['SellerId', 'Seller'],
    ['BuyerId', 'Buyer'],
  ] as const)
    expect(await box(page, name).inputValue()).toBe(made[of].Name)
  const lrn = nextLrn()
  await input(page, 'LRN').fill(lrn)
  await page.keyboard.press('Alt+s')
  await shows(question(page, 'walk-in'))
  await page.keyboard.press('y')
  await arrives(page, '/summary/sales')
  expect(posts).toHaveLength(1)
  expect(posts[0]).toMatchObject({ LRN: lrn, PatientId: made.PatientId, SaleProducts: [{ ProductId: product.cbc }] })
})

test('a draft of a new sale survives a reload; it is deleted once it is saved, discarded, or the user signs out', async () => {
  const { page } = await visit()
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('draft.')))
  const offer = page.getByRole('status').filter({ hasText: 'was not saved' })
  const enter = async () => {
    await newSale(page)
    const lrn = await fill(page, ['P001', 'PR03'])
    await settles(kept, ['draft.sales'])
    return lrn
  }
  page.on('dialog', (dialog) => void dialog.accept())
  const lrn = await enter()
  await settles(() => page.evaluate(() => localStorage.getItem('draft.sales')?.includes('PR03')), true)
  await page.reload()
  await shows(offer)
  await offer.getByRole('button', { name: 'Resume' }).click()
  await gone(offer)
  expect(await box(page, 'PatientId').inputValue()).toBe('Zarina Alpha')
  expect(await input(page, 'LRN').inputValue()).toBe(lrn)
  await settles(() => linesOf(products(page)).count(), 3)
  await page.keyboard.press('Alt+s')
  await question(page, 'walk-in').getByRole('button', { name: 'Yes' }).click()
  await arrives(page, '/summary/sales')
  expect(await kept()).toEqual([])
  await enter()
  await page.reload()
  await shows(offer)
  await offer.getByRole('button', { name: 'Discard draft' }).click()
  await gone(offer)
  expect(await kept()).toEqual([])
  await enter()
  await page.keyboard.press('Alt+d')
  await arrives(page, '/summary/sales')
  expect(await kept()).toEqual([])
  await enter()
  await page.reload()
  await shows(offer)
  await page.locator('.menu.user .menu-button').click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrives(page, '/login')
  await settles(kept, [])
})

test('FND-203 FND-266 FND-441 OPS-320 the grid of an editable sale ends in one blank row of height 40; F2 on a row opens the item dialog of 640x480', async () => {
  const { page } = await visit()
  await page.goto(`/sales?SaleId=${String(sale.SaleId)}&clone=true`)
  const lines = linesOf(products(page))
  await settles(() => lines.count(), 2)
  expect(Math.round((await lines.first().boundingBox())?.height ?? 0)).toBe(40)
  expect(await lines.last().innerText()).toMatch(/Code or name of the/i)
  await lines.first().locator('[role=gridcell]').nth(2).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name: 'Products' })
  await shows(dialog)
  expect(await sizeOf(dialog)).toEqual([640, 480])
})
