// A doctor at home: the reports first, a value over time, the paper, and several papers at once.
import { beforeAll, expect, test } from 'vitest'
import { accessioned, aPatient, mode, product } from '../../modules/sales/sales.fixture.ts'
import { benchOf, letGo } from '../../modules/testresults/testresults.fixture.ts'
import { arrives, button, gone, journeyOn, shows } from '../hands/journey.ts'
import { headerOf } from '../hands/wire.ts'

const { here } = journeyOn({ jobs: true })
const phone = { viewport: { width: 390, height: 844 } }
beforeAll(async () => {
  const bench = await benchOf(here.app)
  const PatientId = await aPatient(bench.desk, { Name: 'Meena Twice Kulkarni' })
  for (const Sodium of ['138', '141']) {
    const sale = await accessioned(bench.desk, {
      PatientId,
      ReferringDoctorId: 101,
      products: [product.electrolytes],
      receipts: [{ PaymentModeId: mode.cash, Amount: 450 }],
    })
    await letGo(bench, sale.SaleId, { Sodium })
  }
})

test('a doctor on a phone has the report first, sees a value over time, and opens the paper', async () => {
  const { page, context } = await here.visit('doctor', 12, 101, phone)
  await page.goto('/')
  const home = page.getByRole('region', { name: 'Test Reports' })
  await shows(home.getByRole('button', { name: /Meena Twice Kulkarni/ }))
  await home
    .getByRole('link', { name: /^Over time/ })
    .first()
    .click()
  await arrives(page, '/testreports')
  const sodium = page.getByRole('figure', { name: 'Sodium' })
  await shows(sodium)
  expect(await sodium.locator('svg circle').count()).toBe(2)
  expect((await sodium.getByRole('listitem').allInnerTexts()).map((text) => text.split(' ')[0])).toEqual(['138', '141'])
  // above the versions, and not wider than the phone
  expect(
    await page.evaluate(() => [
      [...document.querySelectorAll('.detail-body section')].map((one) => one.getAttribute('aria-label')).slice(0, 2),
      document.documentElement.scrollWidth,
    ]),
  ).toEqual([['Test report', 'Over time'], 390])
  const [shown] = await Promise.all([context.waitForEvent('page'), button(page, 'View version 1').click()])
  await shown.close()
})

test('a doctor ticks two reports, sees them printed, and opens one file of both', async () => {
  const { page, context } = await here.visit('doctor', 12, 101)
  await page.goto('/summary/testreports')
  await shows(page.getByRole('row', { name: /Meena Twice Kulkarni/ }))
  await page.keyboard.press('Alt+g')
  const dialog = page.getByRole('dialog', { name: 'Print reports' })
  await shows(dialog.getByRole('checkbox', { name: /Meena Twice Kulkarni/ }))
  await page.keyboard.type(' ', { delay: 60 })
  await page.keyboard.press('Alt+p')
  await shows(dialog.getByText('2 reports printed'))
  // `many.server.test.ts` checks its contents, since the browser gives the bytes to its viewer only
  const [answer, shown] = await Promise.all([
    page.waitForResponse((response) => /\/api\/jobs\/\d+\/file$/.test(response.url())),
    context.waitForEvent('page'),
    button(dialog, 'Open').click(),
  ])
  expect([answer.status(), headerOf(answer, 'content-type')]).toEqual([200, 'application/pdf'])
  await gone(button(dialog, 'Open'))
  await shown.close()
})
