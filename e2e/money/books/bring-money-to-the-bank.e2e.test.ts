// From the drawer to the bank: accounts enters an account, deposits cash, imports the statement and matches its lines.
import { expect, test } from 'vitest'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { statementFile } from '../../../modules/banklines/banklines.fixture.ts'
import { paymentMode } from '../../../modules/lists/items.model.ts'
import { openOf, takes } from '../../../modules/tranbatches/tranbatches.fixture.ts'
import { box, pick } from '../../hands/client.ts'
import { arrives, button, gone, journeyOn, said, shows } from '../../hands/journey.ts'

const { here, accounts, manager, desk } = journeyOn({}, 'accounts', 'manager', 'desk')

test('cash is deposited and a settlement matched with its fee: both are at the bank', async () => {
  const PatientId = await aPatient(manager)
  await takes(accounts, PatientId, 1000)
  await takes(accounts, PatientId, 500, paymentMode.Upi, { PaymentRef: 'UPI771' })
  const batch = await openOf(accounts, manager)
  const { page } = await here.visit('accounts', 7, 2)

  await page.goto('/bankaccounts')
  await shows(button(page, 'Save'))
  await box(page, 'Name').fill('Current')
  await pick(page, 'OwnerId', 'Central')
  await box(page, 'Number').fill('50200012345678')
  await box(page, 'OpeningDate').fill('01-04-2026')
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/bankaccounts')

  await page.goto(`/tranbatches?BatchId=${batch}`)
  await button(page, 'Deposit').click()
  const dialog = page.getByRole('dialog', { name: 'Deposit' })
  await dialog.getByRole('combobox', { name: 'Bank Account' }).focus()
  await page.keyboard.press('F2')
  await shows(page.getByRole('row', { selected: true }).filter({ hasText: 'Current' }))
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Amount').fill('2000')
  await dialog.getByLabel('Slip Number').fill('D77')
  await button(dialog, 'Deposit').click()
  await shows(dialog.getByText('The drawer holds less in cash'))
  await dialog.getByLabel('Amount').fill('800')
  await button(dialog, 'Deposit').click()
  await gone(dialog)
  await shows(page.getByRole('grid').getByText('Deposited'))

  await page.goto('/bankaccounts?BankAccountId=1')
  await button(page, 'Import Statement').click()
  const upload = page.getByRole('dialog', { name: 'Import statement' })
  const file = statementFile([
    ['CASH DEPOSIT D77', 'D77', 800],
    ['UPI SETTLEMENT', 'N1', 490],
  ])
  await upload
    .locator('input[type=file]')
    .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await button(upload, 'Upload').click()
  await shows(said(page, '2 lines imported'))

  const matches = async (id: number, choose: string, fee?: string) => {
    await page.goto(`/banklines?BankLineId=${id}`)
    await shows(button(page, 'Match'))
    await page.keyboard.press('Alt+g')
    const matching = page.getByRole('dialog')
    await matching.getByRole('row').filter({ hasText: choose }).getByRole('checkbox').check()
    if (fee !== undefined) await matching.getByLabel('Fee that was kept').fill(fee)
    await page.keyboard.press('Alt+s')
    await shows(page.locator('.head-status').getByText('Matched', { exact: true }))
  }
  await matches(1, 'D77')
  await matches(2, 'UPI771', '10')
  expect((await accounts.get('/api/bankaccounts/1')).body.Balance).toBe(1290)
})

test('petty cash is paid out, and the desk accepts a float that accounts offer', async () => {
  await takes(accounts, await aPatient(manager), 900)
  const batch = await openOf(accounts, manager)
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto(`/tranbatches?BatchId=${batch}`)
  await button(page, 'Pay out').click()
  const paying = page.getByRole('dialog', { name: 'Pay out' })
  await paying.getByLabel('Amount').fill('50')
  await paying.locator('select').selectOption({ label: 'Conveyance' })
  await paying.getByLabel('What For').fill('Auto to the bank')
  await button(paying, 'Pay out').click()
  await shows(page.getByRole('grid').getByText('Paid out', { exact: true }))
  const offered = await accounts.put(`/api/floatbatch/${batch}`, { TakerId: desk.userId, Amount: 100 })
  expect(offered.status).toBe(200)

  const { page: counter } = await here.visit('labdesk', 5, 2)
  await counter.goto(`/tranbatches?BatchId=${batch}`)
  await button(counter, 'Accept').click()
  const accepting = counter.getByRole('dialog', { name: 'Accept float' })
  await accepting.getByLabel('Amount').fill('100')
  await button(accepting, 'Accept').click()
  await gone(accepting)
  await shows(counter.getByRole('grid').getByText('Accepted', { exact: true }))
})
