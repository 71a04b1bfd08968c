// The screen of a receipt as it opens: its head, its waiting tubes, its scan box, and its refusals.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { inputAt } from '../../web/dialog/input.fixture.ts'
import { sent } from '../../web/screen/no-server.fixture.ts'
import { field, leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../web/screen/session.fixture.ts'
import { sampleStatus, shipmentStatus } from '../lists/items.model.ts'
import type { ReceiptSample } from './shipmentreceipt.model.ts'

afterEach(leave)

const row = (id: number, Barcode: string, some: Partial<ReceiptSample> = {}): ReceiptSample => ({
  ShipmentSampleId: id,
  SampleId: 70 + id,
  Sample: {
    SampleId: 70 + id,
    Barcode,
    LRN: `26094${id}`,
    Specimen: { Name: 'Serum' },
    TemperatureId: 61,
    Temperature: { ItemLabel: 'Refrigerated 2-8 C' },
    Sale: {
      SaleId: id,
      AccessionNo: Barcode.slice(0, -3),
      LRN: `26094${id}`,
      IsStat: false,
      Patient: { Name: `Patient ${id}` },
    },
    PerformingLab: { ClientId: 2, Name: 'Central Laboratory' },
    CollectionDate: '2026-11-21T03:45:00.000Z',
  },
  StatusId: sampleStatus.Dispatched,
  Status: { ItemLabel: 'Dispatched - awaiting receipt' },
  ReasonId: null,
  Reason: null,
  CollectionDate: null,
  Collector: null,
  Replacement: null,
  HeldFor: null,
  ...some,
})
const receipt = (some: Record<string, unknown> = {}) => ({
  ShipmentId: 7,
  ConsignorId: 12,
  Consignor: { ClientId: 12, Name: 'Hadapsar', Area: null },
  ConsigneeId: 2,
  Consignee: { ClientId: 2, Name: 'Central Laboratory', Area: null },
  CourierId: 151,
  Courier: { ClientId: 151, Name: 'Own route', Area: null },
  ShipmentReference: 'Bag 4',
  DispatchDate: '2026-11-21T05:30:00.000Z',
  StatusId: shipmentStatus.Dispatched,
  Status: { ItemLabel: 'Dispatched' },
  Temperatures: { 61: 4.5 },
  ReceivedTemperatures: null,
  ShipmentSamples: [row(1, 'NCL2611000471-01'), row(2, 'NCL2611000482-01'), row(3, 'NCL2611000482-02')],
  Decided: [],
  RowVersion: 1,
  Actions: { read: true, update: true, receive: true },
  ...some,
})
const begin = (some: Record<string, unknown> = {}) =>
  open('/shipmentreceipt?ShipmentId=7', {
    session: somebody('Logistics', 'lab'),
    read: [['/api/shipmentreceipt/7', {}, receipt(some)]],
  })
const table = (name = 'Samples') => page.getByRole('table', { name, exact: true })
const codes = (name = 'Samples'): string[] =>
  table(name)
    .getByRole('row')
    .elements()
    .slice(1)
    .map((one) => one.querySelector('td')?.textContent ?? '')
const statuses = (): string[] =>
  [...document.querySelectorAll('.receipt-tubes tbody tr')].map(
    (one) => one.querySelectorAll('td')[6]?.textContent.trim() ?? '',
  )
const scan = page.getByLabelText('Scan or type', { exact: true })
const said = () => document.querySelector('.said')?.textContent ?? ''
const receive = page.getByRole('button', { name: 'Receive', exact: true })

test('OPS-096 OPS-099 it has the head of the shipment: number, dispatch date and status, and a Receive button', async () => {
  await begin()
  await expect.element(page.getByRole('heading', { name: 'Shipment receipt 7' })).toBeVisible()
  await expect.poll(() => field('DispatchDate')?.textContent).toContain('21-Nov-2026 11:00 AM')
  expect(document.querySelector('.head-status')?.textContent).toBe('Dispatched')
  await expect.element(receive).toBeVisible()
  expect(codes()).toEqual(['NCL2611000471-01', 'NCL2611000482-01', 'NCL2611000482-02'])
})

test('OPS-098 a typed or scanned text leaves only the matching samples', async () => {
  await begin()
  await userEvent.fill(scan, '73')
  await expect.poll(() => codes()).toEqual(['NCL2611000482-02'])
  await userEvent.fill(scan, 'NCL2611000482')
  await expect.poll(() => codes()).toEqual(['NCL2611000482-01', 'NCL2611000482-02'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(said).toContain('2 samples match NCL2611000482')
  await userEvent.fill(scan, 'nothing')
  await expect.element(page.getByText('No sample matches nothing.')).toBeVisible()
  await userEvent.fill(scan, '')
  await expect.poll(() => codes().length).toBe(3)
})

test('a scan receives at once; a tube that the server refused awaits receipt again, with a message', async () => {
  await begin()
  // the box has the focus from the start
  await expect.poll(() => document.activeElement).toBe(scan.element())
  await userEvent.keyboard('NCL261100048201')
  await userEvent.keyboard('{Enter}')
  await expect.poll(said).toContain('received, Serum, Patient 2')
  expect(inputAt(scan).value).toBe('')
  await expect.poll(sent).toContain('PUT /api/shipmentreceipt/7')
  await expect.element(page.getByText("The server can't be reached.")).toBeVisible()
  await expect.poll(statuses).toEqual(Array(3).fill('Dispatched - awaiting receipt'))
})

test('a temperature out of range is shown as it is typed, next to the one at dispatch', async () => {
  await begin()
  const box = page.getByLabelText('Refrigerated 2–8 °C at receipt, °C')
  await expect.element(page.getByText('left at 4.5 °C')).toBeVisible()
  await userEvent.fill(box, '11')
  await expect.element(page.getByText('Refrigerated 2–8 °C: 11 °C is out of range')).toBeVisible()
  await userEvent.fill(box, '7.5')
  await expect.element(page.getByText('is out of range')).not.toBeInTheDocument()
})

test('a missing tube is listed apart and may be found; a user who cannot receive sees why', async () => {
  const missing = row(9, 'NCL2611000499-01', {
    StatusId: sampleStatus.NotFound,
    Status: { ItemLabel: 'Not found in consignment' },
    Replacement: { SampleId: 99, Barcode: 'NCL2611000499-02', StatusId: sampleStatus.ToBeCollected },
  })
  const gone = row(8, 'NCL2611000498-01', {
    StatusId: sampleStatus.NotFound,
    Replacement: { SampleId: 98, Barcode: 'NCL2611000498-02', StatusId: sampleStatus.Collected },
  })
  await begin({ Decided: [gone, missing] })
  await expect.poll(() => codes('Missing')).toEqual(['NCL2611000499-01'])
  await expect.element(page.getByRole('button', { name: 'Found' })).toBeVisible()
  const reason = 'The shipment is not dispatched yet'
  await begin({ ShipmentSamples: [], Actions: { read: true, update: reason, receive: reason } })
  await expect.element(page.getByText('No sample awaits its receipt.')).toBeVisible()
  expect([receive.element().getAttribute('aria-disabled'), document.querySelector('.scan')]).toEqual(['true', null])
})

test('a tube whose sale is cancelled or unlocked is marked, and its scan says that no work is started', async () => {
  const held = [row(1, 'NCL2611000471-01', { HeldFor: 'Sale cancelled' }), row(2, 'NCL2611000482-01')]
  await begin({ ShipmentSamples: [...held, row(3, 'NCL2611000482-02', { HeldFor: 'Sale unlocked' })] })
  const marks = ['Sale cancelled, no work is started', '', 'Sale unlocked, no work is started']
  const shown = () =>
    [...document.querySelectorAll('.receipt-tubes tbody tr')].map(
      (one) => one.querySelector('.held-mark')?.textContent ?? '',
    )
  await expect.poll(shown).toEqual(marks)
  await userEvent.fill(scan, 'NCL2611000471-01')
  await userEvent.keyboard('{Enter}')
  await expect.poll(said).toContain('received, Serum, Patient 1; sale cancelled, no work is started')
  await expect.poll(shown).toEqual(marks)
  await page.viewport(390, 844)
  for (const mark of document.querySelectorAll('.held-mark'))
    expect(mark.getBoundingClientRect().right <= 390 && mark.scrollWidth <= mark.clientWidth).toBe(true)
  const place = document.querySelector('.receipt-tubes .scroll')
  expect((place?.scrollWidth ?? 1) <= (place?.clientWidth ?? 0)).toBe(true)
  await page.viewport(1280, 800)
})

test('on a phone a tube shows its code, patient, status and reason', async () => {
  await page.viewport(390, 844)
  await begin()
  await expect.poll(() => codes().length).toBe(3)
  const cells = [...document.querySelectorAll('.receipt-tubes tbody tr:first-child td')]
  const seen = cells.filter((one) => one.getClientRects().length > 0).map((one) => one.textContent.trim())
  expect(seen.filter(Boolean)).toEqual(['NCL2611000471-01', 'Patient 1', 'Dispatched - awaiting receipt'])
  const table = document.querySelector('.receipt-tubes .scroll')
  expect((table?.scrollWidth ?? 1) <= (table?.clientWidth ?? 0)).toBe(true)
  await page.viewport(1280, 800)
})

test('a scanned tube that is not on the shipment is offered to be received with a mark', async () => {
  await begin()
  await userEvent.fill(scan, 'NCL2611000999-01')
  await userEvent.keyboard('{Enter}')
  expect(said()).toContain('No sample of this shipment matches NCL2611000999-01')
  await userEvent.click(page.getByRole('button', { name: 'Receive with a mark' }))
  await expect.poll(sent).toEqual(['PUT /api/tubetoomany/shipmentreceipt/7'])
})
