// What a courier reads of what it carries: boxes and tubes by their numbers, nobody's name and no test.
import { expect, test } from 'vitest'
import { platformStatements, serverModules } from '../../server/modules.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { accessioned, product } from '../sales/sales.fixture.ts'
import { courier, dispatched, party, tubesOf } from './shipments.fixture.ts'

const { app, front } = networkForTests('front')

test('a courier reads box, tube, LRN, specimen and colour of what it carries, and no patient, doctor, test or sale', async () => {
  const sale = await accessioned(front, { SellerId: party.hadapsar, LRN: '4711', products: [product.lipids] })
  const saleId = sale['SaleId'] as number
  const patient = (sale['Patient'] as Json)['ClientId'] as number
  await setRows(app, 'sales', { sale_id: saleId }, { patient_name: 'Unnamed Secretly' })
  await setRows(app, 'clients', { client_id: patient }, { name: 'Unnamed Secretly', mobile_phone: '9812345670' })
  const [tube] = tubesOf(sale)
  const { ShipmentId } = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  const carrier = await signedIn(app, 'courier', 8, courier.puneCity)
  const reads = [
    `/api/shipments/${String(ShipmentId)}`,
    `/api/actions?ModuleId=shipments&FormId=${String(ShipmentId)}`,
    `/api/samples/${String(tube)}`,
    `/api/actions?ModuleId=samples&FormId=${String(tube)}`,
    `/api/sales/${saleId}`,
    ...[...serverModules.flatMap((module) => module.statements), ...platformStatements].map(
      ({ id }) => `/api/getdata/${id}?PatientId=${patient}&SaleId=${saleId}`,
    ),
    ...serverModules.flatMap((module) => module.statements).map(({ id }) => `/api/getdata/${id}`),
  ]
  const answers = new Map<string, { status: number; text: string }>()
  for (const path of reads) answers.set(path, await carrier.get(path))
  const templateId = await valueOf<number>(app, 'print_templates', { module_id: 'shipments' }, 'template_id')
  const printed = await carrier.post('/api/print/shipments/', { templateId, formId: ShipmentId, device: 'screen' })
  answers.set('the manifest', printed)
  answers.set(
    'the waiting tubes',
    await carrier.post('/api/shippablesamples/search/', { ConsignorId: party.hadapsar, ConsigneeId: party.central }),
  )
  const doctor = await valueOf<string>(app, 'clients', { client_id: sale['ReferringDoctorId'] as number }, 'name')
  const secrets = ['Secretly', '9812345670', doctor, 'Lipid', 'Triglycerides']
  const told = [...answers].flatMap(([path, { text }]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${path}: ${secret}`),
  )
  // the products of the network by name, of nobody
  expect(told.filter((one) => !one.startsWith('/api/getdata/103'))).toEqual([])
  expect(answers.get(`/api/sales/${saleId}`)?.status).toBe(404)
  const box = answers.get(`/api/shipments/${String(ShipmentId)}`)?.text
  for (const shown of ['"LRN":"4711"', '"Barcode":"', '"Specimen":{"Name":"']) expect(box).toContain(shown)
  expect(answers.get(`/api/samples/${String(tube)}`)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/"CapColour":"\w+/) as unknown,
  })
  expect([printed.status, printed.text]).toEqual([200, expect.stringContaining('Shipment manifest')])
  const sorted = await carrier.get(`/api/getdata/1002?sort=Patient`)
  expect(sorted.status).toBe(400)
  const searched = await carrier.get(
    `/api/getdata/1002?filterCriteria=${encodeURIComponent(JSON.stringify({ Patient: 'Unnamed' }))}`,
  )
  expect(searched.status).toBe(400)
  // the sender reads all of it
  expect((await front.get(`/api/shipments/${String(ShipmentId)}`)).text).toContain('Unnamed Secretly')
})
