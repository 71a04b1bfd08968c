// A second legal entity: added, given its first administrator, staffed and used; it remains a stranger to the first.
import { afterAll, expect, test } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { billCycle, clientType, paymentType } from '../lists/items.model.ts'
import { aPatient, aSale, saleOf } from '../sales/sales.fixture.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')
afterAll(() => expectInvariants(app.db))

const word = 'correct horse battery'
/** A new user signs in with the given password and chooses their own. */
type User = { readonly UserId: number; readonly UserName: string; readonly FullName: string }
const begun = async (maker: Person, user: User, role: number, entity: number): Promise<Person> => {
  const reset = await maker.put(`/api/reset/users/${user.UserId}`, {})
  if (reset.status !== 200) throw new Error(`No password: ${reset.text}`)
  const temporary = String(reset.body.TemporaryPassword)
  const first = await signedIn(app, user.UserName, role, entity, temporary)
  const { UserName, FullName } = user
  const saved = await first.put(`/api/users/${user.UserId}`, {
    ...{ UserName, FullName, CurrentPassword: temporary, Password: word, Password2: word },
  })
  if (saved.status !== 200) throw new Error(`No own password: ${saved.text}`)
  return signedIn(app, UserName, role, entity, word)
}
const made = async (person: Person, url: string, body: Json, key: string): Promise<number> => {
  const answer = await person.post(url, body)
  if (answer.status !== 201) throw new Error(`${url}: ${answer.text}`)
  return Number(answer.body[key])
}

test('a second legal entity gets its administrator, laboratory, centre, product and desk, and sells', async () => {
  const entity = await made(
    admin,
    '/api/clients/',
    { ClientTypeId: clientType.LegalEntity, Name: 'Sahyadri Diagnostics', Code: 'SAHYA', IsActive: true },
    'ClientId',
  )
  const first = {
    UserName: 'sahyadri',
    FullName: 'Tara Bapat',
    EmployerId: entity,
    DefaultEntityId: entity,
    Entities: [{ ClientId: entity }],
    Roles: [{ RoleId: 1 }],
  }
  // neither by another user, nor in another role, nor together with a place of ours
  expect((await manager.post('/api/users/', first)).status).toBe(404)
  expect((await admin.post('/api/users/', { ...first, Roles: [{ RoleId: 2 }] })).status).toBe(422)
  expect(
    (await admin.post('/api/users/', { ...first, Entities: [{ ClientId: entity }, { ClientId: 2 }] })).status,
  ).toBe(422)
  const UserId = await made(admin, '/api/users/', first, 'UserId')
  // it adds its second one itself
  expect((await admin.post('/api/users/', { ...first, UserName: 'again', FullName: 'Again' })).status).toBe(422)
  const theirs = await begun(admin, { ...first, UserId }, 1, entity)

  const address = { LegalEntityId: entity, Area: 'Camp', City: 'Satara', State: 'Maharashtra' }
  const client = (type: number, Name: string, ParentId: number, more: Json = {}) =>
    made(theirs, '/api/clients/', { ClientTypeId: type, Name, ParentId, IsActive: true, ...more }, 'ClientId')
  const lab = await client(clientType.Lab, 'Sahyadri Laboratory', entity, {
    ...address,
    Code: 'SLAB',
    BillPrefix: 'SLB',
  })
  const someone = (UserName: string, FullName: string, RoleId: number) => ({
    ...{ UserName, FullName, EmployerId: entity, DefaultEntityId: lab },
    ...{ Entities: [{ ClientId: lab }], Roles: [{ RoleId }] },
  })
  const SalesManagerId = await made(theirs, '/api/users/', someone('sahyadri.sales', 'Ravi Bapat', 9), 'UserId')
  const centre = await client(clientType.CollectionCentre, 'Sahyadri Centre', lab, {
    ...address,

    SalesManagerId,
    PaymentTypeId: paymentType.Cash,
    BillCycleId: billCycle.EverySale,
    Code: 'SCEN',
    BillPrefix: 'SCN',
  })
  const doctor = await client(clientType.Doctor, 'Dr Sahyadri', entity, { SalesManagerId })
  expect(centre).toBeGreaterThan(lab)
  const desk = someone('sahyadri.desk', 'Mina Bapat', 5)
  const counter = await begun(theirs, { ...desk, UserId: await made(theirs, '/api/users/', desk, 'UserId') }, 5, lab)
  // an administrator gives themselves a place at their own laboratory
  const places = { Entities: [entity, lab].map((ClientId) => ({ ClientId })) }
  expect((await theirs.put(`/api/users/${UserId}`, places)).status).toBe(200)
  const atLab = await signedIn(app, 'sahyadri', 1, lab, word)
  const ProductId = await made(
    atLab,
    '/api/products/',
    { Code: 'SAH1', Name: 'Home visit', OwnerId: lab, Mrp: 200, IsActive: true },
    'ProductId',
  )
  const prices = { EffectiveFromDate: '2020-04-01', SellerId: lab, PriceListProducts: [{ ProductId, Price: 200 }] }
  await made(atLab, '/api/pricelists/', prices, 'PriceListId')
  const PatientId = await aPatient(counter, { ParentId: entity })
  const sale = await counter.post(
    '/api/sales/',
    aSale({
      PatientId,
      SellerId: lab,
      ReferringDoctorId: doctor,
      products: [ProductId],
      receipts: [{ PaymentModeId: 40, Amount: 200 }],
    }),
  )
  expect([sale.status, sale.body.message]).toEqual([201, expect.anything()])
  expect(await saleOf(counter, Number(sale.body.SaleId))).toMatchObject({ NetAmount: 200, Paid: 200 })

  // the first network still does not see it
  expect((await admin.get(`/api/sales/${String(sale.body.SaleId)}`)).status).toBe(404)
  expect((await admin.get(`/api/clients/${lab}`)).status).toBe(404)
  expect((await admin.get(`/api/users/${UserId}`)).status).toBe(404)
  expect((await theirs.get('/api/clients/2')).status).toBe(404)
  expect((await theirs.get(`/api/users/${admin.userId}`)).status).toBe(404)
})
