// Which clients exist for whom: each address opens its own type, only managers see money fields, legal entities are
// strangers, a sales manager sees their own.
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed } from '../../server/testing/listed.ts'
import { addStrangers, type Strangers } from '../../server/testing/strangers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import { clientType } from '../lists/items.model.ts'
import { aPatient, booked, product } from '../sales/sales.fixture.ts'

const { app, admin, manager, desk, salesManager } = networkForTests('admin', 'manager', 'desk', 'salesManager')
let patient: number
let rivalAdmin: Person
/** Clients of strangers in the same database. */
let strangers: Strangers
const rival = (name: 'Entity' | 'Lab' | 'Patient' | 'Institution' | 'User'): number => strangers[`${name}R`]

beforeAll(async () => {
  strangers = await addStrangers(app)
  rivalAdmin = await signedIn(app, 'rival', 1, rival('Entity'))
  patient = await aPatient(desk)
})

describe('each address opens its own type of client', () => {
  test.each([
    ['patients', () => patient, [1, 2, 12, 101, 141]],
    ['doctors', () => 101, [1, 2, 12, 141]],
    ['referrers', () => 141, [1, 2, 12, 101]],
  ])('/api/%s reads, locks and shows the history of no other type', async (module, own, others) => {
    expect((await admin.get(`/api/${module}/${own()}`)).status).toBe(200)
    for (const id of others) {
      expect([id, (await admin.get(`/api/${module}/${id}`)).status]).toEqual([id, 404])
      expect([id, (await admin.get(`/api/actions?ModuleId=${module}&FormId=${id}`)).status]).toEqual([id, 404])
      expect([id, (await admin.post('/api/locks/', { ModuleId: module, FormId: id })).status]).toEqual([id, 404])
    }
  })
  test('a technologist, who may read patients only, reads no centre by the address of patients', async () => {
    const technologist = await signedIn(app, 'technologist', 4, 2)
    expect((await technologist.get(`/api/patients/${patient}`)).status).toBe(200)
    expect((await technologist.get('/api/patients/12')).status).toBe(404)
  })
})

test('who bought a product is shown of the sales that the user works for, not of those of others', async () => {
  const own = await aPatient(desk)
  const buys = { PatientId: own, SellerId: 2, products: [product.antiCcp] }
  await booked(desk, buys)
  const nashik = await signedIn(app, 'nashik', 5, 3)
  const asked = async (person: Person, filter: Json): Promise<unknown[]> =>
    (await listed(person, 1009, { ClientTypeId: clientType.Patient, ...filter })).rows.map((row) => row.ClientId)
  const lookedUp = { Name: (await desk.get(`/api/clients/${own}`)).body.Name }
  expect(await asked(nashik, lookedUp)).toContain(own)
  expect(await asked(nashik, { ...lookedUp, ProductId: product.antiCcp })).not.toContain(own)
  expect(await asked(desk, { ...lookedUp, ProductId: product.antiCcp })).toContain(own)
})

describe('credit limit and opening balance', () => {
  beforeAll(async () => {
    for (const CreditLimit of [60_000, 60_001])
      expect((await manager.put('/api/clients/21', { CreditLimit, OpeningBalance: 7 })).status).toBe(200)
  })
  const changed = async (person: Person): Promise<string[]> =>
    (await person.get('/api/actions?ModuleId=clients&FormId=21')).body.flatMap((entry) => Object.keys(entry.Changes))
  test('show to role id 2 or lower, in the record and its history', async () => {
    expect((await manager.get('/api/clients/21')).body).toMatchObject({ CreditLimit: 60_001, OpeningBalance: 7 })
    expect(await changed(manager)).toEqual(expect.arrayContaining(['CreditLimit', 'OpeningBalance']))
  })
  test('show to no other role', async () => {
    for (const [name, role, entity] of [
      ['labdesk', 5, 2],
      ['accounts', 7, 2],
      ['auditor', 11, 1],
      ['pathologist', 3, 2],
    ] as const) {
      const person = await signedIn(app, name, role, entity)
      const { status, body } = await person.get('/api/clients/21')
      expect([name, status, 'CreditLimit' in body, 'OpeningBalance' in body]).toEqual([name, 200, false, false])
      expect([name, (await changed(person)).filter((field) => /Credit|Opening/.test(field))]).toEqual([name, []])
    }
  })
  test.each([
    ['lab', 2],
    ['doctor', 101],
    ['collection centre', 12],
    ['institution', 21],
  ])('MDA-292 of a %s they show to an administrator and a manager, and not to the desk', async (_type, id) => {
    const sees = async (person: Person): Promise<boolean[]> => {
      const { status, body } = await person.get(`/api/clients/${id}`)
      expect([id, status]).toEqual([id, 200])
      return ['CreditLimit' in body, 'OpeningBalance' in body]
    }
    const admin = await signedIn(app, 'admin', 1, 2)
    expect([await sees(admin), await sees(manager), await sees(desk)]).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ])
  })
  test('a save by a user who does not see them leaves them unchanged', async () => {
    expect((await manager.put('/api/clients/101', { OpeningBalance: 5 })).status).toBe(200)
    const { body } = await desk.get(`/api/clients/101`)
    expect((await desk.put('/api/clients/101', { ...body, Area: 'Baner' })).status).toBe(200)
    expect((await manager.get('/api/clients/101')).body.OpeningBalance).toBe(5)
  })
})

describe('a sales manager', () => {
  beforeAll(async () => {
    const id = await valueOf<number>(app, 'users', { UserName: 'salesmanager' }, 'user_id')
    await app.db.transaction(async (tx) => {
      await tx.run(sql`
        update clients
        set
          sales_manager_id = null
        where
          client_type_id = 11
          and client_id <> 101
      `)
      await tx.run(sql`
        update clients
        set
          sales_manager_id = ${id}
        where
          client_id in (101, 22)
      `)
      // by mistake, the same person is the manager of an institution of strangers
      await tx.run(sql`
        update clients
        set
          sales_manager_id = ${id}
        where
          client_id = ${rival('Institution')}
      `)
    })
  })
  test('sees the clients whose manager they are, inside the employer, and the place they work at', async () => {
    const { rows } = await listed(salesManager, 1009, {}, { sort: 'ClientId' })
    expect(rows.map((row) => row.ClientId)).toEqual([2, 22, 101])
    for (const id of [22, 101]) expect([id, (await salesManager.get(`/api/clients/${id}`)).status]).toEqual([id, 200])
    for (const id of [21, 102, 141, rival('Institution')])
      expect([id, (await salesManager.get(`/api/clients/${id}`)).status]).toEqual([id, 404])
  })
  test('neither lists, finds, opens nor changes any patient', async () => {
    for (const id of [patient, rival('Patient')]) {
      expect((await salesManager.get(`/api/clients/${id}`)).status).toBe(404)
      expect((await salesManager.put(`/api/clients/${id}`, { Name: 'Renamed' })).status).toBe(404)
    }
    // nor one that names them as its manager
    await setRows(app, 'clients', { ClientId: patient }, { SalesManagerId: salesManager.userId })
    expect((await salesManager.get(`/api/clients/${patient}`)).status).toBe(404)
    expect((await salesManager.get('/api/getdata/200?ClientTypeId=12')).body).toEqual([])
    expect((await salesManager.get('/api/search?q=Secret')).body).toEqual([])
    expect((await salesManager.get('/api/search?q=Ramesh')).body.filter((row) => row.Kind === 'Patient')).toEqual([])
  })
  test('sees the sales that belong to them, and none of another employer', async () => {
    const mine = await booked(desk, { PatientId: patient, ReferringDoctorId: 101 })
    const others = await booked(desk, { PatientId: patient, ReferringDoctorId: 114 })
    expect((await salesManager.get(`/api/sales/${mine.SaleId}`)).status).toBe(200)
    expect((await salesManager.get(`/api/sales/${others.SaleId}`)).status).toBe(404)
    await setRows(app, 'sales', { SaleId: mine.SaleId }, { SellerId: rival('Lab') })
    expect((await salesManager.get(`/api/sales/${mine.SaleId}`)).status).toBe(404)
  })
})

describe('legal entities of one database are strangers', () => {
  test('an administrator neither sees nor changes the other one, its clients and its users', async () => {
    for (const id of [1, 2, 12, 21, 101, patient]) {
      expect([id, (await rivalAdmin.get(`/api/clients/${id}`)).status]).toEqual([id, 404])
      expect([id, (await rivalAdmin.put(`/api/clients/${id}`, { Name: 'Taken over' })).status]).toEqual([id, 404])
    }
    expect((await rivalAdmin.get(`/api/users/${admin.userId}`)).status).toBe(404)
    expect((await listed(rivalAdmin, 1009, { ClientTypeId: 9 })).rows.map((row) => row.ClientId)).toEqual([
      rival('Entity'),
    ])
    for (const id of [rival('Lab'), rival('Patient')])
      expect([id, (await admin.get(`/api/clients/${id}`)).status]).toEqual([id, 404])
    expect((await admin.get(`/api/users/${rival('User')}`)).status).toBe(404)
  })
  test('no record of one is linked to the other, and no user adds a client that they do not see themselves', async () => {
    for (const [name, id] of [
      ['ConsigneeId', rival('Lab')],
      ['CourierId', rival('Patient')],
    ] as const) {
      const answer = await admin.put('/api/clients/2', { AutoDispatch: true, ConsigneeId: 3, [name]: id })
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([404, [name]])
    }
    const atLab = await signedIn(app, 'admin', 1, 2)
    const hospital = {
      ClientTypeId: 16,
      Name: 'Far Hospital',
      Code: 'FAR',
      Area: 'Wakad',
      City: 'Pune',
      State: 'Maharashtra',
    }
    const made = await atLab.post('/api/clients/', { ...hospital, PaymentTypeId: 22, BillCycleId: 54, ParentId: 1 })
    expect([made.status, made.body.errors]).toEqual([404, undefined])
    expect((await admin.get('/api/getdata/200?Name=Far%20Hospital')).body).toEqual([])
  })
  test('an administrator still saves their own', async () => {
    expect((await rivalAdmin.put(`/api/clients/${rival('Entity')}`, { Area: 'Aundh', Code: 'RIVAL' })).status).toBe(200)
  })
  test("only role 1 of the network's first legal entity adds a legal entity", async () => {
    const entity = { ClientTypeId: 9, Name: 'Third Diagnostics', Code: 'THIRD', IsActive: true }
    for (const person of [rivalAdmin, manager]) {
      const { status, body } = await person.post('/api/clients/', entity)
      expect([status, body.message]).toEqual([403, 'Only the administrator of the network may add a legal entity'])
    }
    const made = await admin.post('/api/clients/', entity)
    expect(made.status).toBe(201)
    expect((await admin.get(`/api/clients/${made.body.ClientId}`)).status).toBe(200)
  })
})
