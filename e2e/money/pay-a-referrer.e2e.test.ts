// A referrer is paid from a delivered referral, by keys; what was taken back is shown, also on a phone.
import { expect, test } from 'vitest'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { referralStatus } from '../../modules/lists/items.model.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, gone, journeyForTests, shows } from '../hands/journey.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')
const ReferrerId = 142

/** A paid sale of the referrer. */
const aSale = async (): Promise<Read<'sales'>> => {
  const sale = await booked(admin, { PatientId: await aPatient(admin), ReferrerId, products: [3001] })
  await admin.put(`/api/sales/${String(sale.SaleId)}`, {
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: sale.NetAmount }] },
  })
  return sale
}
const openOne = async (): Promise<number> =>
  (await listed(admin, 1028, { ReferrerId })).rows.find((row) => row.StatusId === referralStatus.Open)?.ReferralId
const { Delivered, Dispatched, Pending, Ready } = referralStatus

test('a delivered referral is paid with a reference, and what its sale loses then is taken back on the next', async () => {
  const manager = await here.person('salesmanager', 9, 2)
  const sale = await aSale()
  const id = await openOne()
  for (const StatusId of [Pending, Ready, Dispatched, Delivered])
    expect((await admin.put(`/api/referrals/${id}`, { StatusId, SalesManagerId: manager.userId })).status).toBe(200)
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto(`/referrals?ReferralId=${id}`)
  await shows(button(page, 'Pay'))
  await page.keyboard.press('Alt+y')
  const dialog = page.getByRole('dialog', { name: 'Pay commission' })
  await shows(dialog)
  await page.keyboard.press('Alt+s')
  await shows(dialog.getByText('Payment reference is required'))
  await dialog.getByLabel('Payment Reference').fill('NEFT 4711')
  await page.keyboard.press('Alt+s')
  await gone(dialog)
  await shows(page.locator('.head-status').getByText('Paid'))
  await shows(page.locator('[aria-label="Referral"]').getByText(/Transaction \d+, .*NEFT 4711/))
  expect(await button(page, 'Pay').count()).toBe(0)
  expect((await admin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not drawn' })).status).toBe(200)
  const { page: phone } = await here.visit('accounts', 7, 2, { viewport: { width: 390, height: 844 } })
  await phone.goto(`/referrals?ReferralId=${await openOne()}`)
  const taken = phone.getByRole('region', { name: 'Taken back' })
  await shows(taken.getByText(/Sale cancelled/))
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
