// What a courier reads of what it carries: boxes and tubes by their numbers, nobody's name and no test.
import { expect, test } from 'vitest'
import { role } from '../../core/user.ts'
import { platformStatements, serverModules } from '../../server/modules.ts'
import { addUser } from '../../server/testing/add-user.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { accessioned, product } from '../sales/sales.fixture.ts'
import { courier, dispatched, party, tubesOf } from './shipments.fixture.ts'

const { app, front } = networkForTests('front')
/** The products of the network by name, of no patient. */
const catalogue = /^\/api\/getdata\/103(\?\S*)?: (Lipid|Triglycerides)$/

test('a courier reads box, tube, LRN, specimen and colour of what it carries, and no patient, doctor, test or sale', async () => {
  const sale = await accessioned(front, { SellerId: party.hadapsar, LRN: '4711', products: [product.lipids] })
  const saleId = sale.SaleId
  const patient = sale.Patient.ClientId
  await setRows(app, 'sales', { SaleId: saleId }, { PatientName: 'Unnamed Secretly' })
  await setRows(app, 'clients', { ClientId: patient }, { Name: 'Unnamed Secretly', MobilePhone: '9812345670' })
  const [tube] = tubesOf(sale)
  const { ShipmentId } = await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  const carrier = await signedIn(app, 'courier', 8, courier.puneCity)
  const reads = [
    `/api/shipments/${String(ShipmentId)}`,
    `/api/actions?ModuleId=shipments&FormId=${String(ShipmentId)}`,
    `/api/samples/${String(tube)}`,
    `/api/actions?ModuleId=samples&FormId=${String(tube)}`,
    `/api/sales/${saleId}`,
    ...['Unnamed', '4711', '9812345670', String(sale.AccessionNo), 'Lipid'].map((q) => `/api/search?q=${q}`),
    ...[...serverModules.flatMap((module) => module.statements), ...platformStatements].map(
      ({ id }) => `/api/getdata/${id}?PatientId=${patient}&SaleId=${saleId}`,
    ),
    ...serverModules.flatMap((module) => module.statements).map(({ id }) => `/api/getdata/${id}`),
  ]
  const answers = new Map<string, { status: number; text: string }>()
  for (const path of reads) answers.set(path, await carrier.get(path))
  const templateId = await valueOf<number>(app, 'print_templates', { ModuleId: 'shipments' }, 'template_id')
  const printed = await carrier.post('/api/print/shipments/', { templateId, formId: ShipmentId, device: 'screen' })
  answers.set('the manifest', printed)
  answers.set(
    'the waiting tubes',
    await carrier.post('/api/shippablesamples/search/', { ConsignorId: party.hadapsar, ConsigneeId: party.central }),
  )
  const doctor = await valueOf<string>(app, 'clients', { ClientId: sale.ReferringDoctorId }, 'name')
  const secrets = ['Secretly', '9812345670', doctor, 'Lipid', 'Triglycerides']
  const told = [...answers].flatMap(([path, { text }]) =>
    secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase())).map((secret) => `${path}: ${secret}`),
  )
  expect(told.filter((one) => !catalogue.test(one))).toEqual([])
  expect(answers.get(`/api/sales/${saleId}`)?.status).toBe(404)
  const box = answers.get(`/api/shipments/${String(ShipmentId)}`)?.text
  for (const shown of ['"LRN":"4711"', '"Barcode":"', '"Specimen":{"Name":"']) expect(box).toContain(shown)
  expect(answers.get(`/api/samples/${String(tube)}`)).toMatchObject({
    status: 200,
    text: expect.stringMatching(/"CapColour":"\w+/),
  })
  expect([printed.status, printed.text]).toEqual([200, expect.stringContaining('Shipment manifest')])
  const sorted = await carrier.get(`/api/getdata/1002?sort=Patient`)
  expect(sorted.status).toBe(400)
  const searched = await carrier.get(
    `/api/getdata/1002?filterCriteria=${encodeURIComponent(JSON.stringify({ Patient: 'Unnamed' }))}`,
  )
  expect(searched.status).toBe(400)
  // nor does another role that works for a courier
  await app.db.transaction((tx) =>
    addUser(tx, { user: 'carrierdesk', name: 'Carrier Desk', role: role.FrontDesk, entity: courier.puneCity }),
  )
  const label = await valueOf<number>(app, 'print_templates', { ModuleId: 'samples' }, 'template_id')
  const asked = { templateId: label, formId: tube, device: 'screen' }
  const desk = await signedIn(app, 'carrierdesk', role.FrontDesk, courier.puneCity)
  const labelled = await desk.post('/api/print/samples/', asked)
  expect([labelled.status, labelled.body.message]).toEqual([
    403,
    'A courier does not print labels: they name the patient',
  ])
  expect((await front.post('/api/print/samples/', asked)).text).toMatch(/secretly/i)
  // the sender reads all of it
  expect((await front.get(`/api/shipments/${String(ShipmentId)}`)).text).toContain('Unnamed Secretly')
})
