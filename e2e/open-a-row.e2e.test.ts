// One row of a grid as a form, in a real browser: what the columns have no room for.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { booked } from '../modules/sales/sales.fixture.ts'
import { sql } from '../server/db/db.ts'
import type { Json } from '../server/testing/signed-in.ts'
import { button, gone, journey, settles, shows, type Journey } from './journey.ts'
import { linesOf, products, readSale, sizeOf } from './sale.ts'

let here: Journey
let sale: Json
beforeAll(async () => {
  here = await journey()
  sale = await booked(await here.person('labdesk', 5, 2))
})
afterAll(() => here?.close())

const limits = [
  'Min Age',
  'Max Age',
  'Min Age Days',
  'Max Age Days',
  'Low',
  'High',
  'Critically Low',
  'Critically High',
  'Printable Range',
]

const openRow = async (page: Page, name: string) => {
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog', { name })
  await shows(dialog)
  return dialog
}

test('FND-204 F2 opens a line of a sale with all its fields: Cancel leaves it, OK takes it, and what is only read has Close', async () => {
  const { page, context } = await here.visit('manager', 2, 2)
  await readSale(page, sale['SaleId'])
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
  await context.close()
})

test('FND-204 F2 on a reference range shows all of its limits and ages at once', async () => {
  const { page, context } = await here.visit('admin', 1, 2)
  const { id } = await here.app.db.read.one<{ id: number }>(sql`
    select
      min(element_id) as id
    from
      element_measurements
  `)
  await page.goto(`/elements?ElementId=${id}`)
  const grid = page.getByRole('grid', { name: 'Reference Ranges' })
  await linesOf(grid).first().locator('[role=gridcell]').first().click()
  const dialog = await openRow(page, 'Reference Ranges')
  expect(await sizeOf(dialog)).toEqual([640, 480])
  const labels = await dialog.locator('.fields .label').allInnerTexts()
  expect(labels).toEqual(expect.arrayContaining(limits))
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(dialog)
  await context.close()
})
