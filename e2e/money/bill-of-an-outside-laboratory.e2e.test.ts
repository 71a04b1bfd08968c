// The bill of an outside laboratory: its lines are taken from the work that was sent, a difference is explained, and it
// is paid; a receipt with TDS is in the register, and its certificate is entered.
import { expect, test } from 'vitest'
import { aSentTest } from '../../modules/purchasebills/purchasebills.fixture.ts'
import { box, error, pick } from '../hands/client.ts'
import { arrives, button, gone, journeyOn, shows } from '../hands/journey.ts'

const { here, accounts, front } = journeyOn({}, 'accounts', 'front')

test('a bill is entered from its paper, compared with what was sent, and paid', async () => {
  const sent = await aSentTest(here.app, front)
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/purchasebills')
  await shows(button(page, 'Save'))
  await pick(page, 'SupplierId', 'Meridian')
  await box(page, 'BillNo').fill('OL/77')
  await box(page, 'BillDate').fill('t')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Alt+w')
  await shows(page.getByRole('grid').getByText('sale').first())
  await box(page, 'GstAmount').fill('18')
  await box(page, 'TotalAmount').fill(String(sent.Amount))
  await page.keyboard.press('Alt+s')
  await shows(error(page, 'TotalAmount').getByText('Lines and GST come to'))
  await box(page, 'TotalAmount').fill(String(sent.Amount + 18))
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/purchasebills')

  await page.goto('/purchasebills?PurchaseBillId=1')
  await shows(page.locator('.head-status').getByText('Open', { exact: true }))
  await page.keyboard.press('Alt+y')
  const paying = page.getByRole('dialog', { name: 'Pay the bill' })
  await paying.getByLabel('Payment Reference').fill('NEFT 4711')
  await button(paying, 'Pay').click()
  await gone(paying)
  await shows(page.locator('.head-status').getByText('Paid', { exact: true }))
  await shows(page.getByRole('grid').getByText('Payment 1'))
  expect((await accounts.get('/api/purchasebills/1')).body).toMatchObject({ State: 'Paid', Outstanding: 0 })
})

test('a customer pays less by its TDS: the receipt says so, and the register takes its certificate', async () => {
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/transactions')
  await shows(button(page, 'Save'))
  await pick(page, 'GiverId', 'Sunrise')
  await box(page, 'Amount').fill('900')
  await box(page, 'PaymentModeId').selectOption({ label: 'NEFT / RTGS / IMPS' })
  await box(page, 'PaymentRef').fill('NEFT 900')
  await box(page, 'TdsAmount').fill('300')
  await page.keyboard.press('Alt+s')
  await shows(error(page, 'TdsAmount').getByText('TDS is at most 20 %'))
  await box(page, 'TdsAmount').fill('100')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/transactions')

  await page.goto('/tds?TdsDeductionId=1')
  await shows(page.locator('.head-status').getByText('No certificate'))
  await page.keyboard.press('Alt+g')
  const dialog = page.getByRole('dialog', { name: 'Certificate of the customer' })
  await dialog.getByLabel('Certificate Number').fill('16A/5')
  await dialog.getByLabel('Certificate Of').fill('01-11-2026')
  await button(dialog, 'Save').click()
  await gone(dialog)
  await shows(page.locator('.head-status').getByText('Certificate received'))
})
