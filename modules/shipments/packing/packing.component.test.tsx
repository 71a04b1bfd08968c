// The screen of a shipment being packed: its fields, two grids, the scan box, and its required parts.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { inputAt } from '../../../web/dialog/input.fixture.ts'
import { asked, sent } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import {
  box,
  control,
  errorAt,
  headsOf,
  leave,
  open,
  picked,
  save,
  type Read,
} from '../../../web/screen/whole-screen.fixture.tsx'
import type { ShippedTube } from '../shipments.model.ts'

afterEach(leave)

const tube = (SampleId: number, Barcode: string, LRN: string, TemperatureId = 61): ShippedTube => ({
  SampleId,
  Barcode,
  LRN,
  Specimen: { Name: 'Serum' },
  TemperatureId,
  Temperature: { ItemLabel: TemperatureId === 62 ? 'Frozen <= -20 C' : 'Refrigerated 2-8 C' },
  Sale: { SaleId: 1, AccessionNo: Barcode.slice(0, -3), LRN, IsStat: false, Patient: { Name: `Patient ${SampleId}` } },
  PerformingLab: { ClientId: 2, Name: 'Central Laboratory' },
  CollectionDate: '2026-11-21T03:45:00.000Z',
})
const tubes = [
  tube(71, 'NCL2611000471-01', '041125'),
  tube(82, 'NCL2611000482-01', '260941'),
  tube(83, 'NCL2611000482-02', '260941', 62),
]
const question = (ConsignorId: number, SenderTypeId: number, ConsigneeId: number) => ({
  ConsignorId,
  SenderTypeId,
  ConsigneeId,
})
const parent = (ClientId: number, Name: string, of: number): Read[number] => [
  `/api/clients/${of}`,
  {},
  { ClientId: of, ParentId: ClientId, ParentClient: { Name } },
]
const shippable = '/api/shippablesamples/search/'
const labs = [
  { ClientId: 2, Name: 'Central Laboratory' },
  { ClientId: 3, Name: 'Satellite Laboratory' },
  { ClientId: 4, Name: 'Reference Laboratory' },
]
const atCentre: Read = [
  parent(2, 'Central Laboratory', 12),
  [shippable, question(12, 13, 2), tubes],
  picked('/api/getdata/200', { ClientTypeId: '19', ParentId: 1, Name: '', limit: 100 }, [
    { ClientId: 151, Name: 'Own route' },
  ]),
]
const atLab: Read = [
  parent(1, 'The Network', 2),
  [shippable, question(2, 10, 1), []],
  [shippable, question(2, 10, 3), tubes.slice(0, 2)],
  [shippable, question(2, 10, 4), tubes.slice(2)],
  picked('/api/getdata/205', { Name: '', limit: 100 }, labs),
]
const begin = () => open('/shipments', { session: somebody('Logistics', 'centre'), read: atCentre })

const grid = (name: string) => page.getByRole('grid', { name, exact: true })
const codes = (name: string): string[] =>
  grid(name)
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent ?? '')
const [first, second, third] = tubes.map((one) => one.Barcode)
const scan = page.getByLabelText('Scan or type', { exact: true })
const said = () => document.querySelector('.said')?.textContent ?? ''
const row = (name: string, code: string | undefined) =>
  grid(name)
    .getByRole('row')
    .filter({ hasText: code ?? '' })
    .first()
const ready = () => expect.poll(() => codes('Available').length, { timeout: 5000 }).toBeGreaterThan(0)

test('OPS-083 OPS-085 OPS-177 OPS-178 a new one has its five fields, from the own entity to its parent, and two grids', async () => {
  await begin()
  await ready()
  expect(
    [...document.querySelectorAll('.shipment-fields [data-field]')].map((one) => one.getAttribute('data-field')),
  ).toEqual(['ConsignorId', 'ConsigneeId', 'CourierId', 'ShipmentReference', 'NumberOfSamples'])
  expect([control('ConsignorId').value, control('ConsigneeId').value]).toEqual(['Hadapsar', 'Central Laboratory'])
  for (const name of ['Available', 'Selected'])
    expect(Math.round(page.getByRole('region', { name, exact: true }).element().getBoundingClientRect().height)).toBe(
      350,
    )
  expect(Math.round(row('Available', first).element().getBoundingClientRect().height)).toBe(40)
  expect(headsOf('Selected').slice(0, 5)).toEqual(['Sample', 'Patient', 'LRN', 'Specimen', 'Temperature'])
})

test('OPS-093 an entity that is no laboratory cannot change the consignee; OPS-092 a laboratory chooses it', async () => {
  await begin()
  await expect.poll(() => control('ConsigneeId').value).toBe('Central Laboratory')
  expect(control('ConsigneeId').readOnly).toBe(true)
  await open('/shipments', { session: somebody('Logistics', 'lab'), read: atLab })
  await expect.element(box('ConsigneeId')).toBeVisible()
  // its parent is the legal entity, which receives no tubes
  expect([control('ConsigneeId').readOnly, control('ConsigneeId').disabled]).toEqual([false, false])
  expect(control('ConsigneeId').value).toBe('')
})

test('OPS-084 OPS-086 OPS-087 a click or Enter moves a tube over and back, and the count follows', async () => {
  await begin()
  await ready()
  const count = () => document.querySelector('[data-field=NumberOfSamples] .value')?.textContent
  expect(count()).toBe('0 of 3 waiting')
  await userEvent.click(row('Available', second))
  await expect.poll(() => [codes('Available'), codes('Selected')]).toEqual([[first, third], [second]])
  expect(count()).toBe('1 of 3 waiting')
  await userEvent.click(row('Selected', second))
  await expect.poll(() => [codes('Available').length, codes('Selected')]).toEqual([3, []])
  row('Available', first).element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(() => codes('Selected')).toEqual([second, first])
})

test('OPS-090 Add All moves every one; frozen tubes ask for dry ice', async () => {
  await begin()
  await ready()
  await userEvent.click(page.getByRole('button', { name: 'Add All' }))
  await expect.poll(() => [codes('Available'), codes('Selected')]).toEqual([[], [first, second, third]])
  await expect.element(page.getByText('One frozen tube: pack dry ice')).toBeVisible()
  await expect.element(page.getByText('2 at 2–8 °C, 1 frozen')).toBeVisible()
})

describe('scanning', () => {
  test('OPS-088 the sample id narrows the list to one tube, which can be moved', async () => {
    await begin()
    await ready()
    await userEvent.fill(scan, '83')
    await expect.poll(() => codes('Available')).toEqual([third])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => codes('Selected')).toEqual([third])
  })
  test('OPS-089 barcode, accession number, LRN and sample id: one match is moved and the box emptied; none or several show why not', async () => {
    await begin()
    await ready()
    const enter = async (text: string) => {
      await userEvent.fill(scan, text)
      await userEvent.keyboard('{Enter}')
    }
    const text = () => inputAt(scan).value
    for (const several of ['260941', 'NCL2611000482']) {
      await enter(several)
      await expect
        .poll(() => [text(), said()])
        .toEqual([several, expect.stringContaining(`2 samples match ${several}`)])
    }
    await expect.element(page.getByRole('alert').getByText('2 samples match NCL2611000482')).toBeVisible()
    await enter('nothing')
    await expect
      .poll(() => [text(), said()])
      .toEqual(['nothing', expect.stringContaining('No available sample matches nothing')])
    // the next scan replaces refused text
    await userEvent.keyboard('NCL261100047101{Enter}')
    await expect.poll(() => [text(), codes('Selected')]).toEqual(['', [first]])
    expect(said()).toContain('added, Serum, Patient 71')
    await enter('NCL2611000471-01')
    await expect.poll(said).toContain(`${first} is selected already`)
    await enter('041125')
    await expect.poll(said).toContain('is selected already')
    await enter('NCL2611000482-02')
    await expect.poll(() => codes('Selected')).toEqual([third, first])
    await enter('260941')
    await expect.poll(() => codes('Selected')).toEqual([second, third, first])
    expect(document.querySelector('.scan-counts')?.textContent).toBe('3 scanned, 5 refused')
  })
  test('a scanner that types faster than the list renders loses no tube', async () => {
    await begin()
    await ready()
    const input = inputAt(scan)
    input.focus()
    for (const code of ['NCL261100047101', 'NCL261100048201', 'NCL261100048202']) {
      for (const key of code) {
        input.setRangeText(key, input.value.length, input.value.length, 'end')
        input.dispatchEvent(new InputEvent('input', { bubbles: true, data: key }))
      }
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    }
    await expect.poll(() => codes('Selected')).toEqual([third, second, first])
    expect(input.value).toBe('')
  })
})

test('without a camera that reads codes there is no button for one', async () => {
  await begin()
  await ready()
  expect('BarcodeDetector' in globalThis).toBe(false)
  expect(page.getByRole('button', { name: 'Scan with the camera' }).elements()).toEqual([])
})

describe('another consignee', () => {
  const choose = async (name: string) => {
    await userEvent.click(box('ConsigneeId'))
    await userEvent.keyboard('{F2}')
    const picker = page.getByRole('dialog', { name: 'Consignee' })
    await userEvent.click(picker.getByRole('row').filter({ hasText: name }).first())
    await userEvent.keyboard('{Enter}')
    await expect.element(picker).not.toBeInTheDocument()
  }
  test('OPS-179 OPS-181 asks word for word before it clears the grids, then loads the tubes of the new consignee', async () => {
    await open('/shipments', { session: somebody('Logistics', 'lab'), read: atLab })
    await choose('Satellite Laboratory')
    await ready()
    await userEvent.click(page.getByRole('button', { name: 'Add All' }))
    await choose('Reference Laboratory')
    const dialog = page.getByRole('dialog', { name: 'Confirmation' })
    await expect
      .element(dialog.getByText('Reset all available and selected samples based on the new consignee', { exact: true }))
      .toBeVisible()
    expect(codes('Selected')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'No' }))
    await expect.poll(() => control('ConsigneeId').value).toBe('Satellite Laboratory')
    expect(codes('Selected')).toHaveLength(2)
    await choose('Reference Laboratory')
    await userEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    await expect.poll(() => [codes('Selected'), codes('Available')]).toEqual([[], [third]])
    expect(control('ConsigneeId').value).toBe('Reference Laboratory')
  })
  test('OPS-239 the own entity is refused', async () => {
    await open('/shipments', { session: somebody('Logistics', 'lab'), read: atLab })
    await choose('Satellite Laboratory')
    await ready()
    await choose('Central Laboratory')
    await expect.poll(() => errorAt('ConsigneeId')).toBe('Consignee can not be same as Consignor')
    expect(control('ConsigneeId').value).toBe('Satellite Laboratory')
  })
})

test('a copy of a received shipment has no consignee yet', async () => {
  const received = { ShipmentId: 9, RowVersion: 1, ConsignorId: 12, ConsigneeId: 2, ShipmentSamples: [], Actions: {} }
  const record = { ...received, Consignor: { Name: 'Hadapsar' }, Consignee: { Name: 'Central Laboratory' } }
  await open('/shipments?ShipmentId=9&clone=true', {
    session: somebody('Logistics', 'lab'),
    read: [...atLab, ['/api/shipments/9', {}, record]],
  })
  await expect.poll(() => control('ConsignorId').value).not.toBe('')
  expect(control('ConsigneeId').value).toBe('')
})

test('OPS-235 OPS-237 OPS-238 without courier, consignee and sample no request is sent', async () => {
  await open('/shipments', { session: somebody('Logistics', 'lab'), read: atLab })
  await expect.element(box('ConsigneeId')).toBeVisible()
  await save()
  await expect.poll(() => errorAt('CourierId')).toBe('Courier is required')
  expect([control('CourierId').getAttribute('aria-invalid'), errorAt('ConsigneeId')]).toEqual([
    'true',
    'Consignee is required',
  ])
  await expect
    .element(page.getByRole('region', { name: 'Selected' }).getByText('Shipment must have at least 1 sample selected'))
    .toBeVisible()
  expect(sent()).toEqual([])
  expect(asked().filter((call) => call.includes('/api/shipments'))).toEqual([])
})
