// The whole chain in a real browser: a centre bills, tubes go to its satellite laboratory, one is rejected and
// recollected, the other goes to the central laboratory; both enter and sign, and the centre gets one report of both.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { role } from '../../core/user.ts'
import { aPatient } from '../../modules/sales/sales.fixture.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import type { Read } from '../../server/testing/answers.ts'
import { pick } from '../hands/client.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'
import { linesOf, newSale, take, totalOf, typeCodes } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')
const [road, satellite, central] = [15, 3, 2]
beforeAll(async () => {
  await here.app.db.transaction((tx) =>
    addUser(tx, { user: 'roaddesk', name: 'Sunita Wagh', role: role.FrontDesk, entity: road }),
  )
  await aPatient(desk, { Name: 'Vithal Chain Patil' })
})
const at = {
  road: () => here.visit('roaddesk', role.FrontDesk, road),
  satellite: () => here.visit('nashik', role.Technologist, satellite),
  satelliteSigns: () => here.visit('pathologist', role.Pathologist, satellite),
  central: () => here.visit('technologist', role.Technologist, central),
  centralSigns: () => here.visit('pathologist', role.Pathologist, central),
}

/** The desk of the centre through HTTP, to read what its screens show. */
const centre = () => here.person('roaddesk', role.FrontDesk, road)
const saleNow = async (saleId: unknown): Promise<Read<'sales'>> =>
  (await (await centre()).get(`/api/sales/${String(saleId)}`)).body

const bill = async (page: Page) => {
  await newSale(page)
  await take(page, 'PatientId', 'Patient', 'Vithal Chain Patil')
  await take(page, 'ReferringDoctorId', 'Doctor', 'Sawant')
  await page.locator('[data-field=LRN] .input').fill('777123')
  await typeCodes(page, ['P001', 'P041'])
  const receipts = page.getByRole('grid', { name: 'Receipts' })
  await linesOf(receipts).last().locator('[role=gridcell]').nth(1).click()
  await settles(async () => (await receipts.locator('select option').count()) > 1, true)
  await page.keyboard.type('Cash')
  await page.keyboard.press('Enter')
  await shows(receipts.getByText('Cash'))
  await settles(() => totalOf(page, 'Outstanding'), '0.00')
  await button(page, 'Save & Accession').click()
  await arrives(page, '/summary/sales')
  const listed = (await (await centre()).get('/api/getdata/1001')).body
  // the list also has its laboratory's sale to it
  return saleNow(listed.find((sale) => sale.SellerId === road)?.SaleId)
}
/** Packs the scanned tubes for the next laboratory and dispatches them. */
const ship = async (page: Page, codes: readonly string[], courier: string, to?: string): Promise<string> => {
  await page.goto('/shipments')
  await shows(button(page, 'Save'))
  if (to !== undefined) await pick(page, 'ConsigneeId', to)
  await pick(page, 'CourierId', courier)
  await settles(async () => (await page.getByRole('grid', { name: 'Available' }).locator('tbody tr').count()) > 0, true)
  await page.getByLabel('Scan or type', { exact: true }).focus()
  for (const code of codes) await page.keyboard.type(`${code.replace('-', '')}\n`, { delay: 10 })
  await settles(() => page.getByRole('grid', { name: 'Selected' }).locator('tbody tr').count(), codes.length)
  await page.keyboard.press('Alt+s')
  await arrives(page, '/summary/shipments')
  await page.locator('tbody tr').first().dblclick()
  await arrives(page, '/shipments')
  const id = new URL(page.url()).searchParams.get('ShipmentId') ?? ''
  await button(page, 'Dispatch').click()
  await arrives(page, '/summary/shipments')
  return id
}
const receiptOf = async (page: Page, shipment: string): Promise<void> => {
  await page.goto(`/shipmentreceipt?ShipmentId=${shipment}`)
  await shows(button(page, 'Receive'))
}
const pickRow = async (page: Page, cell: string, title: string, text: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${cell}`) }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await shows(dialog)
  await page.keyboard.type(text)
  await settles(() => dialog.locator('.picker-row').count(), 1)
  await page.keyboard.press('Enter')
  await gone(dialog)
}
const reject = async (page: Page, shipment: string, code: string): Promise<void> => {
  await receiptOf(page, shipment)
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  await pickRow(page, `Status of ${code}`, 'Status', 'rejected')
  await pickRow(page, `Reason of ${code}`, 'Reason', 'clotted')
  await page.keyboard.press('Alt+s')
  await shows(button(page, 'Edit'))
}
const receiveAll = async (page: Page, shipment: string): Promise<void> => {
  await receiptOf(page, shipment)
  await button(page, 'Receive').click()
  await shows(said(page, /received/))
}
/** Types values into this laboratory's results. */
const enter = async (page: Page, saleId: unknown, values: Readonly<Record<string, string>>): Promise<void> => {
  await page.goto(`/testresults?SaleId=${String(saleId)}`)
  await button(page, 'Edit').click()
  await shows(button(page, 'Save'))
  for (const [element, value] of Object.entries(values))
    await page.getByLabel(`Result of ${element}`, { exact: true }).fill(value)
  await page.keyboard.press('Alt+s')
  await shows(said(page, /results? (is|are) saved/))
}
const signOut = async (page: Page, saleId: unknown): Promise<void> => {
  await page.goto(`/testresults?SaleId=${String(saleId)}`)
  await shows(button(page, 'Approve'))
  const review = button(page, 'Review')
  if ((await review.count()) > 0 && (await review.getAttribute('aria-disabled')) !== 'true') {
    await page.keyboard.press('Alt+r')
    await shows(said(page, /reviewed/))
  }
  await page.keyboard.press('Alt+a')
  await shows(said(page, /approved/))
  await page.keyboard.press('Alt+l')
  await shows(said(page, /released/))
}
/** The text of the report as the centre prints it. */
const reportAtCentre = async (saleId: unknown): Promise<string> => {
  const front = await centre()
  const [template] = (await front.get('/api/getdata/41?Module=testreports')).body
  const printed = await front.post<{ location: string }>('/api/print/testreports/', {
    templateId: template?.TemplateId,
    formId: saleId,
    device: 'screen',
  })
  return (await pdfPages((await front.get(printed.body.location)).bytes)).join('\n').replace(/\s+/g, ' ')
}
const blood: Readonly<Record<string, string>> = {
  Haemoglobin: '14.0',
  'RBC count': '4.80',
  'Haematocrit (PCV)': '42.0',
  'RDW-CV': '13.0',
  'Total leucocyte count': '7.50',
  Neutrophils: '60',
  Lymphocytes: '30',
  Monocytes: '6',
  Eosinophils: '3',
  Basophils: '1',
  'Platelet count': '260',
  'Mean platelet volume': '9.0',
}
const tubesOf = async (saleId: unknown) => (await saleNow(saleId)).Samples

test('a centre bills, two laboratories share the tubes, one tube is rejected and recollected, and one report comes back', async () => {
  const front = (await at.road()).page
  const sale = await bill(front)
  const { SaleId } = sale
  expect(sale).toMatchObject({ SellerId: road, Outstanding: 0, StatusId: 95 })
  const [edta, serum] = ['EDTA', 'Serum'].map((text) => sale.Samples.find((tube) => tube.Specimen.includes(text)))
  const codes = [edta, serum].map((tube) => String(tube?.Barcode))
  const first = await ship(front, codes, 'Nashik')

  const lab = (await at.satellite()).page
  await reject(lab, first, String(edta?.Barcode))
  await receiveAll(lab, first)
  const again = (await tubesOf(SaleId)).find((tube) => tube.StatusId === 115)
  expect(again).toBeDefined()
  await front.goto(`/samples?SampleId=${String(again?.SampleId)}`)
  await button(front, 'Collect').click()
  await shows(said(front, /collected/))
  const second = await ship(front, [String(again?.Barcode)], 'Nashik')
  await receiveAll(lab, second)

  const third = await ship(lab, [String(serum?.Barcode)], 'Nashik', 'Central')
  const middle = (await at.central()).page
  await receiveAll(middle, third)

  await enter(lab, SaleId, blood)
  await signOut((await at.satelliteSigns()).page, SaleId)
  const part = await reportAtCentre(SaleId)
  expect(part).toContain('PARTIAL')
  expect(part).toContain('14.0')

  await enter(middle, SaleId, { 'Anti-Mullerian hormone': '2.50' })
  await signOut((await at.centralSigns()).page, SaleId)
  const whole = await reportAtCentre(SaleId)
  for (const text of ['Vithal Chain Patil', 'Haemoglobin', '14.0', '2.50', 'Satellite', 'Central', 'End of report'])
    expect(whole).toContain(text)
  expect(whole).not.toContain('PARTIAL')
  expect((await saleNow(SaleId)).StatusId).toBe(99)
}, 240_000)
