// The page of a patient: visits with their dues, every result next to the earlier one, and its trend.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, booked, product } from '../../../modules/sales/sales.fixture.ts'
import { letGo, paidSale } from '../../../modules/testresults/testresults.fixture.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { arrives, journeyForTests, settles, shows } from '../../hands/journey.ts'

const { here, desk, technologist, pathologist } = journeyForTests('desk', 'technologist', 'pathologist')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk, { Name: 'Followed For Long' })
  const bench = { desk, technologist, pathologist }
  for (const [at, value] of ['131', '140'].entries()) {
    const sale = await paidSale(desk, patient, [product.electrolytes])
    await letGo(bench, sale.SaleId, { Sodium: value })
    const day = new Date(Date.now() - (30 - at * 10) * 86_400_000).toISOString()
    await setRows(here.app, 'sales', { SaleId: sale.SaleId }, { CollectionDate: day })
  }
  await booked(desk, { PatientId: patient, products: [3001] })
  await booked(desk, { PatientId: patient, BuyerId: 21 })
}, 120_000)

test('results are next to each other, the newest first; one opens as a trend, a visit leads to its report', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto(`/clients?ClientId=${patient}`)
  const results = page.getByRole('region', { name: 'Results' })
  const sodium = results.getByRole('row').filter({ hasText: 'Sodium' })
  await settles(
    async () => (await sodium.getByRole('cell').allInnerTexts()).map((text) => text.trim()),
    ['mmol/L', '140', '131 L'],
  )
  await results.getByRole('button', { name: 'Sodium' }).press('Enter')
  await shows(results.getByRole('figure', { name: 'Sodium' }).getByText('131 mmol/L'))
  // amounts billed to the institution are not dues of the patient
  const visits = page.getByRole('region', { name: 'Visits' })
  await shows(visits.getByText('₹350.00 due'))
  expect(await visits.locator('tbody tr').count()).toBe(4)
  await results.getByRole('columnheader').getByRole('link').first().click()
  await arrives(page, '/testreports')
})
