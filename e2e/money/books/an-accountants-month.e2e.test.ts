// An accountant's month on screen: bookings, invoices of the period, a remittance, a credit note, commission, the bank,
// closed books and their reopening, the file for Tally. After each leg the screens have the figures of plain books that
// the test keeps itself.
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, dayOf } from '../../../core/dates.ts'
import { statementFile } from '../../../modules/banklines/banklines.fixture.ts'
import { paymentMode, referralStatus } from '../../../modules/lists/items.model.ts'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { counted, openOf } from '../../../modules/tranbatches/tranbatches.fixture.ts'
import { listed } from '../../../server/testing/listed.ts'
import { box, error, pick } from '../../hands/client.ts'
import { arrives, button, gone, journeyOn, question, said, settles, shows } from '../../hands/journey.ts'
import { bodyOf } from '../../hands/wire.ts'
import {
  accountsOfVouchers,
  expectOwed,
  expectTrialBalance,
  outstanding,
  PlainBooks,
  reportFrom,
} from './plain-books.ts'
import { input, linesOf, newSale, take, totalOf, typeCodes } from '../../hands/sale.ts'
import { agreedBy } from './second-person.ts'

const { here, desk, accounts, labAdmin } = journeyOn({ jobs: true }, 'desk', 'accounts', 'labAdmin')
const books = new PlainBooks()
const hospital = 'Sunrise'
/** Of a blood count: of the laboratory, and agreed with the hospital. */
const [price, agreed] = [350, 195]
const daysAgo = (days: number): string => addDays(dayOf(new Date()), -days)
/** As a person types a day. */
const typed = (day: string): string => day.split('-').reverse().join('-')
const since = typed(daysAgo(20))
const office = async (): Promise<Page> => (await here.visit('accounts', 7, 2)).page
let patient: number
beforeAll(async () => void (patient = await aPatient(desk, { Name: 'Vasudha Monthley' })))

/** Bills the hospital's sales up to today; answers the number of the invoice. */
const billed = async (page: Page): Promise<string> => {
  await page.goto('/summary/invoices')
  await shows(button(page, 'Bill a period'))
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Bill a period' })
  await shows(dialog)
  await page.keyboard.type('Mon')
  await dialog.getByLabel('Until').fill('t')
  await page.keyboard.press('Tab')
  await shows(dialog.locator('tbody tr.draft').filter({ hasText: hospital }))
  await button(dialog, 'Issue').press('Enter')
  const made = page.getByRole('list', { name: 'Issued invoices' }).getByRole('link')
  await shows(made)
  return made.first().innerText()
}
const numbers: string[] = []
const openInvoice = async (page: Page, no: string): Promise<void> => {
  const { rows } = await listed(accounts, 1029, { InvoiceNo: no })
  await page.goto(`/invoices?InvoiceId=${String(rows[0]?.InvoiceId)}`)
  await shows(page.locator('[aria-label="Invoice"]').getByText(no))
}
test('what is booked for cash is in the books at once, what is booked on credit when its period is invoiced', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  const sell = async (lrn: string): Promise<void> => {
    await newSale(page)
    await take(page, 'PatientId', 'Patient', 'Vasudha')
    await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
    await input(page, 'LRN').fill(lrn)
  }
  await sell('880001')
  await typeCodes(page, ['P001'])
  const receipts = page.getByRole('grid', { name: 'Receipts' })
  await linesOf(receipts).last().locator('[role=gridcell]').nth(1).click()
  await settles(async () => (await receipts.locator('select option').count()) > 1, true)
  await page.keyboard.type('Cash')
  await page.keyboard.press('Enter')
  await settles(() => totalOf(page, 'Outstanding'), '0.00')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/sales')
  books.owes('Patient', 'Sales', price)
  books.pays('Patient', 'Money', price)
  await sell('880002')
  await take(page, 'BuyerId', 'Buyer', hospital)
  await typeCodes(page, ['P001'])
  await settles(() => totalOf(page, 'Net Amount'), `₹${agreed.toFixed(2)}`)
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/sales')

  const accountant = await office()
  await expectTrialBalance(accountant, books, since)
  for (const period of [[21], [21, 21]]) {
    for (const BuyerId of period) await booked(desk, { PatientId: patient, BuyerId })
    numbers.push(await billed(accountant))
    // the first invoice has the sale of the screen, too
    books.owes(hospital, 'Sales', agreed * 2)
  }
  await expectTrialBalance(accountant, books, since)
  await expectOwed(accountant, books, hospital)
})

test('a remittance is put where the list of its payer says, and a credit note takes off what was not done', async () => {
  const page = await office()
  await page.goto('/transactions')
  await pick(page, 'GiverId', hospital)
  await box(page, 'Amount').fill('500')
  await box(page, 'PaymentModeId').selectOption(String(paymentMode.BankTransfer))
  await box(page, 'PaymentRef').fill('UTR4711')
  const posted = page.waitForResponse((answer) => answer.url().endsWith('/api/transactions/'))
  await page.keyboard.press('Alt+s')
  const { TransactionId } = await bodyOf(await posted, 'POST', '/api/transactions/')
  await arrives(page, '/summary/transactions')
  books.pays(hospital, 'Money', 500)

  await page.goto(`/transactions?TransactionId=${TransactionId}`)
  const grid = page.getByRole('region', { name: 'Allocations' })
  // it went to the oldest by itself: all of the first invoice, the rest on the second
  for (const left of [1, 0]) {
    await button(grid, 'Undo').first().click()
    const why = page.getByRole('dialog', { name: 'Undo allocation' })
    await why.getByLabel('Reason').fill('the hospital has sent its list')
    await button(why, 'Yes').click()
    await settles(() => button(grid, 'Undo').count(), left)
  }
  await page.keyboard.press('Alt+l')
  const dialog = page.getByRole('dialog', { name: 'Allocate' })
  await shows(button(dialog, 'Paste a List'))
  await button(dialog, 'Paste a List').click()
  const [first = '', second = ''] = numbers
  await dialog.locator('textarea').fill(`${second}\t390.00\n${first}\t100.00`)
  await shows(dialog.getByText('₹500.00 to allocate, ₹10.00 stays on account.'))
  await page.keyboard.press('Alt+s')
  await gone(dialog)
  await openInvoice(page, second)
  await settles(() => outstanding(page), 0)
  await openInvoice(page, first)
  await settles(() => outstanding(page), 290_00)

  await page
    .getByRole('checkbox', { name: /^Sale \d+$/ })
    .first()
    .check()
  await page.getByRole('button', { name: /^Credit Note/ }).click()
  const why = page.getByRole('dialog', { name: 'Credit Note' })
  await why.getByLabel('Reason').fill('the sample was not drawn')
  await button(why, 'Yes').click()
  await shows(page.getByRole('grid', { name: 'Credit notes' }).getByText('the sample was not drawn'))
  books.pays(hospital, 'Sales', agreed)
  await settles(() => outstanding(page), 95_00)
  await expectTrialBalance(page, books, since)
  await expectOwed(page, books, hospital)
})

test('a commission is owed when it is delivered, and paid with a reference', async () => {
  const sold = await booked(labAdmin, {
    PatientId: patient,
    ReferrerId: 142,
    receipts: [{ PaymentModeId: paymentMode.Upi, Amount: price, PaymentRef: 'UPI771' }],
  })
  books.owes('Patient', 'Sales', price)
  books.pays('Patient', 'Money', price)
  expect(sold.NetAmount).toBe(price)
  const { rows } = await listed(labAdmin, 1028, { ReferrerId: 142 })
  const id = Number(rows[0]?.ReferralId)
  const { userId: SalesManagerId } = await here.person('salesmanager', 9, 2)
  const { Delivered, Dispatched, Pending, Ready } = referralStatus
  for (const StatusId of [Pending, Ready, Dispatched, Delivered])
    expect((await labAdmin.put(`/api/referrals/${id}`, { StatusId, SalesManagerId })).status).toBe(200)
  // eight of a hundred, as the scheme says
  books.pays('Referrer', 'Commission', price * 0.08)
  const page = await office()
  await expectTrialBalance(page, books, since)
  await page.goto(`/referrals?ReferralId=${id}`)
  await shows(button(page, 'Pay'))
  await page.keyboard.press('Alt+y')
  const dialog = page.getByRole('dialog', { name: 'Pay commission' })
  await dialog.getByLabel('Payment Reference').fill('NEFT4712')
  await page.keyboard.press('Alt+s')
  await gone(dialog)
  books.owes('Referrer', 'Money', price * 0.08)
  await expectTrialBalance(page, books, since)
})

test('cash is deposited, and the statement of the bank matched: what it shows is in the books', async () => {
  const drawer = await openOf(desk, labAdmin)
  const count = counted([paymentMode.Cash, price])
  expect((await desk.post(`/api/closebatch/${drawer}`, count)).status).toBe(200)
  const taken = await accounts.post(`/api/transferbatch/${drawer}`, count)
  expect(taken.status).toBe(200)
  const page = await office()
  await page.goto('/bankaccounts')
  await shows(button(page, 'Save'))
  await box(page, 'Name').fill('Current')
  await pick(page, 'OwnerId', 'Central')
  await box(page, 'Number').fill('50200012345678')
  await box(page, 'OpeningDate').fill(typed(daysAgo(15)))
  await box(page, 'OpeningBalance').fill('1000')
  await box(page, 'IsDefault').check()
  await page.keyboard.press('Alt+s')
  await agreedBy(labAdmin, page, 'brings ₹1,000.00 into the books')
  const [opened] = (await listed(accounts, 1061)).rows
  const account = `/bankaccounts?BankAccountId=${String(opened?.BankAccountId)}`
  books.post('Bank: Current', 'Opening balances', 1000)

  await page.goto(`/tranbatches?BatchId=${String(taken.body.BatchId)}`)
  await button(page, 'Deposit').click()
  const dialog = page.getByRole('dialog', { name: 'Deposit' })
  await dialog.getByRole('combobox', { name: 'Bank Account' }).focus()
  await page.keyboard.press('F2')
  await shows(page.getByRole('row', { selected: true }).filter({ hasText: 'Current' }))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Amount').fill('300')
  await dialog.getByLabel('Slip Number').fill('SLIP77')
  await button(dialog, 'Deposit').click()
  await gone(dialog)
  books.post('Bank: Current', 'Money', 300)

  await page.goto(account)
  await button(page, 'Import Statement').click()
  const lines = [
    ['NEFT CR SUNRISE', 'UTR4711', 500],
    ['UPI SETTLEMENT', 'N1', 340],
    ['NEFT DR', 'NEFT4712', -28],
    ['CASH DEPOSIT', 'SLIP77', 300],
  ] as const
  await page
    .getByRole('dialog', { name: 'Import statement' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(statementFile(lines, 1000)) })
  await button(page.getByRole('dialog', { name: 'Import statement' }), 'Upload').click()
  await shows(said(page, '4 lines imported'))
  const matches = async (id: number, choose: string, fee?: string): Promise<void> => {
    await page.goto(`/banklines?BankLineId=${id}`)
    await shows(button(page, 'Match'))
    await page.keyboard.press('Alt+g')
    const matching = page.getByRole('dialog')
    await matching.getByRole('row').filter({ hasText: choose }).getByRole('checkbox').check()
    if (fee !== undefined) await matching.getByLabel('Fee that was kept').fill(fee)
    await page.keyboard.press('Alt+s')
    await shows(page.locator('.head-status').getByText('Matched', { exact: true }))
  }
  await matches(1, 'UTR4711')
  await matches(2, 'UPI771', '10')
  await matches(3, 'NEFT4712')
  await matches(4, 'SLIP77')
  books.post('Bank: Current', 'Money', 500 + 350 - 28)
  books.post('Bank charges', 'Bank: Current', 10)
  await expectTrialBalance(page, books, since)
  await page.goto(account)
  await shows(page.locator('[aria-label="Bank Account"]').getByText('₹2,112.00'))
})

test('books are closed, two persons reopen them, and the file for Tally is the plain books', async () => {
  const { page: manager } = await here.visit('manager', 2, 2)
  const receive = async (amount: string): Promise<void> => {
    await manager.goto('/transactions')
    await shows(button(manager, 'Save'))
    await box(manager, 'Date').fill(`${typed(daysAgo(9))} 10:00`)
    await pick(manager, 'ReceiverId', 'Central')
    await pick(manager, 'GiverId', hospital)
    await box(manager, 'Amount').fill(amount)
    await box(manager, 'PaymentModeId').selectOption(String(paymentMode.Cash))
    await manager.keyboard.press('Alt+s')
  }
  await receive('50')
  await arrives(manager, '/summary/transactions')
  books.pays(hospital, 'Money', 50)

  const { page: admin } = await here.visit('admin', 1, 1)
  await admin.goto('/clients?ClientId=1')
  await button(admin, 'Edit').click()
  await shows(button(admin, 'Save'))
  await box(admin, 'BooksClosedTill').fill(typed(daysAgo(1)))
  await admin.keyboard.press('Alt+s')
  await arrives(admin, '/summary/clients')
  await receive('25')
  await settles(async () => (await error(manager, 'Date').allInnerTexts()).join().includes('closed'), true)

  await admin.goto('/clients?ClientId=1')
  await button(admin, 'Reopen Books').click()
  const asking = admin.getByRole('dialog', { name: 'Reopen books' })
  await asking.getByLabel('Closed Till').fill(typed(daysAgo(12)))
  await asking.getByLabel('Reason').fill('a receipt of the hospital is missing')
  await button(asking, 'Ask Accounts Staff').click()
  await gone(asking)
  const page = await office()
  await page.goto('/clients?ClientId=1')
  await button(page, 'Confirm Reopening').click()
  await button(question(page, /Reopen the books/), 'Yes').click()
  await gone(question(page, /Reopen the books/))
  await receive('25')
  await arrives(manager, '/summary/transactions')
  books.pays(hospital, 'Money', 25)
  await expectTrialBalance(page, books, since)
  await expectOwed(page, books, hospital)

  await reportFrom(page, 'daybook', since)
  await shows(page.locator('tbody tr').first())
  const [made] = await Promise.all([page.waitForEvent('download'), button(page, 'Tally XML').click()])
  expect(accountsOfVouchers(await readFile(await made.path(), 'utf8'))).toEqual(books.balances)
})
