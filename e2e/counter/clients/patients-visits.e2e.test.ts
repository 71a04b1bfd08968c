// From a patient to the visits, and to the next sale.
import { beforeAll, expect, test } from 'vitest'
import { accessioned, aPatient, booked } from '../../../modules/sales/sales.fixture.ts'
import { arrives, button, journeyForTests, settles, shows } from '../../hands/journey.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { box } from '../../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
let patient: number
let sale: Read<'sales'>
beforeAll(async () => {
  patient = await aPatient(desk, { Name: 'Visited Twice Gokhale' })
  await booked(desk, { PatientId: await aPatient(desk, { Name: 'Visited Twice Gokhale' }) })
  await booked(desk, { PatientId: patient })
  sale = await accessioned(desk, { PatientId: patient })
})

test('a patient shows the visits, a namesake’s are not among them, and each opens its sale', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/clients?ClientId=${patient}`)
  const visits = page.getByRole('region', { name: 'Visits' })
  await settles(() => visits.locator('tbody tr').count(), 2)
  await visits
    .getByRole('row')
    .filter({ hasText: String(sale.AccessionNo) })
    .getByRole('link')
    .click()
  await arrives(page, '/sales')
  await shows(page.getByText(String(sale.AccessionNo)))
})

test('a new sale started at a patient has them as patient and buyer', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/clients?ClientId=${patient}`)
  await shows(button(page, 'New Sale'))
  await page.keyboard.press('Alt+n')
  await arrives(page, '/sales')
  await shows(button(page, 'Save'))
  await settles(() => box(page, 'PatientId').inputValue(), 'Visited Twice Gokhale')
  await settles(() => box(page, 'BuyerId').inputValue(), 'Visited Twice Gokhale')
})

test('a patient without visits shows a message; a doctor has no such card', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(
    `/clients?ClientId=${await aPatient(await here.person('labdesk', 5, 2), { Name: 'Never Seen Kale' })}`,
  )
  await shows(page.getByText('No visit yet'))
  await page.goto('/clients?ClientId=101')
  await shows(button(page, 'Close'))
  expect(await page.getByRole('region', { name: 'Visits' }).count()).toBe(0)
})
