// Keeping clients of every type through HTTP: what is kept, what is required of whom, and who may set what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { signedIn, type Answered, type Json, type Person } from '../../server/testing/signed-in.ts'
import { shownFields } from './clients.rules.ts'

let app: TestApp
let admin: Person
let manager: Person
let desk: Person
let managerOfSales: number
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 2)
  manager = await signedIn(app, 'manager', 2, 2)
  desk = await signedIn(app, 'labdesk', 5, 2)
  managerOfSales = (
    await app.db.read.one<{ id: number }>(sql`
      select
        user_id as id
      from
        users
      where
        user_name = 'salesmanager'
    `)
  ).id
})
afterAll(() => app.close())
// a session may send a hundred requests at once
const anew = async () => {
  admin = await signedIn(app, 'admin', 1, 2)
}

const types = [9, 10, 11, 12, 13, 14, 16, 19, 20]
/** A value for every field of a client; what does not show for a type is left out. */
const everything = (type: number): Json => ({
  ClientTypeId: type,
  Name: `Kept ${type}`,
  NameAlias: 'K. Kept',
  Specialization: 'Physician',
  GenderId: 2,
  BirthDate: '1980-04-05',
  IsActualBirthDay: true,
  Height: 30,
  Weight: 500,
  AnniversaryDate: '2005-12-31',
  LegalEntityId: 1,
  Code: `KEPT${type}`,
  BillPrefix: `K${String.fromCharCode(65 + type)}X`,
  Area: 'Aundh',
  Address: '7 Hill Road\nFirst floor',
  City: 'Pune',
  State: 'Maharashtra',
  Zipcode: '411007',
  MobilePhone: '9876543210',
  WorkPhone: '020 2550 0000',
  HomePhone: '020 2550 0001',
  Email: 'kept@example.com',
  ContactPersonName: 'Asha Rane',
  ContactPersonPhone: '9876500000',
  NationalId: '1234 5678 9012',
  RegistrationKey: '27AAAAA0000A1Z9',
  SalesManagerId: managerOfSales,
  CanRefer: true,
  MaxDiscountForReferral: 12.5,
  PaymentTypeId: 22,
  BillCycleId: 54,
  CreditLimit: 150_000.5,
  OpeningBalance: -20,
  EmailStatements: true,
  EmailReports: true,
  AutoDispatch: true,
  ConsigneeId: 4,
  CourierId: 151,
  DispatchTimes: '11:00, 17:30',
  IsActive: true,
})
const shownOf = (type: number): Json => {
  const shown = shownFields(type, 1, { AutoDispatch: true })
  return Object.fromEntries(Object.entries(everything(type)).filter(([name]) => shown.has(name)))
}
const add = (person: Person, body: Json): Promise<Answered> => person.post('/api/clients/', body)
const kept = async (person: Person, body: Json): Promise<number> => {
  const saved = await add(person, body)
  expect([saved.status, saved.text]).toEqual([201, expect.stringContaining('ClientId')])
  return saved.body['ClientId'] as number
}
/** The client of each type that the first test left changed. */
const changedOf = new Map<number, number>()
const said = (answer: Answered, name: string): unknown => (answer.body['errors'] as Json | undefined)?.[name]

test.each(types)('a client of type %i keeps every field that shows for it', async (type) => {
  const body = shownOf(type)
  const id = await kept(admin, body)
  expect((await admin.get(`/api/clients/${id}`)).body).toMatchObject(body)
  const changed = { ...body, Name: `Changed ${type}`, Area: 'Baner', IsActive: false }
  expect((await admin.put(`/api/clients/${id}`, changed)).status).toBe(200)
  changedOf.set(type, id)
  expect((await admin.get(`/api/clients/${id}`)).body).toMatchObject(changed)
})

test('MDA-122 a client carries its forty-one fields under these names', async () => {
  const { body } = await admin.get('/api/clients/2')
  for (const name of [
    ...'ClientId ClientTypeId Name NameAlias ParentId LegalEntityId Area Address City State Zipcode MobilePhone WorkPhone HomePhone Email'.split(
      ' ',
    ),
    ...'Code BillPrefix Specialization SalesManagerId ContactPersonName ContactPersonPhone GenderId Age BirthDate IsActualBirthDay'.split(
      ' ',
    ),
    ...'Height Weight NationalId AnniversaryDate PaymentTypeId BillCycleId CreditLimit OpeningBalance RegistrationKey'.split(
      ' ',
    ),
    ...'EmailStatements EmailReports AutoDispatch ConsigneeId CanRefer MaxDiscountForReferral IsActive'.split(' '),
  ])
    expect([name, name in body]).toEqual([name, true])
})

test('MDA-343 a save answers message, key and version: 201 for a new record, 200 for a changed one', async () => {
  const made = await add(admin, shownOf(19))
  expect([made.status, made.body]).toEqual([
    201,
    { message: expect.any(String), ClientId: expect.any(Number), RowVersion: 1 },
  ])
  const { ClientId } = made.body
  const changed = await admin.put(`/api/clients/${ClientId}`, { Area: 'Baner', RowVersion: 1 })
  expect([changed.status, changed.body]).toEqual([200, { message: expect.any(String), ClientId, RowVersion: 2 }])
})

describe('what is required', () => {
  beforeAll(anew)
  const wanted: readonly (readonly [string, string, readonly number[]])[] = [
    ['ParentId', 'Parent is required', [11, 12, 13, 14, 16]],
    ['LegalEntityId', 'Legal Entity is required', [10, 13]],
    ['Area', 'Area is required', [10, 13, 14, 16]],
    ['City', 'City is required', [10, 13, 14, 16]],
    ['State', 'State is required', [10, 13, 14, 16]],
    ['Code', 'Client code is required', [9, 10, 13, 14, 16, 20]],
    ['BillPrefix', 'Prefix must have exactly 3 uppercase letters', [10, 13, 20]],
    ['GenderId', 'Gender is required', [12]],
    ['PaymentTypeId', 'Payment Type is required', [13, 16]],
    ['BillCycleId', 'Bill Cycle is required', [13, 16]],
    ['SalesManagerId', 'Sales Manager is required', [11]],
    ['ConsigneeId', 'Auto Dispatch requires a recipient', [10]],
  ]
  const nothing = Object.fromEntries(wanted.map(([name]) => [name, null]))
  test.each(types)('of a client of type %i, as it is added and as it is changed', async (type) => {
    const errors = Object.fromEntries(
      wanted.flatMap(([name, message, of]) => (of.includes(type) ? [[name, [message]]] : [])),
    )
    const some = Object.keys(errors).length > 0
    const body = { ...shownOf(type), ...nothing }
    const { ParentId: _parent, ...rest } = body
    const changed = await admin.put(`/api/clients/${changedOf.get(type)}`, errors['ParentId'] ? body : rest)
    expect([changed.status, changed.body['errors'] ?? {}]).toEqual([some ? 400 : 200, errors])
    if (type !== 16) delete errors['ParentId']
    const added = await add(admin, body)
    expect([added.status, added.body['errors'] ?? {}]).toEqual([Object.keys(errors).length > 0 ? 400 : 201, errors])
  })
  test('the type and the name', async () => {
    expect(said(await add(admin, { Name: 'No Type' }), 'ClientTypeId')).toEqual(['Client Type is required'])
    expect(said(await add(admin, { ...shownOf(19), Name: ' ' }), 'Name')).toEqual(['Name is required'])
  })
  test('the age, unless there is a birth date', async () => {
    const { BirthDate: _birth, IsActualBirthDay: _actual, ...patient } = shownOf(12)
    expect(said(await add(desk, patient), 'Age')).toEqual(['Age is required'])
    expect((await add(desk, { ...patient, BirthDate: '1990-01-01' })).status).toBe(201)
    expect(said(await add(desk, { ...patient, BirthDate: '1902-01-01' }), 'Age')).toEqual([
      'Age must be between 0 and 120',
    ])
  })
  test('MDA-199 phone and e-mail may both be empty; the network can ask for the phone of a patient', async () => {
    const person = (type: number): Json => ({
      ClientTypeId: type,
      Name: 'No Phone',
      ...(type === 12 && { GenderId: 1, Age: 30 }),
      MobilePhone: null,
      Email: null,
    })
    const id = await kept(desk, person(12))
    expect((await desk.get(`/api/clients/${id}`)).body).toMatchObject({ MobilePhone: null, Email: null })
    await kept(desk, person(11))
    await app.db.transaction((tx) =>
      tx.run(sql`
        insert into
          settings (name, value)
        values
          ('patientPhoneRequired', 'true')
        on conflict (name) do update
        set
          value = 'true'
      `),
    )
    const refused = await add(desk, person(12))
    expect([refused.status, said(refused, 'MobilePhone')]).toEqual([400, ['Mobile phone must be a 10 digit number']])
    await kept(desk, person(11))
    await app.db.transaction((tx) =>
      tx.run(sql`
        update settings
        set
          value = 'false'
        where
          name = 'patientPhoneRequired'
      `),
    )
  })
})

describe('age and birth date', () => {
  const read = async (id: number) => (await desk.get(`/api/clients/${id}`)).body
  test('an age alone gives a birth date that is not exact, a birth date one that is', async () => {
    const id = await kept(desk, { ClientTypeId: 12, Name: 'Aged', GenderId: 1, Age: 30 })
    const first = await read(id)
    expect([first['Age'], first['IsActualBirthDay']]).toEqual([30, false])
    await desk.put(`/api/clients/${id}`, { BirthDate: '2000-02-29' })
    expect(await read(id)).toMatchObject({ BirthDate: '2000-02-29', IsActualBirthDay: true })
    await desk.put(`/api/clients/${id}`, { Age: 40 })
    expect(await read(id)).toMatchObject({ Age: 40, IsActualBirthDay: false })
  })
})

describe('the parent', () => {
  beforeAll(anew)
  test('follows from the type, whatever is sent', async () => {
    for (const type of [11, 12, 14, 10, 13]) {
      const id = await kept(admin, {
        ...shownOf(type),
        BillPrefix: type === 10 ? 'PQR' : type === 13 ? 'PQS' : undefined,
        ParentId: 3,
      })
      expect([type, (await admin.get(`/api/clients/${id}`)).body['ParentId']]).toEqual([
        type,
        [10, 13].includes(type) ? 2 : 1,
      ])
    }
    const institution = await kept(manager, { ...shownOf(16), ParentId: 3 })
    expect((await manager.get(`/api/clients/${institution}`)).body['ParentId']).toBe(2)
  })
  test('FND-318 role 1 is the administrator and picks the parent of an institution; role 2 does not', async () => {
    const roles = (await admin.get<Json[]>('/api/roles')).body
    expect(roles.find((role) => role['RoleId'] === 1)?.['RoleName']).toMatch(/administrator/i)
    const id = await kept(admin, { ...shownOf(16), ParentId: 12 })
    expect((await admin.get(`/api/clients/${id}`)).body['ParentId']).toBe(12)
    expect((await manager.put(`/api/clients/${id}`, { ParentId: 2 })).status).toBe(403)
    expect((await admin.put(`/api/clients/${id}`, { ParentId: 2 })).status).toBe(200)
    expect((await admin.get(`/api/clients/${id}`)).body['ParentId']).toBe(2)
  })
  test('type 9 has none; couriers and external labs hang on the employer', async () => {
    const parentOf = async (id: number) => (await admin.get(`/api/clients/${id}`)).body['ParentId'] as unknown
    expect((await admin.put(`/api/clients/${changedOf.get(19)}`, { ParentId: null })).status).toBe(403)
    for (const type of [9, 19, 20])
      expect([type, await parentOf(changedOf.get(type) ?? 0)]).toEqual([type, type === 9 ? null : 1])
  })
})

describe('what a role above 2 may set', () => {
  const restricted = { CreditLimit: 500, OpeningBalance: 10, CanRefer: false, MaxDiscountForReferral: 5 }
  test('not the money and referral fields of a doctor, neither at first nor later; the stored ones stay', async () => {
    const id = await kept(manager, { ...shownOf(11), ...restricted })
    for (const [name, value] of Object.entries({
      CreditLimit: 900,
      OpeningBalance: 90,
      CanRefer: true,
      MaxDiscountForReferral: 9,
    })) {
      expect([name, (await desk.put(`/api/clients/${id}`, { [name]: value })).status]).toEqual([name, 403])
      if (name !== 'CanRefer')
        expect([name, (await add(desk, { ClientTypeId: 11, Name: 'Desk Doctor', [name]: value })).status]).toEqual([
          name,
          403,
        ])
    }
    // the whole record, as the screen sends it
    expect(
      (await desk.put(`/api/clients/${id}`, { ...shownOf(11), ...restricted, Specialization: 'Surgeon' })).status,
    ).toBe(200)
    expect((await manager.get(`/api/clients/${id}`)).body).toMatchObject({
      ...restricted,
      SalesManagerId: managerOfSales,
      Specialization: 'Surgeon',
    })
  })
  test('a doctor whom a sales manager adds is theirs', async () => {
    const seller = await signedIn(app, 'salesmanager', 9, 2)
    const id = await kept(seller, { ClientTypeId: 11, Name: 'Doctor Brought' })
    expect((await seller.get(`/api/clients/${id}`)).body['SalesManagerId']).toBe(managerOfSales)
    expect((await seller.put(`/api/clients/${id}`, { Area: 'Camp' })).status).toBe(200)
    expect((await seller.put(`/api/clients/${id}`, { SalesManagerId: null })).status).toBe(403)
  })
  test('MDA-217 a doctor is saved without a sales manager, which role 2 has to give', async () => {
    await kept(desk, { ClientTypeId: 11, Name: 'Desk Doctor' })
    expect(said(await add(manager, { ClientTypeId: 11, Name: 'Manager Doctor' }), 'SalesManagerId')).toEqual([
      'Sales Manager is required',
    ])
  })
})

test('MDA-283 permissions are entries of permit and module, some with criteria', async () => {
  const { Permissions } = (await desk.get('/api/currentUser')).body as { Permissions: Json[] }
  expect(Permissions.length).toBeGreaterThan(0)
  for (const entry of Permissions) {
    expect([typeof entry['Permit'], typeof entry['ModuleId']]).toEqual(['string', 'string'])
    expect(entry['Criteria'] === null || typeof entry['Criteria'] === 'string').toBe(true)
  }
  expect(Permissions.find((entry) => entry['ModuleId'] === 'sales' && entry['Permit'] === 'update')?.['Criteria']).toBe(
    'StatusId != 90',
  )
})

test('OPS-138 the nine client types and what they are', async () => {
  const found = (await desk.get<Json[]>('/api/clienttypes')).body
  expect(found.map((row) => [row['ClientTypeId'], row['Name']])).toEqual([
    [9, 'Legal entity'],
    [10, expect.stringMatching(/lab/i)],
    [11, 'Doctor'],
    [12, 'Patient'],
    [13, 'Collection centre'],
    [14, 'Referrer'],
    [16, expect.stringMatching(/^Institution/)],
    [19, 'Courier'],
    [20, 'External lab'],
  ])
})

test('a centre that was just added sells at once: the session of who added it knows it', async () => {
  const priced = (id: number) => manager.get(`/api/getdata/100?SellerId=${id}&ProductId=3001`)
  const id = await kept(manager, { ...shownOf(13), Code: 'NEWCC', BillPrefix: 'NWC' })
  expect((await priced(id)).status).toBe(200)
  expect((await priced(3)).status).toBe(400)
})
