// Money on account: undone where it went by itself, and put where the payer's list says, on a desktop and on a phone.
import { expect, test } from 'vitest'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, journeyForTests, settles, shows } from '../hands/journey.ts'

const { here, desk, accounts } = journeyForTests('desk', 'accounts')
const BuyerId = 21

const issued = async (): Promise<Read<'invoices'>> => {
  const { SaleId } = await booked(desk, { PatientId: await aPatient(desk), BuyerId })
  const made = await accounts.post('/api/invoices/', { SellerId: 2, BuyerId, Sales: [{ SaleId }] })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return (await accounts.get(`/api/invoices/${made.body.InvoiceId}`)).body
}
const paidOf = async (invoice: Read<'invoices'>): Promise<unknown> =>
  (await accounts.get(`/api/invoices/${invoice.InvoiceId}`)).body.Paid

test('what a payer sends is allocated as its list says, after what went by itself is undone', async () => {
  const [one, two] = [await issued(), await issued()]
  const money = await accounts.post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: BuyerId,
    Amount: 195,
    PaymentModeId: 43,
    PaymentRef: 'UTR 4711',
  })
  expect([money.status, await paidOf(one), await paidOf(two)]).toEqual([201, 195, 0])
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto(`/transactions?TransactionId=${money.body.TransactionId}`)
  const grid = page.getByRole('region', { name: 'Allocations' })
  await shows(grid.getByText(`Invoice ${String(one.InvoiceNo)}`))
  await button(grid, 'Undo').click()
  const why = page.getByRole('dialog', { name: 'Undo allocation' })
  await why.getByLabel('Reason').fill('the payer names another invoice')
  await button(why, 'Yes').click()
  await settles(() => paidOf(one), 0)
  await shows(grid.getByText('the payer names another invoice'))
  await page.keyboard.press('Alt+l')
  const dialog = page.getByRole('dialog', { name: 'Allocate' })
  await shows(dialog.getByLabel(`Amount for ${String(one.InvoiceNo)}`))
  await button(dialog, 'Paste a List').click()
  await dialog.locator('textarea').fill(`${String(two.InvoiceNo)}\t150.00\nour reference 99`)
  await shows(dialog.getByText('Not found: our reference 99'))
  await shows(dialog.getByText('₹195.00 to allocate, ₹45.00 stays on account.'))
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await dialog.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  await page.keyboard.press('Alt+s')
  await settles(() => paidOf(two), 150)
  expect(await paidOf(one)).toBe(0)
  await shows(page.getByText('₹45.00').first())
})
