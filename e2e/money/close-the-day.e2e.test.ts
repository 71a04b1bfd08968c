// An evening: the front desk closes its batch, accounts takes it over, invoices the institution, and receives a part
// payment.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { box, field, pick } from '../hands/client.ts'
import { arrives, button, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { bodyOf } from '../hands/wire.ts'
import { lines } from '../hands/master-grid.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Read } from '../../server/testing/answers.ts'

const { here, desk } = journeyForTests('desk')
const takesMoney = async (Amount: number): Promise<Read<'sales'>> =>
  booked(desk, { PatientId: await aPatient(desk), receipts: [{ PaymentModeId: 40, Amount }] })
const batchOf = async (BatchStatus: string): Promise<number> =>
  (await listed(desk, 1030, { OwnerId: desk.userId, BatchStatus })).rows[0]?.BatchId
const openBatch = async (page: Page, id: number) => {
  await page.goto(`/tranbatches?BatchId=${id}`)
  await shows(button(page, 'History'))
}

test('OPS-115 OPS-116 OPS-117 OPS-118 OPS-204 OPS-205 OPS-206 OPS-207 OPS-208 OPS-209 a batch is counted and closed by its owner, taken over by accounts, and each sees only their own action', async () => {
  await takesMoney(100)
  const id = await batchOf('Open')
  const { page: own } = await here.visit('labdesk', 5, 2)
  const { page: others } = await here.visit('accounts', 7, 2)
  await openBatch(own, id)
  // who counts it does not see what it should hold; accounts do
  await shows(own.locator('[aria-label="Totals"]').getByText('Shown once the batch is counted'))
  expect(await own.locator('[aria-label="Totals"] table').count()).toBe(0)
  await openBatch(others, id)
  await settles(() => others.locator('[aria-label="Totals"] thead th').allInnerTexts(), ['Payer', 'Cash', 'Total'])
  await settles(
    () => others.locator('[aria-label="Totals"] tbody tr').first().locator('th, td').allInnerTexts(),
    ['Patient', '100.00', '100.00'],
  )
  expect(await own.getByRole('grid', { name: 'Transactions' }).getByRole('columnheader').allInnerTexts()).toEqual([
    'Id',
    'Invoice No',
    'Date',
    'Payer',
    'Payee',
    'Amount',
    'Mode',
    'Reference',
  ])
  expect(await lines(own, 'Transactions').count()).toBe(1)
  expect(await button(own, 'Transfer').count()).toBe(0)
  expect([await button(others, 'Close Batch').count(), await button(others, 'Transfer').count()]).toEqual([0, 0])
  // counted five short: closed after remarks
  await own.keyboard.press('Alt+b')
  const dialog = own.getByRole('dialog', { name: 'Close Batch' })
  // the count is blind: its fields start empty, and Enter does not close the batch
  await settles(() => dialog.getByLabel('Counted, Cash').inputValue(), '')
  await own.keyboard.press('Enter')
  await button(dialog, 'Close Batch').press('Enter')
  await shows(dialog.getByRole('alert').getByText('Type what you counted of each mode'))
  await dialog.getByLabel('Counted, Cash').fill('95')
  await dialog.getByRole('button', { name: 'Close Batch' }).click()
  await shows(dialog.getByRole('alert').getByText('enter in a few words why it differs'))
  expect(await dialog.getByText('100.00').count()).toBe(0)
  await dialog.getByLabel('Remarks').fill('Change given twice')
  await dialog.getByRole('button', { name: 'Close Batch' }).click()
  await shows(said(own, `Batch ${id} is closed with ₹95.00, ₹5.00 short`))
  await settles(() => button(own, 'Close Batch').count(), 0)
  expect(await button(own, 'Transfer').count()).toBe(0)
  await shows(own.locator('[aria-label="Batch"]').getByText('Change given twice'))
  await shows(own.locator('[aria-label="Batch"]').getByText('₹5.00 short'))
  await openBatch(others, id)
  await others.keyboard.press('Alt+t')
  const taking = others.getByRole('dialog', { name: 'Transfer' })
  await taking.getByLabel('Counted, Cash').fill('95')
  await button(taking, 'Transfer').press('Enter')
  await shows(said(others, `Batch ${id} is taken over`))
  await settles(() => button(others, 'Transfer').count(), 0)
  await shows(others.locator('[aria-label="Batch"]').getByText('Nilesh Shah'))
})

test('OPS-069 OPS-070 OPS-071 OPS-072 OPS-073 OPS-174 OPS-231 OPS-232 OPS-281 accounts invoices an institution’s pending sales, and a part is paid', async () => {
  const PatientId = await aPatient(desk)
  const sales = [await booked(desk, { PatientId, BuyerId: 21 }), await booked(desk, { PatientId, BuyerId: 21 })]
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/invoices')
  await settles(() => field(page, 'SellerId').locator('input').first().inputValue(), 'Nivara Central Laboratory, Pune')
  await page.keyboard.press('Alt+s')
  await shows(page.getByText('Buyer is required').first())
  await shows(page.getByText('Invoice must have at least 1 sale').first())
  await pick(page, 'BuyerId', 'Sunrise')
  await button(page, 'Add All').click()
  await settles(() => lines(page, 'Sales').count(), sales.length)
  const made = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/invoices/'),
  )
  await page.keyboard.press('Alt+s')
  const { InvoiceId } = await bodyOf(await made, 'POST', '/api/invoices/')
  await arrives(page, '/summary/invoices')
  const asked = page.waitForResponse((answer) => answer.url().endsWith(`/api/invoices/${InvoiceId}`))
  await page.getByRole('row', { name: new RegExp(`^${InvoiceId}\\b`) }).dblclick()
  await asked
  await arrives(page, '/invoices')
  expect(new URL(page.url()).searchParams.get('InvoiceId')).toBe(String(InvoiceId))
  const invoice = (await desk.get(`/api/invoices/${InvoiceId}`)).body
  const card = page.locator('[aria-label="Invoice"]')
  await shows(card.getByText(String(invoice.InvoiceNo)))
  // pays a part of it
  await page.goto('/transactions')
  await shows(button(page, 'Save'))
  await pick(page, 'InvoiceId', String(invoice.InvoiceNo).slice(-6))
  await pick(page, 'GiverId', 'Sunrise')
  await box(page, 'Amount').fill('100')
  await field(page, 'PaymentModeId').locator('select').selectOption('40')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/transactions')
  await page.goto(`/invoices?InvoiceId=${InvoiceId}`)
  await settles(() => lines(page, 'Transactions').count(), 1)
  await shows(lines(page, 'Transactions').getByText('100.00'))
  const ledger = await desk.get(`/api/invoices/${InvoiceId}`)
  await shows(card.getByText(`₹${(Number(ledger.body.NetAmount) - 100).toFixed(2)}`))
  expect(await question(page, /./).count()).toBe(0)
})
