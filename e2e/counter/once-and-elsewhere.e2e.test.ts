// Hurried users: Save twice, two patients of one name, a second tab after sign-out, an address for others, an invalid
// date.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, booked, nextLrn } from '../../modules/sales/sales.fixture.ts'
import { arrives, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'
import { box, input, newSale, pickPatient, readSale, take, typeCodes } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
beforeAll(async () => {
  await aPatient(desk, { Name: 'Twin Kulkarni', Age: 70 })
})
const visit = () => here.visit('labdesk', 5, 2)

test('Save pressed twice during the first one’s question creates one sale', async () => {
  const { page } = await visit()
  await newSale(page)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/sales/') posts += 1
  })
  await take(page, 'PatientId', 'Patient', 'Twin Kulkarni')
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  await input(page, 'LRN').fill(nextLrn())
  await typeCodes(page, ['P001'])
  const asked = question(page, 'walk-in')
  await page.keyboard.press('Alt+s')
  await shows(asked)
  await page.keyboard.press('Alt+s')
  await page.keyboard.press('y')
  await shows(said(page, /Sale \d+ is saved/))
  await arrives(page, '/summary/sales')
  await gone(asked)
  expect(posts).toBe(1)
})

test('the picker takes a new patient, though another has the name; similar ones are offered first', async () => {
  const { page } = await visit()
  await newSale(page)
  const dialog = await pickPatient(page, 'Twin Kulkarni')
  await shows(dialog.getByRole('row', { selected: true }))
  await page.keyboard.press('Alt+n')
  await shows(dialog.locator('[data-quick=Name]'))
  await dialog.getByText('Female', { exact: true }).click()
  await dialog.locator('[data-quick=Age] input').fill('70')
  await page.keyboard.press('Alt+s')
  const use = dialog.getByRole('button', { name: /^Use Twin Kulkarni/ })
  await shows(use)
  expect(await use.evaluate((one) => one === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Save a new patient anyway' }).click()
  await settles(() => dialog.locator('.picker-row').count(), 2)
  const chosen = dialog.getByRole('row', { selected: true })
  await settles(() => chosen.getAttribute('id'), 'picker-1')
  await page.keyboard.press('Enter')
  await gone(dialog)
  expect(await box(page, 'PatientId').inputValue()).toBe('Twin Kulkarni')
  await shows(page.getByText('Female, 70 years'))
})

test('signing out in one tab signs out the others', async () => {
  const { page, context } = await visit()
  await page.goto('/summary/patients')
  await shows(page.getByRole('grid'))
  const other = await context.newPage()
  await newSale(other)
  await page.locator('.menu.user .menu-button').click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await arrives(page, '/login')
  await arrives(other, '/login')
})

test('a question that opens on leaving a field returns the focus to the next field', async () => {
  const { page } = await here.visit('manager', 2, 2)
  await newSale(page)
  await take(page, 'PatientId', 'Patient', 'Twin Kulkarni')
  await typeCodes(page, ['P001'])
  const sold = input(page, 'SaleDate').first()
  await sold.fill('t-1 10am')
  await sold.press('Tab')
  const asked = question(page, 'new sale date')
  await shows(asked)
  await page.keyboard.press('y')
  await gone(asked)
  await settles(
    () => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
    'CollectionDate',
  )
})

test('the print dialog focuses its first template, and Enter prints it', async () => {
  const sale = await booked(desk, { PatientId: await aPatient(desk) })
  const { page } = await visit()
  await readSale(page, sale.SaleId)
  await page.keyboard.press('Alt+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  const first = dialog.getByRole('checkbox').first()
  await shows(dialog.getByText('Bill'))
  await settles(() => first.evaluate((one) => one === document.activeElement), true)
  await page.keyboard.press('Enter')
  await shows(said(page, 'Sent to the printer'))
  expect(await first.evaluate((one) => one === document.activeElement)).toBe(true)
})
