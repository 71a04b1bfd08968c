// Saving clients of every type through HTTP: what is stored, to whom they belong, and who may set what.
import { beforeAll, describe, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import {
  addClient as add,
  changedClient,
  clientTypes,
  keptClient as kept,
  said,
  salesManagerOf,
  shownOf as shownFor,
} from './clients.fixture.ts'

const { app, manager, desk } = networkForTests('manager', 'desk')
let admin: Person
let managerOfSales: number
const shownOf = (type: number) => shownFor(type, managerOfSales)
beforeAll(async () => {
  admin = await signedIn(app, 'admin', 1, 2)
  managerOfSales = await salesManagerOf(app)
})
// a session may send a hundred requests at once
const signInAgain = async () => {
  admin = await signedIn(app, 'admin', 1, 2)
}

/** The client of each type that the first test left changed. */
const changedOf = new Map<number, number>()

test.each(clientTypes)('a client of type %i stores every field that shows for it', async (type) => {
  const body = shownOf(type)
  const id = await kept(admin, body)
  expect((await admin.get(`/api/clients/${id}`)).body).toMatchObject(body)
  const changed = changedClient(type, managerOfSales)
  expect((await admin.put(`/api/clients/${id}`, changed)).status).toBe(200)
  changedOf.set(type, id)
  expect((await admin.get(`/api/clients/${id}`)).body).toMatchObject(changed)
})

test('MDA-122 a client has its forty-one fields under these names', async () => {
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

describe('the parent', () => {
  beforeAll(signInAgain)
  test('follows from the type, whatever is sent', async () => {
    for (const type of [11, 12, 14, 10, 13]) {
      const id = await kept(admin, {
        ...shownOf(type),
        BillPrefix: type === 10 ? 'PQR' : type === 13 ? 'PQS' : undefined,
        ParentId: 3,
      })
      expect([type, (await admin.get(`/api/clients/${id}`)).body.ParentId]).toEqual([
        type,
        [10, 13].includes(type) ? 2 : 1,
      ])
    }
    const institution = await kept(manager, { ...shownOf(16), ParentId: 3 })
    expect((await manager.get(`/api/clients/${institution}`)).body.ParentId).toBe(2)
  })
  test('FND-318 role 1 is the administrator and picks the parent of an institution; role 2 does not', async () => {
    const roles = (await admin.get('/api/roles')).body
    expect(roles.find((role) => role.RoleId === 1)?.RoleName).toMatch(/administrator/i)
    const id = await kept(admin, { ...shownOf(16), ParentId: 12 })
    expect((await admin.get(`/api/clients/${id}`)).body.ParentId).toBe(12)
    expect((await manager.put(`/api/clients/${id}`, { ParentId: 2 })).status).toBe(403)
    expect((await admin.put(`/api/clients/${id}`, { ParentId: 2 })).status).toBe(200)
    expect((await admin.get(`/api/clients/${id}`)).body.ParentId).toBe(2)
  })
  test('type 9 has none; couriers and external labs belong to the employer', async () => {
    const parentOf = async (id: number) => (await admin.get(`/api/clients/${id}`)).body.ParentId
    expect((await admin.put(`/api/clients/${changedOf.get(19)}`, { ParentId: null })).status).toBe(403)
    for (const type of [9, 19, 20])
      expect([type, await parentOf(changedOf.get(type) ?? 0)]).toEqual([type, type === 9 ? null : 1])
  })
})

describe('what a role above 2 may set', () => {
  const restricted = { CreditLimit: 500, OpeningBalance: 10, CanRefer: false, MaxDiscountForReferral: 5 }
  test('not the money and referral fields of a doctor, neither at first nor later; the stored ones are kept', async () => {
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
    expect((await seller.get(`/api/clients/${id}`)).body.SalesManagerId).toBe(managerOfSales)
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
  const { Permissions } = (await desk.get('/api/currentUser')).body
  expect(Permissions.length).toBeGreaterThan(0)
  for (const entry of Permissions) {
    expect([typeof entry.Permit, typeof entry.ModuleId]).toEqual(['string', 'string'])
    expect(entry.Criteria === null || typeof entry.Criteria === 'string').toBe(true)
  }
  expect(Permissions.find((entry) => entry.ModuleId === 'sales' && entry.Permit === 'update')?.Criteria).toBe(
    'StatusId != 90',
  )
})

test('OPS-138 the nine client types and what they are', async () => {
  const found = (await desk.get('/api/clienttypes')).body
  expect(found.map((row) => [row.ClientTypeId, row.Name])).toEqual([
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

test('a centre that was just added sells at once: the session of the user who added it knows it', async () => {
  const priced = (id: number) => manager.get(`/api/getdata/100?SellerId=${id}&ProductId=3001`)
  const id = await kept(manager, { ...shownOf(13), Code: 'NEWCC', BillPrefix: 'NWC' })
  expect((await priced(id)).status).toBe(200)
  expect((await priced(3)).status).toBe(400)
})

test('a name that was typed with spaces around it and two between words is found, and warned of, as it is read', async () => {
  const typed = { ClientTypeId: 12, GenderId: 2, Age: 30, ParentId: 1, IsActive: true, Name: ' Sarika  Typed\tWagh ' }
  const id = await kept(desk, typed)
  expect((await desk.get(`/api/clients/${id}`)).body.Name).toBe('Sarika Typed Wagh')
  const found = { ClientId: id, Name: 'Sarika Typed Wagh' }
  for (const path of [
    '/api/getdata/200?ClientTypeId=12&Name=sarika typed',
    '/api/getdata/200?ClientTypeId=12&Name=sarika  typed',
    '/api/warnings/patient?Name=Sarika Typed Wagh',
    '/api/warnings/patient?Name=Sarika  Typed Wagh',
  ])
    expect(JSON.parse((await desk.get(path)).text)).toEqual([expect.objectContaining(found)])
  const inList = await desk.get(
    `/api/getdata/1006?filterCriteria=${encodeURIComponent(JSON.stringify({ Name: ' sarika  typed ' }))}`,
  )
  expect(JSON.parse(inList.text)).toEqual([expect.objectContaining(found)])
  await desk.put(`/api/clients/${id}`, { Name: 'Sarika  Typed' })
  expect((await desk.get(`/api/clients/${id}`)).body.Name).toBe('Sarika Typed')
})
