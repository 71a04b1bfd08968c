// Money of a sale in a real browser: an overpayment, a removed receipt, and a receipt that arrived meanwhile.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { booked, mode, saleOf } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { linesOf, readSale, totalOf } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')

const visit = () => here.visit('labdesk', 5, 2)
const saleNow = (of: Read<'sales'>) => saleOf(desk, of.SaleId)
const receipts = (page: Page) => page.getByRole('grid', { name: 'Receipts' })
const edit = async (page: Page, sale: Read<'sales'>): Promise<void> => {
  await readSale(page, sale.SaleId)
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
}
/** The mode and the amount of the next receipt. */
const receive = async (page: Page, amount: string): Promise<void> => {
  await linesOf(receipts(page)).last().locator('[role=gridcell]').nth(1).click()
  await settles(async () => (await receipts(page).locator('select option').count()) > 1, true)
  await page.keyboard.type('Cash')
  await page.keyboard.press('Enter')
  const cell = linesOf(receipts(page)).last().locator('[role=gridcell]').nth(2)
  await settles(async () => (await receipts(page).getByText('Cash').count()) > 0, true)
  const row = linesOf(receipts(page)).filter({ hasText: 'Cash' }).last()
  await row.locator('[role=gridcell]').nth(2).dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
  await shows(row.getByText(new RegExp(`${Number(amount).toLocaleString('en-IN')}\\.00`)))
  expect(await cell.count()).toBe(1)
}

test('an overpayment asks: Correct returns to the receipt, change records only the due', async () => {
  const sale = await booked(desk)
  const { page } = await visit()
  await edit(page, sale)
  await receive(page, '5000')
  await settles(() => totalOf(page, 'Overpaid'), '4,650.00')
  await page.keyboard.press('Alt+s')
  const asked = question(page, '₹4,650.00 more than is due')
  await shows(asked)
  await asked.getByRole('button', { name: 'Correct' }).click()
  await gone(asked)
  expect((await saleNow(sale)).Paid).toBe(0)
  await button(page, 'Save').click()
  await shows(asked)
  await asked.getByRole('button', { name: 'Give change' }).click()
  await shows(said(page, /is saved/))
  expect(await saleNow(sale)).toMatchObject({ Paid: 350, Outstanding: 0 })
})

test('an advance shows as such on the sale', async () => {
  const sale = await booked(desk)
  const { page } = await visit()
  await edit(page, sale)
  await receive(page, '500')
  await button(page, 'Save').click()
  await question(page, '₹150.00 more than is due').getByRole('button', { name: 'Keep as advance' }).click()
  await shows(said(page, /is saved/))
  await readSale(page, sale.SaleId)
  await settles(() => totalOf(page, 'Advance'), '150.00')
})

test('removing a row cancels its receipt; the others remain', async () => {
  const sale = await booked(desk, {
    receipts: [
      { PaymentModeId: mode.cash, Amount: 100 },
      { PaymentModeId: mode.cash, Amount: 40 },
    ],
  })
  const { page } = await visit()
  await edit(page, sale)
  await receipts(page).getByRole('button', { name: 'Remove row 1' }).click()
  await settles(() => totalOf(page, 'Paid'), '40.00')
  await button(page, 'Save').click()
  const asked = page.getByRole('dialog', { name: 'Cancel a receipt' })
  await asked.getByLabel('Reason').fill('Booked twice')
  await button(asked, 'Yes').click()
  await shows(said(page, /is saved/))
  const after = await saleNow(sale)
  expect([after.Paid, after.Invoice.Transactions.map((row) => row.Amount)]).toEqual([40, [40]])
})

test('the list does not strike through the amount owed to the patient of a cancelled sale', async () => {
  const sale = await booked(desk, { receipts: [{ PaymentModeId: mode.cash, Amount: 350 }] })
  expect((await desk.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
  const { page } = await visit()
  await page.goto('/summary/sales')
  const row = page.getByRole('row', { name: new RegExp(String(sale.LRN)) })
  const lookOf = (text: string) =>
    row.getByRole('gridcell', { name: text, exact: true }).evaluate((cell) => getComputedStyle(cell).textDecorationLine)
  await shows(row.getByText('-350.00'))
  expect([await lookOf('-350.00'), await lookOf('0.00')]).toEqual(['none', 'line-through'])
})

test('a letter on the mode of the next receipt chooses the mode with that letter', async () => {
  const { page } = await visit()
  await edit(page, await booked(desk))
  await linesOf(receipts(page)).last().locator('[role=gridcell]').first().click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('u')
  await settles(
    () =>
      receipts(page)
        .locator('select')
        .evaluate((box: HTMLSelectElement) => box.selectedOptions[0]?.text),
    'UPI',
  )
  await page.keyboard.press('Enter')
  await shows(linesOf(receipts(page)).filter({ hasText: 'UPI' }))
})

test('a typed and unsaved receipt is a change: the sale is left only after Yes', async () => {
  const sale = await booked(desk)
  const { page } = await visit()
  await edit(page, sale)
  await receive(page, '100')
  const leave = () =>
    page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Patients', exact: true }).click()
  const asked = question(page, 'Discard changes ?')
  await leave()
  await shows(asked)
  await asked.getByRole('button', { name: 'No' }).click()
  await gone(asked)
  expect(new URL(page.url()).pathname).toBe('/sales')
  await settles(() => totalOf(page, 'Paid'), '100.00')
  await leave()
  await asked.getByRole('button', { name: 'Yes' }).click()
  await arrives(page, '/summary/patients')
  expect((await saleNow(sale)).Paid).toBe(0)
})
