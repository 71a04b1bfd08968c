// A saved invoice: a grid without rows takes one line, and the page does not scroll for it; a phone shows it whole.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(async () => {
  leave()
  await page.viewport(1280, 800)
})

const invoice = {
  InvoiceId: 1,
  InvoiceNo: 'NCL/26-27/000001',
  InvoiceDate: '2026-11-14T03:25:00.000Z',
  NetAmount: 500,
  Paid: 0,
  Outstanding: 500,
  RowVersion: 1,
  Sales: [
    { SaleId: 7, SaleDate: '2026-11-14T03:25:00.000Z', Patient: 'Ramesh Joshi', Doctor: 'Dr Rao', NetAmount: 500 },
  ],
  Transactions: [],
  CreditNotes: [],
}

test('an unpaid invoice fits a screen of 768 pixels', async () => {
  await page.viewport(1166, 724)
  await open('/invoices?InvoiceId=1', { session: somebody('Accounts'), read: [['/api/invoices/1', {}, invoice]] })
  await expect.element(page.getByText('Ramesh Joshi')).toBeVisible()
  const paid = page.getByRole('region', { name: 'Transactions' }).element()
  expect(paid.getBoundingClientRect().height).toBeLessThan(100)
  const screen = document.querySelector('main.screen')
  expect(screen?.scrollHeight).toBe(screen?.clientHeight)
})

test('on a phone a day and its time stay in their field, and amounts of rows have two decimals', async () => {
  await page.viewport(360, 740)
  await open('/invoices?InvoiceId=1', { session: somebody('Accounts'), read: [['/api/invoices/1', {}, invoice]] })
  await expect.element(page.getByText('500.00', { exact: true })).toBeVisible()
  const days = [...document.querySelectorAll<HTMLElement>('.kind-datetime .value')]
  expect(days.map(({ innerText }) => innerText)).toEqual([expect.stringContaining('14-Nov-2026')])
  for (const day of days) expect(day.scrollWidth).toBeLessThanOrEqual(day.clientWidth)
})
