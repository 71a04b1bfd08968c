// One row of a grid as a form, in a real browser: fields that the columns have no room for.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { booked } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, gone, journeyForTests, settles, shows } from '../hands/journey.ts'
import { linesOf, products, readSale, sizeOf } from '../hands/sale.ts'

const { here } = journeyForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await booked(await here.person('labdesk', 5, 2))
})

const openRow = async (page: Page, name: string) => {
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name })
  await shows(dialog)
  return dialog
}

test('FND-204 F2 opens a line of a sale with all its fields: Cancel drops the changes, OK takes them, and a read-only one has Close', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await readSale(page, sale.SaleId)
  const first = linesOf(products(page)).first().locator('[role=gridcell]')
  await first.nth(2).click()
  const read = await openRow(page, 'Products')
  expect(await sizeOf(read)).toEqual([640, 480])
  expect(await read.locator('.fields .label').allInnerTexts()).toEqual(
    expect.arrayContaining(['Price', 'Discount %', 'Commission %', 'Amount', 'LRN', 'Remarks']),
  )
  expect(await read.getByRole('button', { name: 'OK' }).count()).toBe(0)
  await read.getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(read)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  for (const [answer, remarks] of [
    ['Cancel', ''],
    ['OK', 'Camp rate'],
  ] as const) {
    await first.nth(2).click()
    await page.keyboard.press('Escape')
    const dialog = await openRow(page, 'Products')
    await dialog.getByLabel('Remarks').fill('Camp rate')
    await dialog.getByRole('button', { name: answer }).click()
    await gone(dialog)
    await settles(async () => (await first.nth(7).innerText()).replace('–', '').trim(), remarks)
  }
})
