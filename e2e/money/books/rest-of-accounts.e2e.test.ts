// Parts of transactions, invoices and batches that other journeys leave out: recording one, red rows, sellers, owners.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { listed } from '../../../server/testing/listed.ts'
import { box, error, pick } from '../../hands/client.ts'
import { behind } from '../../hands/faults.ts'
import { arrives, button, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { bodyOf } from '../../hands/wire.ts'
import { lines } from '../../hands/master-grid.ts'

const { here, desk, labAdmin: admin } = journeyForTests('desk', 'labAdmin')
const opened = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await shows(button(page, 'Save'))
}

test('OPS-011 a payment is recorded with date, receiver, giver, mode and amount, and shows in the list', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await opened(page, '/transactions')
  await shows(box(page, 'Date'))
  await pick(page, 'ReceiverId', 'Central')
  await pick(page, 'GiverId', 'Sunrise')
  await box(page, 'PaymentModeId').selectOption('40')
  await box(page, 'Amount').fill('1234.50')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/transactions')
  await shows(page.locator('tbody tr').filter({ hasText: '1,234.50' }).filter({ hasText: 'Sunrise' }))
})

test('OPS-074 OPS-176 on an invoice only the rows of cancelled sales are red, and show that status', async () => {
  const PatientId = await aPatient(desk)
  const sales = [await booked(desk, { PatientId, BuyerId: 21 }), await booked(desk, { PatientId, BuyerId: 21 })]
  const accounts = await here.person('accounts', 7, 2)
  const made = await accounts.post('/api/invoices/', {
    SellerId: 2,
    BuyerId: 21,
    Sales: sales.map((sale) => ({ SaleId: sale.SaleId })),
  })
  expect(made.status).toBe(201)
  await behind(here, `update sales set status_id = 90 where sale_id = ${String(sales[1]?.SaleId)}`)
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto(`/invoices?InvoiceId=${String(made.body.InvoiceId)}`)
  await settles(() => lines(page, 'Sales').count(), 2)
  const red = async (row: number) => ({
    isMarked: ((await lines(page, 'Sales').nth(row).getAttribute('class')) ?? '').includes('cancelled'),
    color: await lines(page, 'Sales')
      .nth(row)
      .locator('[role=gridcell]')
      .nth(2)
      .evaluate((cell) => getComputedStyle(cell).color),
  })
  const cancelled = async () =>
    (await lines(page, 'Sales').allInnerTexts()).flatMap((text, at) => (text.includes('Cancelled') ? [at] : []))
  await settles(async () => (await cancelled()).length, 1)
  const [at = 0] = await cancelled()
  expect(await lines(page, 'Sales').nth(at).locator('[role=gridcell]').nth(1).innerText()).toBe(
    String(sales[1]?.SaleId),
  )
  const [gone, active] = [await red(at), await red(1 - at)]
  expect([active.isMarked, gone.isMarked]).toEqual([false, true])
  const [r, g, b] = (gone.color.match(/\d+/g) ?? []).map(Number)
  expect(r).toBeGreaterThan(Math.max(g ?? 255, b ?? 255))
  expect(active.color).not.toBe(gone.color)
})

test('OPS-175 the seller of a new invoice is the own centre; an institution does not sell, so its seller is empty', async () => {
  const { page } = await here.visit('accounts', 7, 12)
  await opened(page, '/invoices')
  await settles(async () => (await box(page, 'SellerId').inputValue()).length > 0, true)
  expect(await box(page, 'SellerId').inputValue()).toContain('Hadapsar')
  await behind(
    here,
    `insert into permissions (role_id, module_id, permit)
     select 13, 'invoices', p from unnest(array['list', 'read', 'create']) p on conflict do nothing`,
  )
  const { page: theirs } = await here.visit('institution', 13, 21)
  await opened(theirs, '/invoices')
  expect(await box(theirs, 'SellerId').inputValue()).toBe('')
})

test('MDA-121 a batch is opened for oneself or a colleague; the owner is required and can have only one open batch', async () => {
  const { page } = await here.visit('accounts', 7, 2)
  await opened(page, '/tranbatches')
  expect(await box(page, 'OwnerId').inputValue()).toBe('Nilesh Shah')
  const offered = (await admin.get('/api/getdata/108')).body.map((one) => one.FullName)
  expect(offered).toContain('Nilesh Shah')
  await box(page, 'OwnerId').fill('')
  await box(page, 'OwnerId').press('Tab')
  await page.keyboard.press('Alt+s')
  await settles(() => error(page, 'OwnerId').allInnerTexts(), ['Batch Owner is required'])
  const none = await admin.post('/api/tranbatches/', {})
  expect([none.status, none.body.errors]).toEqual([400, { OwnerId: ['Batch Owner is required'] }])
  await pick(page, 'OwnerId', 'Nilesh')
  const posted = page.waitForResponse((answer) => answer.url().endsWith('/api/tranbatches/'))
  await page.keyboard.press('Alt+s')
  const { BatchId } = await bodyOf(await posted, 'POST', '/api/tranbatches/')
  await arrives(page, '/summary/tranbatches')
  expect((await listed(admin, 1030, { BatchStatus: 'Open' })).rows.map((row) => row.BatchId)).toContain(BatchId)
  const { userId } = await here.person('accounts', 7, 2)
  const again = await admin.post('/api/tranbatches/', { OwnerId: userId })
  expect([again.status, again.body.message]).toEqual([409, 'This money handler has an open batch'])
  // received money goes into it
  await (
    await here.person('accounts', 7, 2)
  ).post('/api/transactions/', {
    Date: new Date().toISOString(),
    ReceiverId: 2,
    GiverId: 21,
    PaymentModeId: 40,
    Amount: 7,
  })
  expect((await admin.get(`/api/tranbatches/${BatchId}`)).body.TotalAmount).toBe(7)
})
