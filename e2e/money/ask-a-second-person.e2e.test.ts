// Money that one person would move alone: each way ends in a refusal, or in the worklist of another, who agrees by keys.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aBankAccount } from '../../modules/bankaccounts/bankaccounts.fixture.ts'
import { keptClient } from '../../modules/clients/clients.fixture.ts'
import { clientType, paymentMode } from '../../modules/lists/items.model.ts'
import { accessioned, aPatient, booked, product, saleOf } from '../../modules/sales/sales.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { button, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'
import { rare, readSale, take, totalOf } from '../hands/sale.ts'

const { here, desk, accounts, labAdmin: admin, manager } = journeyForTests('desk', 'accounts', 'labAdmin', 'manager')

/** Gives the reason to the offer that a refusal makes. */
const askFor = async (page: Page, why: RegExp, reason: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Ask a second person' })
  await shows(dialog.getByText(why))
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Yes' }).press('Enter')
  await shows(said(page, 'Asked: it waits for a business manager or an administrator'))
  await gone(dialog)
}
/** The newest request, opened by a manager and agreed to. */
const agree = async (what: string | RegExp): Promise<void> => {
  const [request] = (await listed(manager, 1059)).rows
  const { page } = await here.visit('manager', 2, 2)
  await page.goto(`/requests?RequestId=${String(request?.RequestId)}`)
  await shows(page.getByRole('region', { name: 'Request' }).getByText(what))
  // not before what it changes is shown
  await shows(page.getByRole('button', { name: 'Agree', exact: true, disabled: false }))
  await page.keyboard.press('Alt+g')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByText(what))
  await dialog.getByRole('button', { name: 'Yes' }).press('Enter')
  await shows(page.getByRole('region', { name: 'Request' }).getByText('Done', { exact: true }))
}

test('a bill whose money was taken back goes to a hospital only when a manager agrees, at the prices of the hospital', async () => {
  const PatientId = await aPatient(desk)
  const sale = await accessioned(desk, {
    PatientId,
    products: [product.cbc],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 350 }],
  })
  const TransactionId = sale.Invoice.Transactions[0].TransactionId
  const back = await desk.put(`/api/sales/${sale.SaleId}`, {
    ReceiptReason: 'He pays at the hospital',
    Invoice: { Transactions: [{ TransactionId, Cancelled: true }] },
  })
  expect(back.status).toBe(200)
  const { page } = await here.visit('labdesk', 5, 2)
  await readSale(page, sale.SaleId)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await take(page, 'BuyerId', 'Buyer', 'Sunrise')
  // the figures are those of the hospital at once
  await settles(() => totalOf(page, 'Net Amount'), '₹195.00')
  await page.keyboard.press('Alt+s')
  await askFor(page, /You cancelled receipts of ₹350\.00 of this sale today/, 'The hospital has him on its list')
  expect((await saleOf(desk, sale.SaleId)).BuyerId).toBe(PatientId)
  // the desk goes on, and the sale says what it waits for
  const { page: counter } = await here.visit('labdesk', 5, 2)
  await readSale(counter, sale.SaleId)
  await shows(counter.locator('.band[role=status]').filter({ hasText: 'waits for business manager or administrator' }))
  await agree(`Save the sale: Sale ${String(sale.SaleId)}`)
  expect(await saleOf(desk, sale.SaleId)).toMatchObject({ BuyerId: 21, NetAmount: 195 })
})

test('cash that was never paid in is not paid out: a deposit that is not there settles no bill', async () => {
  const PatientId = await aPatient(desk)
  const drawn = { PaymentModeId: paymentMode.Deposit, Amount: 90_000 }
  const body: Json = { Overpaid: 'Advance', Invoice: { Transactions: [drawn] } }
  const sale = await booked(desk, { PatientId })
  const path = `/api/sales/${sale.SaleId}` as const
  expect((await desk.put(path, body)).status).toBe(422)
  expect((await desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: paymentMode.Cash })).status).toBe(
    422,
  )
  await setRows(here.app, 'network_settings', { SettingsId: 1 }, { DeskRefundLimit: 100 })
  const paid = { Invoice: { Transactions: [{ PaymentModeId: paymentMode.Cash, Amount: 350 }] } }
  expect((await desk.put(path, paid)).status).toBe(200)
  expect((await desk.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Went away' })).status).toBe(200)
  const { page } = await here.visit('labdesk', 5, 2)
  await readSale(page, sale.SaleId)
  await (await rare(page, 'Refund')).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await askFor(page, /You may refund ₹100\.00 a day/, 'The patient waits for the money')
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(350)
  await agree(/Refund an overpayment/)
  expect((await saleOf(desk, sale.SaleId)).Paid).toBe(0)
  await setRows(here.app, 'network_settings', { SettingsId: 1 }, { DeskRefundLimit: 5000 })
})

test('another opening balance of a bank account waits for another person', async () => {
  const account = await aBankAccount(accounts, { Name: 'Savings', OpeningBalance: 500 }, manager)
  const balance = async () => (await accounts.get(`/api/bankaccounts/${account}`)).body.Balance
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto(`/bankaccounts?BankAccountId=${account}`)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await page.locator('[data-field=OpeningBalance] input').fill('450.50')
  await page.keyboard.press('Alt+s')
  const dialog = page.getByRole('dialog', { name: 'Ask a second person' })
  await shows(dialog.getByText('A second person agrees to another opening balance'))
  await dialog.getByLabel('Reason').fill('The statement says so')
  await dialog.getByRole('button', { name: 'Yes' }).press('Enter')
  await shows(said(page, 'Asked: it waits for'))
  expect(await balance()).toBe(500)
  await agree(/Save the bank account/)
  await settles(balance, 450.5)
})

test('a commission that accounts multiply by themselves waits for another person', async () => {
  await setRows(here.app, 'referral_schemes', { SellerId: 2 }, { EffectiveFromDate: '2020-01-01' })
  const ReferrerId = await keptClient(admin, {
    ClientTypeId: clientType.Referrer,
    Name: 'Referrer of the walk',
    Code: 'RFW',
    ParentId: 1,
    Area: 'Aundh',
    City: 'Pune',
    State: 'Maharashtra',
    CanRefer: true,
  })
  const sale = await booked(admin, {
    PatientId: await aPatient(admin),
    ReferrerId,
    products: [product.lipids, product.thyroid],
  })
  await admin.put(`/api/sales/${sale.SaleId}`, {
    Invoice: { Transactions: [{ PaymentModeId: paymentMode.Cash, Amount: sale.NetAmount }] },
  })
  const id = (await listed(admin, 1028, { ReferrerId })).rows[0]?.ReferralId
  const path = `/api/referrals/${id}` as const
  expect((await accounts.put(path, { StatusId: 111 })).status).toBe(200)
  const SaleProducts = sale.SaleProducts.map(({ SaleProductId }) => ({
    SaleProductId: SaleProductId,
    CommissionPercent: 100,
    CommissionReason: 'Agreed by phone',
  }))
  expect((await accounts.put(path, { SaleProducts })).status).toBe(200)
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto(`/referrals?ReferralId=${id}`)
  await button(page, 'Mark ready').click()
  const dialog = page.getByRole('dialog', { name: 'Ask a second person' })
  await shows(dialog.getByText(/beyond the schemes, some of it by you/))
  await dialog.getByLabel('Reason').fill('He brings the whole ward')
  await dialog.getByRole('button', { name: 'Yes' }).press('Enter')
  await shows(said(page, 'Asked: it waits for'))
  const statusOf = async () => (await admin.get(path)).body.StatusId
  expect(await statusOf()).toBe(111)
  await agree(/Save the referral/)
  await settles(statusOf, 112)
})
