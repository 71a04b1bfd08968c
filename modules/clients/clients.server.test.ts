// Clients: who saves which, what each picker answers, and what is hidden.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Got, Rows } from '../../server/testing/answers.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'

const { app, desk, admin } = networkForTests('desk', 'admin')
const rows = async <P extends string>(url: P, person = desk): Promise<Got<P>> => {
  const answer = await person.get(url)
  expect([url, answer.status]).toEqual([url, 200])
  return answer.body
}
type Found = { readonly ClientTypeId: number }
const types = (found: readonly { readonly ClientTypeId: number }[]): number[] =>
  [...new Set(found.map((row) => row.ClientTypeId))].sort((a, b) => a - b)

test.each([[11], [13], [16]])('FND-365 OPS-263 statement 200 answers clients of type %i only', async (type) => {
  expect(types(await rows(`/api/getdata/200?ClientTypeId=${type}`))).toEqual([type])
})

test('FND-365 OPS-263 statement 200 narrows by parent, key and name', async () => {
  const patient = await aPatient(desk, { Name: 'Quite Unusual' })
  expect(await rows('/api/getdata/200?ClientTypeId=12&ParentId=1&Name=unusual')).toMatchObject([
    { ClientId: patient, Name: 'Quite Unusual' },
  ])
  expect(await rows(`/api/getdata/200?ClientId=${patient}`)).toHaveLength(1)
  expect((await rows('/api/getdata/200?ClientTypeId=13&ParentId=2')).map((row) => row.ParentId)).toEqual([2, 2, 2, 2])
  expect(await rows('/api/getdata/200?Name=%25')).toEqual([])
})

test('FND-366 FND-367 FND-368 statements 201, 202 and 203 answer centres, referrers and givers', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  expect((await rows('/api/getdata/201')).map((row) => row.ClientId).sort()).toEqual([11, 12, 13, 14, 2].sort())
  const referrers = await rows('/api/getdata/202')
  expect([types(referrers), referrers.every((row) => row.CanRefer)]).toEqual([[14], true])
  const givers = await rows('/api/getdata/203', front)
  expect(givers.map((row) => row.ClientId)).toEqual(expect.arrayContaining([12, 22]))
  expect(givers.map((row) => row.ClientId)).not.toContain(21)
})

test('FND-366 what is typed narrows the centres and the own place, also for those who do not work at a lab', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const whole = await signedIn(app, 'admin', 1, 1)
  for (const person of [front, whole, desk]) {
    const named = await rows('/api/getdata/201?Name=Kothrud', person)
    expect(named.map((row) => row.ClientId)).toEqual(person === front ? [] : [11])
  }
  await setRows(app, 'clients', { ClientId: 11 }, { IsActive: false })
  expect((await rows('/api/getdata/201', whole)).map((row) => row.ClientId)).not.toContain(11)
  await setRows(app, 'clients', { ClientId: 11 }, { IsActive: true })
})

test('FND-369 statement 204 answers the clients of the sales manager', async () => {
  const manager = await signedIn(app, 'salesmanager', 9, 2)
  const own = await rows('/api/getdata/204?limit=500', manager)
  expect(own.length).toBeGreaterThan(0)
  const stored = await app.db.read.one<{ N: number }>(sql`
    select
      count(*)::int as n
    from
      clients
    where
      sales_manager_id = ${manager.userId}
      and is_active
  `)
  expect(own).toHaveLength(stored.N)
})

test('FND-373 FND-374 FND-375 GET /api/clients filters by type and key, and has the fields', async () => {
  expect(types((await admin.get<Rows<Found>>('/api/clients?ClientTypeId=10')).body)).toEqual([10])
  const patient = await aPatient(desk, { Name: 'Only This' })
  expect((await desk.get<Rows<Found>>(`/api/clients?ClientId=${patient}`)).body).toMatchObject([
    { ClientId: patient, Name: 'Only This', GenderId: 1, Age: 46, Phone: '9822000158', ClientTypeId: 12, ParentId: 1 },
  ])
})

test('FND-213 a client that is asked for by its key has its twenty fields', async () => {
  const person = {
    Name: 'All Fields',
    Area: 'Aundh',
    GenderId: 2,
    BirthDate: '1980-05-04',
    Height: 158,
    Weight: 61,
    MobilePhone: '9822000171',
    WorkPhone: '02025550171',
    HomePhone: '02025550172',
    Email: 'all@fields.example',
    ClientTypeId: 12,
    ParentId: 1,
    IsActive: true,
  }
  const ClientId = (await desk.post('/api/clients/', person)).body.ClientId
  const [found] = (await desk.get<Rows<Found>>(`/api/clients?ClientId=${ClientId}`)).body
  expect(found).toMatchObject({ ...person, ClientId, IsActualBirthDay: true, Age: expect.any(Number) })
  for (const name of ['NameAlias', 'Specialization', 'Code', 'Phone'])
    expect([name, name in (found ?? {})]).toEqual([name, true])
  // neither the list of a type, as long as a picker shows, nor an answer to outsiders has contact data
  const [listedOne] = (await desk.get<Rows<Found>>('/api/clients?ClientTypeId=12')).body
  expect(Object.keys(listedOne ?? {})).not.toContain('Email')
  const doctor = await signedIn(app, 'doctor', 12, 101)
  const [own] = (await doctor.get<Rows<Found>>('/api/clients?ClientId=101')).body
  expect(Object.keys(own ?? {})).toContain('Name')
  expect(Object.keys(own ?? {})).not.toContain('HomePhone')
})

test('OPS-278 a collection centre is read with its parent', async () => {
  expect((await desk.get('/api/clients/12')).body).toMatchObject({
    ClientId: 12,
    ParentId: 2,
    ParentClient: { ClientId: 2, Name: expect.stringContaining('Central') },
  })
})

test('the desk saves patients and doctors only; roles 1 and 2 save organisations', async () => {
  for (const ClientTypeId of [9, 10, 13, 14, 16, 19, 20])
    expect([
      ClientTypeId,
      (await desk.post('/api/clients/', { ClientTypeId, Name: 'New Organisation', IsActive: true })).status,
    ]).toEqual([ClientTypeId, 403])
  expect((await desk.put('/api/clients/12', { Area: 'Elsewhere' })).status).toBe(422)
  expect((await admin.put('/api/clients/12', { Area: 'Magarpatta' })).status).toBe(200)
})

test('the type and the parent of a client cannot be changed', async () => {
  const patient = await aPatient(desk, { Name: 'Stays Patient' })
  expect((await desk.put(`/api/clients/${patient}`, { ClientTypeId: 11 })).status).toBe(400)
  expect((await desk.put(`/api/clients/${patient}`, { ParentId: 2 })).status).toBe(403)
})

test('a patient of the desk belongs to its employer whatever parent is sent', async () => {
  const patient = await aPatient(desk, { Name: 'Parent Ignored', ParentId: 3 })
  expect((await desk.get(`/api/clients/${patient}`)).body.ParentId).toBe(1)
})

test('a new name of a patient shows on the sales list at once', async () => {
  const patient = await aPatient(desk, { Name: 'Old Name' })
  const sale = await booked(desk, { PatientId: patient })
  await desk.put(`/api/clients/${patient}`, { Name: 'New Name' })
  expect(await rows(`/api/getdata/1001?filterCriteria={"Patient":"new name"}`)).toMatchObject([
    { SaleId: sale.SaleId, Patient: 'New Name' },
  ])
})

test.each<[string, Json, string]>([
  ['Name', { Name: '' }, 'Name is required'],
  ['Email', { Email: 'abc' }, 'Email'],
  ['Age', { Age: 121 }, 'Age must be between 0 and 120'],
  ['BirthDate', { BirthDate: '2030-01-01' }, 'Birth Date cannot be later than today'],
  ['Weight', { Weight: 0 }, 'Weight must be between 1 and 500'],
])('%s of a patient is checked', async (name, change, message) => {
  const answer = await desk.post('/api/clients/', {
    ClientTypeId: 12,
    Name: 'Checked',
    GenderId: 1,
    Age: 30,
    MobilePhone: '9822000158',
    ...change,
  })
  expect([answer.status, String(answer.body.errors?.[name])]).toEqual([400, expect.stringContaining(message)])
})

test('an organisation added below an entity is inside its scope with the next request', async () => {
  const manager = await signedIn(app, 'manager', 2, 2)
  const cycle = (await rows('/api/listitems?ListId=107'))[0]?.ListItemId
  const saved = await admin.post('/api/clients/', {
    ClientTypeId: 16,
    Name: 'Fresh Hospital',
    ParentId: 2,
    PaymentTypeId: 22,
    IsActive: true,
    MobilePhone: '9822000000',
    Area: 'Aundh',
    City: 'Pune',
    State: 'Maharashtra',
    Code: 'FRESH',
    BillCycleId: cycle,
  })
  expect([saved.status, saved.text]).toEqual([201, expect.stringContaining('ClientId')])
  const { body } = await manager.get(`/api/clients/${saved.body.ClientId}`)
  expect(body).toMatchObject({ Name: 'Fresh Hospital', ParentId: 2 })
})

test('an institution finds itself and the patients of its own sales, in every look-up, and no one else of the network', async () => {
  const portal = await signedIn(app, 'institution', 13, 21)
  const stranger = await aPatient(desk, { Name: 'Nobody Of Theirs' })
  const theirs = await aPatient(desk, { Name: 'Their Patient' })
  await booked(await signedIn(app, 'manager', 2, 2), { PatientId: theirs, BuyerId: 21, OverrideRemarks: 'Agreed' })
  for (const path of [
    '/api/clients?ClientTypeId=12',
    '/api/getdata/200?ClientTypeId=12',
    '/api/getdata/200',
    '/api/getdata/203',
  ]) {
    const answer = await portal.get<{ ClientId: number }[]>(path)
    if (answer.status !== 200) continue
    const ids = answer.body.map((row) => row.ClientId)
    expect([path, ids.includes(stranger)]).toEqual([path, false])
    if (path.includes('=12')) expect([path, ids]).toEqual([path, [theirs]])
  }
  expect((await portal.get(`/api/clients/${stranger}`)).status).toBeGreaterThanOrEqual(403)
})
