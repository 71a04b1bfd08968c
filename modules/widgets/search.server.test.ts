// Ctrl+K finds the numbers on tubes, bills, reports and shipments, exactly, and only inside the user's scope.
import { beforeAll, expect, test } from 'vitest'
import { readRow, readRows, setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { workItemReason } from '../lists/items.model.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { dispatched, tubesOf } from '../shipments/shipments.fixture.ts'
import { labForTests } from '../testresults/testresults.fixture.ts'
import { reported } from '../testreports/testreports.fixture.ts'

const { app, bench } = labForTests()
const glucoseTolerance = 3016
let front: Person
let otherDesk: Person
let out: Read<'sales'>
let sent: Read<'sales'>
let shipment: Read<'shipments'>
let invoice: string
let barcode: string
beforeAll(async () => {
  front = await signedIn(app, 'frontdesk', 5, 12)
  otherDesk = await signedIn(app, 'frontdesk2', 5, 11)
  out = await reported(bench)
  invoice = (await readRow<{ No: string }>(app, 'invoices', { InvoiceId: out.InvoiceId }, 'invoice_no as no')).No
  sent = await accessioned(front, { PatientId: await aPatient(front), SellerId: 12, products: [product.cbc] })
  barcode = String(sent.Samples[0]?.Barcode)
  shipment = await dispatched(front, { from: 12, to: 2, samples: tubesOf(sent), ShipmentReference: 'AWB-77 120' })
}, 180_000)

const find = async (person: Person, q: unknown): Promise<string[]> =>
  (await person.get(`/api/search?q=${encodeURIComponent(String(q))}`)).body.map(
    (one) => `${String(one.Kind)} ${String(one.Path)}`,
  )

test('a barcode with hyphen, without it and in small letters means its tube first', async () => {
  const [tube] = tubesOf(sent)
  for (const q of [barcode, barcode.replace('-', ''), barcode.toLowerCase()])
    expect((await find(front, q))[0]).toBe(`Sample /samples?SampleId=${String(tube)}`)
})

test('every tube of a sale is found by its barcode: those of time points, split tubes, and the replacement of a rejected one', async () => {
  const products = [glucoseTolerance, product.electrolytes, product.lft, product.thyroid]
  const sale = async () => accessioned(bench.desk, { PatientId: await aPatient(bench.desk), products })
  const whole = tubesOf(await sale()).length
  // one tube is too small: two are collected
  await setRows(app, 'specimens', { IsActive: true }, { ContainerVolume: 0.01 })
  const made = await sale()
  expect(whole).toBeGreaterThan(3)
  expect(tubesOf(made).length).toBeGreaterThan(whole)
  const [rejected] = tubesOf(made)
  const ReasonId = workItemReason.QuantityNotSufficient
  expect((await bench.technologist.put('/api/reject/samples', { formId: rejected, ReasonId })).status).toBe(200)
  const tubes = await readRows<{ Id: number; Barcode: string }>(
    app,
    'samples',
    { SaleId: made.SaleId },
    'sample_id as id, barcode',
    'sample_id',
  )
  expect(tubes.length).toBe(tubesOf(made).length + 1)
  const path = `Sale /sales?SaleId=${String(made.SaleId)}`
  for (const { Id, Barcode: printed } of tubes) {
    const found = [`Sample /samples?SampleId=${Id}`, path]
    expect(await find(bench.desk, printed)).toEqual(found)
    expect(await find(bench.desk, printed.replace('-', ''))).toEqual(found)
    expect(await find(otherDesk, printed)).toEqual([])
  }
})

test("a line's own LRN leads to its sale, for users who may see it", async () => {
  const line = { ProductId: product.cbc, LRN: '90210090210090210' }
  const { SaleId } = await accessioned(front, { PatientId: await aPatient(front), SellerId: 12, products: [line] })
  const sale = `Sale /sales?SaleId=${String(SaleId)}`
  expect(await find(front, line.LRN)).toEqual([sale])
  expect(await find(bench.desk, line.LRN)).toContain(sale)
  expect(await find(otherDesk, line.LRN)).toEqual([])
  expect(await find(front, line.LRN.slice(0, -1))).toEqual([])
})

test('accession number, LRN, invoice, report and shipment numbers lead to their records, and to no others', async () => {
  const sale = `Sale /sales?SaleId=${String(out.SaleId)}`
  const report = `Report /testreports?SaleId=${String(out.SaleId)}`
  expect(await find(bench.desk, out.AccessionNo)).toEqual([sale, report])
  expect(await find(bench.desk, out.LRN)).toContain(sale)
  expect(await find(bench.desk, invoice.toLowerCase())).toEqual([`Invoice /sales?SaleId=${String(out.SaleId)}`])
  const box = `Shipment /shipments?ShipmentId=${String(shipment.ShipmentId)}`
  for (const person of [front, bench.desk]) {
    expect(await find(person, 'awb-77 120')).toEqual([box])
    for (const number of [String(shipment.ShipmentId), String(shipment.ShipmentId).padStart(2, '0')])
      expect(await find(person, number)).toContain(box)
    // the first letter of a name finds no record yet
    expect(await find(person, 'A')).toEqual([])
  }
  expect(await find(bench.desk, 'awb-77')).toEqual([])
})

test('another centre finds none of them', async () => {
  for (const q of [barcode, out.AccessionNo, sent.AccessionNo, out.LRN, sent.LRN, invoice, 'AWB-77 120'])
    expect([q, await find(otherDesk, q)]).toEqual([q, []])
  expect((await find(otherDesk, shipment.ShipmentId)).filter((one) => one.startsWith('Shipment'))).toEqual([])
  // the centre that sent a tube does not find what the lab did for another
  expect(await find(front, out.AccessionNo)).toEqual([])
})

test('staff see who did a step of a sale, the doctor in the portal does not', async () => {
  const path = `/api/sales/${String(out.SaleId)}` as const
  const steps = async (person: Person) => (await person.get(path)).body.Steps.map((step) => [step.Step, step.By])
  expect(await steps(bench.desk)).toEqual([
    ['Booked', expect.any(String)],
    ['Collected', expect.any(String)],
    ['Dispatched', null],
    ['Received', expect.any(String)],
    ['Entered', expect.any(String)],
    ['Approved', expect.any(String)],
    ['Released', expect.any(String)],
  ])
  const gone = (await front.get(`/api/sales/${String(sent.SaleId)}`)).body.Steps
  expect(gone.find((step) => step.Step === 'Dispatched')).toMatchObject({ Done: 1, By: 'Meghana Kale' })
  const doctor = await signedIn(app, 'doctor', 12, 101)
  for (const [, by] of await steps(doctor)) expect(by).toBeUndefined()
})
