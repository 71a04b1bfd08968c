// The lines of a referral at 1366 pixels: their day and time show in full, and no part scrolls sideways.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(async () => {
  leave()
  await page.viewport(1280, 800)
})

const line = {
  SaleProductId: 1,
  Price: 550,
  DiscountPercent: 0,
  CommissionPercent: 20,
  Commission: 110,
  Product: { Code: 'P001', Name: 'Complete Blood Count (CBC)' },
  Sale: { SaleId: 7, SaleDate: '2026-11-24T17:28:00.000Z', Patient: { Name: 'Ramesh Joshi' }, Due: 0 },
}

test('a sale date is not cut', async () => {
  await page.viewport(1166, 724)
  const referral = { ReferralId: 1, RowVersion: 1, StatusId: 110, SaleProducts: [line] }
  await open('/referrals?ReferralId=1', { session: somebody(), read: [['/api/referrals/1', {}, referral]] })
  const cell = page.getByRole('gridcell', { name: '24-Nov-2026 10:58 PM' })
  await expect.element(cell).toBeVisible()
  const { scrollWidth, clientWidth } = cell.element()
  expect(scrollWidth).toBe(clientWidth)
  const grid = page.getByRole('grid', { name: 'Sales' }).element()
  expect(grid.scrollWidth).toBe(grid.clientWidth)
})
