// An accountant reads the books on screen: what adds up to zero, an entry and its document, ageing, a drawer, and the
// file for Tally.
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { booked } from '../../../modules/sales/sales.fixture.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { button, journeyForTests, settles, shows } from '../../hands/journey.ts'

const { here, labAdmin } = journeyForTests('labAdmin')
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await booked(labAdmin, { products: [3001], receipts: [{ PaymentModeId: 40, Amount: 50 }] })
})

test('the trial balance adds up to zero, and an entry of the day book opens its document', async () => {
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/summary/trialbalance')
  const totals = page.getByRole('status', { name: 'Totals' })
  await shows(page.locator('tbody tr').filter({ hasText: 'Money' }).filter({ hasText: '50.00' }))
  expect(await totals.innerText()).toContain('Closing Balance ₹0.00')
  await page.goto('/summary/daybook')
  const entry = page.locator('tbody tr').filter({ hasText: 'Money' }).filter({ hasText: 'Receipt' }).first()
  await shows(entry)
  await entry.dblclick()
  await page.waitForURL((url) => url.pathname === '/transactions')
  await shows(page.getByRole('heading', { name: /^Transaction \d+$/ }))
})

test('the file for Tally has the vouchers of the days that are shown', async () => {
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/summary/daybook')
  await shows(page.locator('tbody tr').first())
  const [made] = await Promise.all([page.waitForEvent('download'), button(page, 'Tally XML').click()])
  expect(made.suggestedFilename()).toMatch(/^tally-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.xml$/)
  const text = await readFile(await made.path(), 'utf8')
  const { InvoiceNo } = sale.Invoice
  expect(text).toContain(`<VOUCHERNUMBER>${String(InvoiceNo)}</VOUCHERNUMBER>`)
})

test('ageing, drawers and collections show their rows and what they add up to', async () => {
  const { page } = await here.visit('accounts', 7, 2)
  for (const [list, text] of [
    ['ageing', 'Not Due'],
    ['cashbook', 'Closing Balance ₹50.00'],
    ['collections', 'Net Amount ₹50.00'],
  ] as const) {
    await page.goto(`/summary/${list}`)
    await shows(page.locator('tbody tr').first())
    const totals = page.getByRole('status', { name: 'Totals' })
    await settles(async () => (await totals.innerText()).includes(text), true)
  }
})
