// The month's end by keyboard: the drafts for the buyers of a bill cycle, the job that issues them, the paper.
import { expect, test } from 'vitest'
import { aPatient, booked } from '../../modules/sales/sales.fixture.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import { button, journeyOn, settles, shows } from '../hands/journey.ts'
import { bodyOf } from '../hands/wire.ts'

const { here, desk } = journeyOn({ jobs: true }, 'desk')

test('drafts show before they are issued, the job reports how many, and an invoice is printed', async () => {
  const PatientId = await aPatient(desk)
  await booked(desk, { PatientId, BuyerId: 21 })
  await booked(desk, { PatientId, BuyerId: 21 })
  const { page } = await here.visit('accounts', 7, 2)
  await page.goto('/summary/invoices')
  await shows(button(page, 'Bill a period'))
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Bill a period' })
  await shows(dialog)
  await page.keyboard.type('Mon')
  // the dialog offers the past month; these sales are of today
  await dialog.getByLabel('Until').fill('t')
  await page.keyboard.press('Tab')
  await settles(
    async () =>
      (await dialog.locator('tbody tr.draft').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
    ['Sunrise Multispeciality Hospital (DEMO) 2 390.00'],
  )
  await button(dialog, 'Show sales of Sunrise Multispeciality Hospital (DEMO)').click()
  const behind = dialog.getByRole('table', { name: 'Sales of Sunrise Multispeciality Hospital (DEMO)' })
  await settles(async () => behind.locator('tr').count(), 2)
  await dialog.getByLabel('Bill Sunrise Multispeciality Hospital (DEMO)').uncheck()
  expect(await dialog.locator('tfoot tr').innerText()).toMatch(/Total\s+0\s+0\.00/)
  await dialog.getByLabel('Bill all buyers').check()
  await button(dialog, 'Issue').press('Enter')
  await shows(page.getByRole('dialog').getByText('1 invoice issued, '))
  await shows(
    page.getByRole('list', { name: 'Issued invoices' }).getByRole('link', { name: /^[A-Z]+\/\d\d-\d\d\/\d{6}$/ }),
  )
  await page.keyboard.press('Enter')
  const row = page.locator('tbody tr').filter({ hasText: 'Sunrise' })
  await shows(row)
  await row.click()
  await page.keyboard.press('Alt+p')
  const asked = page.waitForResponse((one) => one.url().includes('/api/print/invoices'))
  await button(page.getByRole('dialog'), 'View on screen').click()
  const { location } = await bodyOf(await asked, 'POST', '/api/print/invoices/')
  const file = await page.context().request.get(location)
  expect((await pdfPages(await file.body())).join(' ')).toContain('390.00')
})
