// The sales force in the browser: targets, visits, and dues to referrers.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { formatDate } from '../../core/dates.ts'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import { box, endsTooEarly, error, field, pick } from '../hands/client.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { cell, lines, pickIn, saved, typeIn } from '../hands/master-grid.ts'

const { here, labAdmin: admin } = journeyForTests('labAdmin')
const columns = (page: Page, grid: string) =>
  page.getByRole('grid', { name: grid }).getByRole('columnheader').allInnerTexts()

test('MDA-265 MDA-266 MDA-267 MDA-268 MDA-269 MDA-273 MDA-340 a target is filled in without duplicates, and is sent without names', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/targets')
  await shows(button(page, 'Save'))
  await page.keyboard.press('Alt+s')
  for (const [name, text] of [
    ['StartDate', 'Start Date is required'],
    ['EndDate', 'End Date is required'],
    ['SalesManagerId', 'Sales Manager is required'],
  ] as const)
    await settles(() => error(page, name).allInnerTexts(), [text])
  await box(page, 'StartDate').fill('2026-04-01')
  await box(page, 'EndDate').fill('2026-06-30')
  await pick(page, 'SalesManagerId', 'Farah')
  await box(page, 'TargetSaleAmount').fill('500000')
  await pickIn(page, 'Products', 0, 0, 'P001')
  await typeIn(page, 'Products', 0, 2, '100')
  await cell(page, 'Products', 1, 0).click()
  await page.keyboard.type('P001')
  await shows(page.getByRole('dialog').getByRole('row', { selected: true }).filter({ hasText: 'P001' }))
  await page.keyboard.press('Enter')
  await shows(said(page, 'Product is already selected'))
  await gone(page.getByRole('dialog'))
  await pickIn(page, 'Clients and doctors', 0, 0, 'Sunrise')
  await typeIn(page, 'Clients and doctors', 0, 2, '4')
  await cell(page, 'Clients and doctors', 1, 0).click()
  await page.keyboard.type('Sunrise')
  await shows(page.getByRole('dialog').getByRole('row', { selected: true }).filter({ hasText: 'Sunrise' }))
  await page.keyboard.press('Enter')
  await shows(said(page, 'Client/Doctor is already selected'))
  await gone(page.getByRole('dialog'))
  await endsTooEarly(page, 'EndDate', 'End Date cannot be before Start Date')
  await box(page, 'EndDate').fill('2026-06-30')
  const { sent, answer } = await saved(page, 'targets')
  expect([sent.TargetProducts, sent.TargetClients]).toEqual([
    [{ ProductId: 3001, TargetQuantity: 100 }],
    [{ ClientId: 21, TargetVisits: 4 }],
  ])
  expect(sent).not.toHaveProperty('SalesManager')
  await page.goto(`/targets?TargetId=${String(answer.TargetId)}`)
  await shows(page.locator('[aria-label="Reached"]').getByText('Still to sell'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await typeIn(page, 'Products', 0, 2, '120')
  const { sent: again } = await saved(page, 'targets')
  const rows = [...again.TargetProducts, ...again.TargetClients]
  expect(rows).toMatchObject([
    { ProductId: 3001, TargetQuantity: 120 },
    { ClientId: 21, TargetVisits: 4 },
  ])
  for (const one of [again, ...rows])
    for (const name of ['SalesManager', 'Product', 'Client']) expect(one).not.toHaveProperty(name)
})

test('MDA-119 MDA-300 MDA-301 FND-035 a visit is noted with chips for tags; only the manager can change its day', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await page.goto('/clientvisits')
  await shows(button(page, 'Save'))
  expect(await box(page, 'VisitDate').isEditable()).toBe(true)
  await pick(page, 'ClientId', 'Sunrise')
  await shows(page.locator('[aria-label="Dues"]').getByText('Invoiced, not paid'))
  const tags = page.getByRole('group', { name: 'Tags' })
  const items = (await admin.get('/api/listitems?ListId=109')).body
  await settles(
    () => tags.locator('label').allInnerTexts(),
    items.map((one) => one.ItemLabel),
  )
  for (const tag of ['Follow-up', 'Complaint']) await tags.getByText(tag, { exact: true }).click()
  await box(page, 'Notes').fill('Wants prices for May')
  const { answer } = await saved(page, 'clientvisits')
  const address = `/clientvisits?ClientVisitId=${String(answer.ClientVisitId)}`
  await page.goto(address)
  await settles(() => field(page, 'Tags').locator('.value').innerText(), 'Follow-up, Complaint')
  await admin.put(`/api/clients/21`, { SalesManagerId: (await here.person('salesmanager', 9, 2)).userId })
  const { page: own } = await here.visit('salesmanager', 9, 2)
  await own.goto('/clientvisits')
  await shows(button(own, 'Save'))
  await settles(() => box(own, 'VisitDate').isEditable(), false)
  await pick(own, 'ClientId', 'Sunrise')
  const { answer: made } = await saved(own, 'clientvisits')
  await own.goto(`/clientvisits?ClientVisitId=${String(made.ClientVisitId)}`)
  await shows(button(own, 'Edit'))
  await own.keyboard.press('Alt+e')
  await shows(button(own, 'Save'))
  expect(await box(own, 'VisitDate').isEditable()).toBe(false)
})

/** A pending referral of two lines of one referrer, of which the second sale is paid. */
const aReferral = async (ReferrerId: number): Promise<number> => {
  const PatientId = await aPatient(admin)
  const products = [3001]
  await booked(admin, { PatientId, ReferrerId, products })
  const paid = await booked(admin, { PatientId: await aPatient(admin), ReferrerId, products })
  await admin.put(`/api/sales/${String(paid.SaleId)}`, {
    Invoice: { Transactions: [{ PaymentModeId: 40, Amount: paid.NetAmount }] },
  })
  return (await listed(admin, 1028, { ReferrerId })).rows[0]?.ReferralId
}

test('MDA-020 MDA-110 MDA-111 MDA-112 MDA-113 MDA-114 MDA-339 MDA-353 MDA-354 MDA-355 a referral shows each line, red where its sale is due, and only its commission can be changed', async () => {
  const id = await aReferral(141)
  const { page } = await here.visit('manager', 2, 2)
  await page.goto(`/referrals?ReferralId=${id}`)
  await shows(button(page, 'Edit'))
  expect((await columns(page, 'Sales')).slice(1)).toEqual([
    'Sale Date',
    'Patient',
    'Seller',
    'Buyer',
    'Product Code',
    'Name',
    'Price',
    'Discount %',
    'Commission %',
    'Commission',
    'Reason',
    'Sale Due',
  ])
  const card = page.locator('[aria-label="Referral"]')
  for (const label of ['Status', 'Created On', 'Referrer', 'Sales Manager', 'Total Amount'])
    await shows(card.getByText(label, { exact: true }))
  await settles(() => lines(page, 'Sales').count(), 2)
  await settles(
    async () =>
      (await lines(page, 'Sales').all()).length === 2 &&
      lines(page, 'Sales')
        .first()
        .getAttribute('class')
        .then((name) => name?.includes('cancelled')),
    true,
  )
  expect(await lines(page, 'Sales').nth(1).getAttribute('class')).not.toContain('cancelled')
  const { body } = await admin.get(`/api/referrals/${id}`)
  const [due, none] = body.SaleProducts.map((line) => line.Sale.Due)
  expect([due, none]).toEqual([expect.any(Number), 0])
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await card.locator('input, select, textarea').count()).toBe(1)
  await typeIn(page, 'Sales', 0, 9, '15')
  await settles(
    () => cell(page, 'Sales', 0, 10).innerText(),
    ((Number(body.SaleProducts[0]?.Price) * 15) / 100).toFixed(2),
  )
  await typeIn(page, 'Sales', 0, 11, 'As agreed')
  // it is not left with what was typed unless that is given up
  await page.locator('nav a[href="/summary/referrals"]').click()
  await shows(question(page, 'Discard changes ?'))
  await page.keyboard.press('n')
  await gone(question(page, 'Discard changes ?'))
  const { sent } = await saved(page, 'referrals')
  expect(
    Object.keys(sent)
      .filter((name) => name !== 'RowVersion')
      .sort(),
  ).toEqual(['ReferralId', 'ReferrerId', 'SaleProducts', 'SalesManagerId', 'StatusId'].sort())
  expect(sent.SaleProducts.map((line) => Object.keys(line).sort())).toEqual([
    ['CommissionPercent', 'CommissionReason', 'SaleProductId'],
    ['CommissionPercent', 'CommissionReason', 'SaleProductId'],
  ])
})

test('MDA-161 MDA-162 MDA-163 MDA-164 MDA-166 MDA-167 MDA-168 MDA-169 MDA-172 MDA-173 MDA-350 FND-193 FND-299 FND-300 a referral is submitted, a line snoozed after the question, and reevaluated over days that the user enters', async () => {
  const id = await aReferral(142)
  const { page } = await here.visit('manager', 2, 2)
  await page.goto(`/referrals?ReferralId=${id}`)
  await shows(button(page, 'Submit'))
  expect([await button(page, 'Snooze').count(), await button(page, 'Reevaluate').count()]).toEqual([0, 0])
  const put = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith(`/api/referrals/${id}`),
  )
  await button(page, 'Submit').click()
  expect((await put).postDataJSON()).toMatchObject({ StatusId: 111 })
  await shows(button(page, 'Mark ready'))
  const changes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && changes.push(request.url()))
  await button(page, 'Snooze').click()
  const text = 'Select the rows you want to snooze using the checkbox in front of each row'
  const none = question(page, text)
  await shows(none)
  expect(await none.locator('.question').innerText()).toBe(text)
  expect(await none.getByRole('button', { name: /^(Yes|No)$/ }).count()).toBe(0)
  await none.getByRole('button', { name: 'Close', exact: true }).last().click()
  await gone(none)
  expect(changes).toEqual([])
  const boxes = page.getByRole('grid', { name: 'Sales' }).getByRole('checkbox')
  await settles(() => boxes.count(), 2)
  for (const row of [0, 1]) await cell(page, 'Sales', row, 0).getByRole('checkbox').check()
  for (const row of [0, 1]) expect(await cell(page, 'Sales', row, 0).getByRole('checkbox').isChecked()).toBe(true)
  await boxes.nth(0).uncheck()
  await button(page, 'Snooze').click()
  await shows(
    question(
      page,
      'Are you sure that you want to move the selected items to the latest available open referral for this referrer?',
    ),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await shows(said(page, '1 line waits'))
  await settles(() => lines(page, 'Sales').count(), 1)
  await button(page, 'Reevaluate').click()
  const days = question(page, 'OVERWRITES')
  await shows(days)
  const today = formatDate(new Date().toISOString())
  for (const label of ['From Date', 'To Date']) expect(await days.getByLabel(label).inputValue()).toBe(today)
  for (const label of ['From Date', 'To Date']) {
    await days.getByLabel(label).fill('')
    await days.getByRole('button', { name: 'Yes' }).click()
    await shows(days.getByText('required', { exact: true }))
    await days.getByLabel(label).fill(today)
  }
  await days.getByRole('button', { name: 'Yes' }).click()
  await shows(question(page, '1 added'))
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await settles(() => lines(page, 'Sales').count(), 2)
})
