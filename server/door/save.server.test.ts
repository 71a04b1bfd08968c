// The one door for writes: refusals and their messages.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, aSale, booked, product } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../db/db.ts'
import type { Told } from '../testing/answers.ts'
import { networkForTests } from '../testing/network.ts'
import { signedIn } from '../testing/signed-in.ts'
import { setPermits, setRows, valueOf } from '../testing/rows.ts'

const { app, desk, labAdmin: admin } = networkForTests('desk', 'labAdmin')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})

test('FND-390 FND-392 FND-255 a create answers 201 with message, key and version, and the record can be read', async () => {
  const saved = await desk.post('/api/clients/', {
    ClientTypeId: 12,
    Name: 'Asha Rao',
    GenderId: 2,
    Age: 30,
    MobilePhone: '9822000111',
    ParentId: 1,
    IsActive: true,
  })
  expect([saved.status, saved.body]).toEqual([
    201,
    { message: expect.stringMatching(/./), ClientId: expect.any(Number), RowVersion: 1 },
  ])
  const read = await desk.get(`/api/clients/${saved.body.ClientId}`)
  expect(read.body).toMatchObject({ Name: 'Asha Rao', ClientTypeId: 12, RowVersion: 1 })
})

test('FND-389 a patient and a doctor are added quickly, a doctor without the right to refer', async () => {
  const saved = await desk.post('/api/clients/', {
    ClientTypeId: 11,
    Name: 'Dr New Here',
    MobilePhone: '9822000112',
    ParentId: 1,
    IsActive: true,
  })
  expect(saved.status).toBe(201)
  expect((await desk.get(`/api/clients/${saved.body.ClientId}`)).body).toMatchObject({
    Name: 'Dr New Here',
    ClientTypeId: 11,
    IsActive: true,
    CanRefer: false,
  })
})

test('FND-391 FND-256 FND-257 an update answers 200 with message and the next version', async () => {
  const saved = await desk.put(`/api/clients/${patient}`, { Name: 'Ramesh K Joshi', RowVersion: 1 })
  expect([saved.status, saved.body]).toEqual([200, { message: 'Changes saved', ClientId: patient, RowVersion: 2 }])
  expect((await desk.get(`/api/clients/${patient}`)).body.Name).toBe('Ramesh K Joshi')
})

test('a save with an old version answers 409 with who changed it and when, in the body or by If-Match', async () => {
  for (const answer of [
    await admin.put(`/api/clients/${patient}`, { Area: 'Baner', RowVersion: 1 }),
    await admin.put(`/api/clients/${patient}`, { Area: 'Baner' }, { 'if-match': '"1"' }),
  ]) {
    expect(answer.status).toBe(409)
    expect(answer.body.message).toMatch(
      /^This record was changed by Kavita Joshi at \d\d-\w{3}-\d{4} \d\d:\d\d [AP]M\. Your changes are still on this screen\.$/,
    )
  }
  expect((await desk.get(`/api/clients/${patient}`)).body.Area).not.toBe('Baner')
})

test('an action with an old version answers 409, in the body or by If-Match, and has no effect', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const [formId, seen] = [sale.SaleId, sale.RowVersion]
  expect((await desk.put(`/api/sales/${formId}`, { Remarks: 'later' })).status).toBe(200)
  for (const answer of [
    await desk.put('/api/cancel/sales', { formId, RowVersion: seen }),
    await desk.put('/api/cancel/sales', { formId }, { 'if-match': `"${seen}"` }),
  ])
    expect(answer.status).toBe(409)
  const now = (await desk.get(`/api/sales/${formId}`)).body
  expect(now.StatusId).toBe(92)
  expect((await desk.put('/api/cancel/sales', { formId, RowVersion: now.RowVersion })).status).toBe(200)
})

test('unknown fields are refused with 400, computed ones are ignored', async () => {
  const unknown = await desk.put(`/api/clients/${patient}`, { Area: 'Baner', Salary: 1 })
  expect([unknown.status, unknown.body.message]).toEqual([400, 'Unknown field "Salary"'])
  const sale = await booked(desk, { PatientId: patient, NetAmount: 1, Paid: 999, StatusId: 99, AccessionNo: 'MINE' })
  expect(sale).toMatchObject({ NetAmount: 350, Paid: 0, StatusId: 92, AccessionNo: null })
  const line = await desk.post(
    '/api/sales/',
    aSale({ PatientId: patient, products: [{ ProductId: product.cbc, Secret: 1 }] }),
  )
  expect([line.status, line.body.message]).toEqual([400, expect.stringContaining('Unknown field')])
})

test('the key comes from the address only: an id in the body does not turn a create into an update', async () => {
  const before = await booked(desk, { PatientId: patient })
  const answer = await desk.post(
    '/api/sales/',
    aSale({ PatientId: patient, SaleId: before.SaleId, Remarks: 'taken over' }),
  )
  expect(answer.status).toBe(400)
  expect(
    (await desk.put(`/api/sales/${before.SaleId}`, { SaleId: Number(before.SaleId) + 1, Remarks: 'taken over' }))
      .status,
  ).toBe(400)
  expect((await desk.get(`/api/sales/${before.SaleId}`)).body.Remarks).toBeNull()
})

test("another sale's line or receipt cannot be changed through this one", async () => {
  const one = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: 40, Amount: 50 }] })
  const other = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: 40, Amount: 60 }] })
  const line = await desk.put(`/api/sales/${one.SaleId}`, {
    SaleProducts: [{ SaleProductId: other.SaleProducts[0].SaleProductId, ProductId: product.cbc }],
  })
  expect(line.status).toBe(422)
  const receipt = await desk.put(`/api/sales/${one.SaleId}`, {
    Invoice: {
      Transactions: [{ TransactionId: other.Invoice.Transactions[0].TransactionId, PaymentModeId: 40, Amount: 1 }],
    },
  })
  expect(receipt.status).toBe(422)
  expect((await desk.get(`/api/sales/${other.SaleId}`)).body.Paid).toBe(60)
})

test('restricted fields are refused with 403 for roles above 2 and accepted from roles 1 and 2', async () => {
  const doctor = 115
  for (const change of [{ CanRefer: true }, { MaxDiscountForReferral: 20 }])
    expect((await desk.put(`/api/clients/${doctor}`, change)).status).toBe(403)
  expect((await desk.put(`/api/clients/${doctor}`, { MaxDiscountForReferral: 0, Area: 'Aundh' })).status).toBe(200)
  expect((await admin.put(`/api/clients/${doctor}`, { MaxDiscountForReferral: 20 })).status).toBe(200)
  const centre = await desk.put('/api/clients/12', { CreditLimit: 1 })
  expect([403, 404, 422]).toContain(centre.status)
  expect(await valueOf<number>(app, 'clients', { ClientId: 12 }, 'credit_limit')).toBe(50_000)
})

test('out of scope is 404, the same as missing, for read, save, history, lock, print and action', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const other = await signedIn(app, 'frontdesk', 5, 12)
  const id = sale.SaleId
  const missing = 9_999_999
  const asked = async (key: number) =>
    Promise.all([
      other.get(`/api/sales/${key}`),
      other.put(`/api/sales/${key}`, { Remarks: 'x' }),
      other.get<Told>(`/api/actions?ModuleId=sales&FormId=${key}`),
      other.post('/api/locks/', { ModuleId: 'sales', FormId: key }),
      other.put('/api/cancel/sales', { formId: key }),
      other.put('/api/accession/sales', { formId: key }),
      other.post('/api/print/sales/', { templateId: 1, formId: key, device: 'screen' }),
    ])
  const [foreign, none] = [await asked(id), await asked(missing)]
  expect(foreign.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect(foreign.map((answer) => answer.body.message)).toEqual(none.map((answer) => answer.body.message))
})

test('a key that is not a number is 404, not an error', async () => {
  for (const key of ['abc', '0', '-1', '99999999999', '1;drop', '1e3'])
    expect((await desk.get(`/api/sales/${key}`)).status).toBe(404)
})

test('FND-241 OPS-247 a missing permit is 403 for read, save, list, action and print', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const technologist = await signedIn(app, 'technologist', 4, 2)
  expect((await technologist.put(`/api/sales/${sale.SaleId}`, { Remarks: 'x' })).status).toBe(403)
  expect((await technologist.post('/api/sales/', aSale({ PatientId: patient }))).status).toBe(403)
  for (const action of ['cancel', 'unlock', 'accession'])
    expect((await technologist.put(`/api/${action}/sales`, { formId: sale.SaleId })).status).toBe(403)
  expect((await desk.get('/api/getdata/1003')).status).toBe(403)
  expect((await desk.post('/api/print/worksheets/', { formId: 1, device: 'screen' })).status).toBe(403)
})

test('FND-242 OPS-249 OPS-250 a criteria of the permit opens one record and closes another, on the server too', async () => {
  await setRows(
    app,
    'permissions',
    { RoleId: 5, ModuleId: 'sales', Permit: 'update' },
    { Criteria: 'StatusId != 90 && NetAmount < 400' },
  )
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        counters (name, value)
      values
        ('version:permissions', 1)
      on conflict (name) do update
      set
        value = counters.value + 1
    `),
  )
  const [small, large] = [
    await booked(desk, { PatientId: patient }),
    await booked(desk, { PatientId: patient, products: [product.lipids] }),
  ]
  expect((await desk.get(`/api/sales/${small.SaleId}`)).body.Actions.update).toBe(true)
  expect((await desk.get(`/api/sales/${large.SaleId}`)).body.Actions.update).toBe(
    'Your role may not do this with this record',
  )
  expect((await desk.put(`/api/sales/${small.SaleId}`, { Remarks: 'x' })).status).toBe(200)
  expect((await desk.put(`/api/sales/${large.SaleId}`, { Remarks: 'x' })).status).toBe(403)
  expect((await desk.post('/api/locks/', { ModuleId: 'sales', FormId: large.SaleId })).status).toBe(403)
})

test('a read criteria that hides a record hides its history too', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const only = (criteria: string | null) => setPermits(app, 5, 'sales', ['read'], { Criteria: criteria })
  const opens = async () => [
    (await desk.get(`/api/sales/${sale.SaleId}`)).status,
    (await desk.get(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)).status,
  ]
  expect(await opens()).toEqual([200, 200])
  await only('SellerId == 12')
  expect(await opens()).toEqual([403, 403])
  await only(null)
})
