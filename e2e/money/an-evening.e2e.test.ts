// The evening of a lab, from the counter to the books: the cashier closes the batch, accounts takes it over, invoices
// the month and sends the invoice by e-mail, a part of it is paid; ledger, dashboard and report agree to the paisa.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { formatMoney, lessAmounts, sumAmounts } from '../../core/money.ts'
import { sendWaiting } from '../../modules/invoices/letters/send.server.ts'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { mailServer } from '../../server/jobs/mail.ts'
import { systemAuthor } from '../../server/session/system.ts'
import { listed } from '../../server/testing/listed.ts'
import { postOffice } from '../../server/testing/post-office.ts'
import type { Read } from '../../server/testing/answers.ts'
import { setRows } from '../../server/testing/rows.ts'
import { box, field, pick } from '../hands/client.ts'
import { arrives, button, gone, journeyOn, said, settles, shows } from '../hands/journey.ts'

const { here, desk } = journeyOn({ jobs: true }, 'desk')
const hospital = 21

/** What a tile of the dashboard shows, without its sign. */
const tileOf = (page: Page, label: string): Promise<string> =>
  page.getByRole('region', { name: label }).locator('.tile-total').innerText()
const figure = (text: string): number => Number(text.replace(/[^\d.-]/g, ''))

const closes = async (page: Page): Promise<number> => {
  const batch = (await listed(desk, 1030, { OwnerId: desk.userId, BatchStatus: 'Open' })).rows[0]?.BatchId
  await page.goto(`/tranbatches?BatchId=${batch}`)
  await shows(button(page, 'History'))
  await page.keyboard.press('Alt+b')
  const dialog = page.getByRole('dialog', { name: 'Close Batch' })
  await dialog.getByLabel('Counted, Cash').fill('200')
  await dialog.getByLabel('Counted, UPI').fill('350')
  await button(dialog, 'Close Batch').press('Enter')
  await shows(said(page, `Batch ${batch} is closed with ₹550.00`))
  return batch
}
const takesOver = async (page: Page, batch: number): Promise<void> => {
  await page.goto(`/tranbatches?BatchId=${batch}`)
  await shows(button(page, 'Transfer'))
  await page.keyboard.press('Alt+t')
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  await dialog.getByLabel('Counted, Cash').fill('200')
  await dialog.getByLabel('Counted, UPI').fill('350')
  await button(dialog, 'Transfer').press('Enter')
  await shows(said(page, `Batch ${batch} is taken over`))
}
const invoicesTheMonth = async (page: Page): Promise<void> => {
  await page.goto('/summary/invoices')
  await shows(button(page, 'Bill a period'))
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Bill a period' })
  await shows(dialog)
  await page.keyboard.type('Mon')
  // the dialog offers the past month; these sales are of today
  await dialog.getByLabel('Until').fill('t')
  await page.keyboard.press('Tab')
  await shows(dialog.locator('tbody tr').filter({ hasText: 'Sunrise' }))
  await button(dialog, 'Issue').press('Enter')
  await shows(page.getByRole('dialog').getByText('1 invoice issued, '))
  await page.keyboard.press('Enter')
  await gone(page.getByRole('dialog'))
}
const records = async (page: Page, invoiceNo: string, amount: string): Promise<void> => {
  await page.goto('/transactions')
  await shows(button(page, 'Save'))
  await pick(page, 'InvoiceId', invoiceNo.slice(-6))
  // the giver is the buyer of the invoice
  await settles(async () => (await box(page, 'GiverId').inputValue()).includes('Sunrise'), true)
  await box(page, 'Amount').fill(amount)
  await field(page, 'PaymentModeId').locator('select').selectOption('40')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/transactions')
}

test('cashier, accounts, e-mail and part payment: ledger, dashboard and report agree to the paisa', async () => {
  const office = await postOffice()
  await setRows(
    here.app,
    'clients',
    { ClientId: hospital },
    { EmailStatements: true, Email: 'accounts@sunrise.example' },
  )
  const PatientId = await aPatient(desk)
  const walkIns = [
    await booked(desk, { PatientId, receipts: [{ PaymentModeId: 40, Amount: 200 }] }),
    await booked(desk, { PatientId, receipts: [{ PaymentModeId: 42, Amount: 350, PaymentRef: 'UPI 8' }] }),
  ]
  const onCredit = [
    await booked(desk, { PatientId, BuyerId: hospital, products: [3001, 3019] }),
    await booked(desk, { PatientId, BuyerId: hospital, products: [3093] }),
  ]
  const net = (sales: readonly Read<'sales'>[]) => sumAmounts(sales.map((sale) => sale.NetAmount))

  const { page: cashier } = await here.visit('labdesk', 5, 2)
  const batch = await closes(cashier)
  const { page } = await here.visit('accounts', 7, 2)
  await takesOver(page, batch)
  await invoicesTheMonth(page)
  const invoice = (await listed(desk, 1029, { GiverId: hospital })).rows[0] ?? {}
  expect(invoice.NetAmount).toBe(net(onCredit))

  await sendWaiting(here.app.db, mailServer(office.address, { confidential: true }), systemAuthor('send-invoices'))
  office.server.close()
  expect(office.letters).toHaveLength(1)
  expect(office.letters[0]).toMatch(/^To: accounts@sunrise\.example/m)
  expect(office.letters[0]).toContain(`Subject: Invoice ${String(invoice.InvoiceNo)}`)

  await records(page, String(invoice.InvoiceNo), '123.45')
  const owed = lessAmounts(net(onCredit), 123.45)

  // the ledger
  await page.goto('/summary/partyledger')
  const panel = page.getByRole('search', { name: 'Filter' })
  await panel.getByLabel('Buyer', { exact: true }).focus()
  await page.keyboard.press('F2')
  const picker = page.getByRole('dialog')
  await shows(picker.getByRole('row', { selected: true }))
  await page.keyboard.type('Sunrise')
  await shows(picker.getByRole('row', { selected: true }).filter({ hasText: 'Sunrise' }))
  await page.keyboard.press('Enter')
  await gone(picker)
  await button(panel, 'Search').click()
  const closing = page.locator('tbody tr').filter({ hasText: 'Closing' })
  await shows(closing)
  expect(await closing.innerText()).toContain(formatMoney(owed))

  // the dashboard and the report of the manager
  const { page: manager } = await here.visit('manager', 2, 2)
  await manager.goto('/')
  const all = [...walkIns, ...onCredit]
  await settles(async () => figure(await tileOf(manager, 'Net sales today')), net(all))
  await settles(async () => figure(await tileOf(manager, 'Collections today')), 673.45)
  const outstanding = sumAmounts([lessAmounts(net(walkIns), 550), owed])
  await settles(async () => figure(await tileOf(manager, 'Outstanding, all sales')), outstanding)
  await manager.goto('/summary/salesreport')
  const totals = manager.getByRole('status', { name: 'Totals' })
  await shows(totals.getByText(`₹${formatMoney(net(all))}`))
  await shows(totals.getByText(`of ${all.length} sales`))
})
