// The month's end by keyboard: what the buyers of a bill cycle would be invoiced, the job that issues it, the paper.
import { expect, test } from 'vitest'
import { aPatient, booked } from '../modules/sales/sales.fixture.ts'
import { pdfPages } from '../server/testing/pdf.ts'
import { button, journeyOn, settles, shows } from './journey.ts'

const { here, desk } = journeyOn({ jobs: true }, 'desk')

test('drafts are seen before they are issued, the job says how many, and an invoice is printed', async () => {
  const PatientId = await aPatient(desk)
  await booked(desk, { PatientId, BuyerId: 21 })
  await booked(desk, { PatientId, BuyerId: 21 })
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/summary/invoices')
  await shows(button(page, 'Invoice a cycle'))
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Invoice a cycle' })
  await shows(dialog)
  await page.keyboard.type('Mon')
  await settles(
    async () => (await dialog.locator('tbody tr').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')),
    ['Sunrise Multispeciality Hospital (DEMO) 2 390.00'],
  )
  await button(dialog, 'Issue').press('Enter')
  await shows(page.getByRole('dialog').getByText('1 invoice issued'))
  await page.keyboard.press('Enter')
  const row = page.locator('tbody tr').filter({ hasText: 'Sunrise' })
  await shows(row)
  await row.click()
  await page.keyboard.press('Alt+p')
  const asked = page.waitForResponse((one) => one.url().includes('/api/print/invoices'))
  await button(page.getByRole('dialog'), 'View on screen').click()
  const { location } = (await (await asked).json()) as { location: string }
  const file = await page.context().request.get(location)
  expect((await pdfPages(await file.body())).join(' ')).toContain('390.00')
})
