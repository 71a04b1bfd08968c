// A result, then its whole report, is withdrawn in a real browser: sheet, other signatory, portal, verification page,
// trend and the next report.
import { beforeAll, expect, test } from 'vitest'
import { daysAgo, accessioned, aPatient, product } from '../../modules/sales/sales.fixture.ts'
import { paymentMode } from '../../modules/lists/items.model.ts'
import { benchOf, letGo, rowOf, type Bench } from '../../modules/testresults/testresults.fixture.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { button, gone, journeyForTests, question, said, settles, shows } from '../hands/journey.ts'

const { here } = journeyForTests()
let bench: Bench
let patient: number
beforeAll(async () => {
  bench = await benchOf(here.app)
  patient = await aPatient(bench.desk)
})

const released = async (days: number, Potassium: string): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId: patient,
    ReferringDoctorId: 101,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: paymentMode.Cash, Amount: 450 }],
  })
  await setRows(here.app, 'sales', { SaleId: sale.SaleId }, { CollectionDate: daysAgo(days) })
  await letGo(bench, sale.SaleId, { Potassium })
  return sale
}
const verifyPath = async (sale: Read<'sales'>): Promise<string> => {
  const { ReportNo, Hash } = await readRow<{ ReportNo: string; Hash: string }>(
    here.app,
    'reports',
    { SaleId: sale.SaleId, Version: 1 },
    'report_no, hash',
  )
  return `/verify/${ReportNo}/1/${Hash.slice(0, 12)}`
}

/** The other signatory opens the sheet and approves by keyboard. */
const approves = async (sale: Read<'sales'>, answer: string): Promise<void> => {
  const { page, context } = await here.visit('pathologist2', 3, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(page.getByText('Withdrawal to approve'))
  await shows(button(page, 'Approve'))
  await page.keyboard.press('Alt+a')
  await shows(said(page, answer))
  await context.close()
}

test('a released result is withdrawn by keyboard with reason and remarks; once approved, neither trend nor next report knows it', async () => {
  const first = await released(40, '5.6')
  const second = await released(30, '4.1')
  const { page: doctor, context: portal } = await here.visit('doctor', 12, 101)
  await doctor.goto(`/testreports?SaleId=${String(first.SaleId)}`)
  await shows(doctor.getByText('Version 1', { exact: true }))
  await portal.close()
  const { page, context } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testresults?SaleId=${String(first.SaleId)}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Potassium', exact: true }) })
  await shows(row)
  await row.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Alt+w')
  const dialog = page.getByRole('dialog', { name: 'Withdraw' })
  await shows(dialog.getByText('Potassium 5.6: taken back without a new value'))
  await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter')
  await shows(dialog.getByText('Reason is required'))
  await shows(dialog.getByText('Remarks are required'))
  await dialog.getByLabel('Reason').selectOption({ label: 'Clerical correction' })
  await dialog.getByLabel('Remarks').fill('Tubes were exchanged')
  await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter')
  const had = page.getByRole('dialog', { name: 'Who had it' })
  await shows(had.getByText('1 withdrawal waits. Potassium: withdrawn by you'))
  await shows(had.getByRole('listitem').filter({ hasText: 'Portal' }))
  await page.screenshot({ path: 'test-results/who-had-it.png' })
  await had.getByRole('button', { name: 'Close' }).press('Enter')
  await gone(had)
  await shows(page.getByText('5.6 is withdrawn without a new value'))
  await page.screenshot({ path: 'test-results/withdrawal-waits.png' })
  await context.close()
  await approves(first, '1 result is withdrawn')
  expect(await rowOf(bench.pathologist, first.SaleId, 'Potassium')).toMatchObject({ Result: null })

  const { page: reader, context: outside } = await here.visit('doctor', 12, 101)
  await reader.goto(`/testreports?SaleId=${String(first.SaleId)}`)
  await shows(reader.getByText(/Results WITHDRAWN on .*Tubes were exchanged/))
  await reader.screenshot({ path: 'test-results/portal-part.png', fullPage: true })
  await reader.goto(await verifyPath(first))
  await shows(reader.getByRole('heading', { name: /Results on this version are WITHDRAWN since/ }))
  await reader.goto(`/testreports?SaleId=${String(second.SaleId)}`)
  await shows(reader.getByRole('region', { name: 'Versions' }))
  await shows(reader.getByText('Sodium').first())
  expect(await reader.getByText('5.6').count()).toBe(0)
  await outside.close()
  const third = await accessioned(bench.desk, { PatientId: patient, products: [product.electrolytes] })
  expect((await rowOf(bench.technologist, third.SaleId, 'Potassium')).PreviousResult).toBe('4.1')
})

test('a whole report is withdrawn from its screen; portal and verification page say so, and who was informed is noted', async () => {
  const sale = await released(20, '4.9')
  const { page, context } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testreports?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Withdraw Report…'))
  await page.keyboard.press('Alt+w')
  const dialog = page.getByRole('dialog', { name: 'Withdraw Report' })
  await shows(dialog)
  await dialog.getByLabel('Reason').selectOption({ label: 'Clerical correction' })
  await dialog.getByLabel('Remarks').fill('Blood was of another patient')
  await page.keyboard.press('Alt+s')
  await shows(said(page, /^3 withdrawals wait/))
  await context.close()
  await approves(sale, '3 results are withdrawn')

  const { page: reader, context: outside } = await here.visit('doctor', 12, 101)
  await reader.goto(`/testreports?SaleId=${String(sale.SaleId)}`)
  await shows(reader.getByRole('alert').filter({ hasText: /This report is WITHDRAWN since .*another patient/ }))
  await reader.screenshot({ path: 'test-results/portal-whole.png', fullPage: true })
  await reader.goto(await verifyPath(sale))
  await shows(reader.getByRole('heading', { name: /This report is WITHDRAWN since/ }))
  await reader.screenshot({ path: 'test-results/verify.png' })
  await outside.close()

  const { page: desk, context: counter } = await here.visit('labdesk', 5, 2)
  await desk.goto(`/testreports?SaleId=${String(sale.SaleId)}`)
  await shows(desk.getByRole('table', { name: 'Who had it' }).getByText('Portal'))
  await desk.keyboard.press('Alt+t')
  const told = desk.getByRole('dialog', { name: 'Told' })
  await told.getByLabel('Told to').fill('Dr Sawant')
  await told.getByLabel('How').selectOption({ label: 'Telephone' })
  await desk.keyboard.press('Alt+s')
  await shows(said(desk, 'It is noted that Dr Sawant was informed'))
  await shows(desk.getByText(/Told: Dr Sawant, telephone/))
  await desk.screenshot({ path: 'test-results/report-withdrawn.png', fullPage: true })
  await settles(() => desk.getByRole('dialog').count(), 0)
  await counter.close()
})

test('cancelling a reported sale asks what becomes of its report, from the sale and from the list', async () => {
  const [one, two] = [await released(10, '4.2'), await released(9, '4.3')]
  const { page, context } = await here.visit('manager', 2, 2)
  const gives = async (choice: string, answer: string) => {
    await page.getByRole('dialog').getByLabel('Reason').fill('Booked twice')
    await button(page.getByRole('dialog'), 'Yes').press('Enter')
    const asked = question(page, 'Its report is out')
    await shows(asked)
    await page.screenshot({ path: 'test-results/cancel-asks.png' })
    await button(asked, choice).press('Enter')
    await shows(said(page, answer))
  }
  await page.goto(`/sales?SaleId=${String(one.SaleId)}`)
  await button(page, 'Cancel Sale').click()
  await gives('Withdraw the report', 'The sale is cancelled, its report withdrawn')
  await page.goto('/summary/sales')
  await page.getByRole('row', { name: new RegExp(String(two.LRN)) }).click()
  await button(page, 'Cancel Sale').click()
  await gives('Keep the report: only the bill was wrong', 'The sale is cancelled')
  await context.close()
  const states = await Promise.all(
    [one, two].map(async (sale) =>
      (await bench.desk.get(`/api/testreports/${String(sale.SaleId)}`)).body.Versions.map((version) => version.State),
    ),
  )
  // the other one printed the withdrawn value as the previous result
  expect(states).toEqual([
    ['WITHDRAWN', 'FINAL'],
    ['AMENDED', 'FINAL'],
  ])
})
