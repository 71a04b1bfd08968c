// Saving users: who gives which role, who gives whom a place to work, and that no user gains rights by it.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { ask, demoPassword, signedIn, type Json } from '../../server/testing/signed-in.ts'
import { addStrangers } from '../../server/testing/strangers.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')
const ids = { admin: 0, manager: 0, labdesk: 0, nashik: 0, technologist: 0 }
beforeAll(async () => {
  for (const name of ['admin', 'manager', 'labdesk', 'nashik', 'technologist'] as const)
    ids[name] = await valueOf<number>(app, 'users', { UserName: name }, 'user_id')
})

const user = async (name: keyof typeof ids): Promise<Read<'users'>> => (await admin.get(`/api/users/${ids[name]}`)).body
const answerOf = async (answer: Promise<{ status: number; body: Json }>): Promise<[number, unknown]> => {
  const { status, body } = await answer
  return [status, body.message]
}

test('role 1 changes the employer of a user, role 2 does not; a user whom role 2 adds gets their own employer', async () => {
  expect(await answerOf(manager.put(`/api/users/${ids.labdesk}`, { EmployerId: 2 }))).toEqual([
    403,
    'You may not change Employer',
  ])
  const body = {
    UserName: 'second',
    FullName: 'Second Desk',
    EmployerId: 999,
    DefaultEntityId: 2,
    Entities: [{ ClientId: 2 }],
    Roles: [{ RoleId: 5 }],
  }
  const made = await manager.post('/api/users/', { ...body, EmployerId: 1 })
  expect(made.status).toBe(201)
  expect((await admin.get(`/api/users/${made.body.UserId}`)).body).toMatchObject({ EmployerId: 1, IsActive: true })
})

test('only an administrator adds one, takes the role, or changes one', async () => {
  const roles = (await user('labdesk')).Roles
  const given = 'Only an administrator can give or take the role Administrator'
  expect(await answerOf(manager.put(`/api/users/${ids.labdesk}`, { Roles: [...roles, { RoleId: 1 }] }))).toEqual([
    422,
    given,
  ])
  expect(await answerOf(manager.put(`/api/users/${ids.manager}`, { Roles: [{ RoleId: 2 }, { RoleId: 1 }] }))).toEqual([
    422,
    given,
  ])
  expect(await answerOf(manager.put(`/api/users/${ids.admin}`, { FullName: 'Mine' }))).toEqual([
    422,
    'Only an administrator can change an administrator',
  ])
  expect((await manager.get(`/api/users/${ids.admin}`)).body.Actions).toMatchObject({
    update: 'Only an administrator can change an administrator',
  })
})

test('a user gives no place above or outside their own', async () => {
  const own = (await user('manager')).Entities
  const mine = { Entities: [...own.filter((one) => one.ClientId !== 3), { ClientId: 3 }], RowVersion: undefined }
  const places = own.map((one) => one.ClientId)
  if (!places.includes(3)) expect((await manager.put(`/api/users/${ids.manager}`, mine)).status).toBe(422)
  const desk = (await user('labdesk')).Entities
  expect(await answerOf(manager.put(`/api/users/${ids.labdesk}`, { Entities: [...desk, { ClientId: 1 }] }))).toEqual([
    422,
    'You cannot change the users of Nivara Diagnostics Pvt Ltd (DEMO)',
  ])
  expect((await user('labdesk')).Entities).toEqual(desk)
})

test('the default entity is one of the entities; a user name is unique in any spelling', async () => {
  const wrong = await admin.put(`/api/users/${ids.labdesk}`, { DefaultEntityId: 12 })
  expect([wrong.status, wrong.body.errors]).toEqual([400, { DefaultEntityId: ['Default Entity is required'] }])
  expect(await answerOf(admin.put(`/api/users/${ids.labdesk}`, { UserName: 'TECHNOLOGIST' }))).toEqual([
    409,
    'User name TECHNOLOGIST is taken',
  ])
  expect((await admin.put(`/api/users/${ids.labdesk}`, { UserName: 'lab desk' })).body.errors).toEqual({
    UserName: ['Letters, digits, dot, dash and underscore only'],
  })
})

test('an inactive user is signed out at once and cannot sign in; a user who loses a role no longer works in it', async () => {
  const bench = await signedIn(app, 'technologist', 4, 2)
  expect((await admin.put(`/api/users/${ids.technologist}`, { IsActive: false })).status).toBe(200)
  expect((await bench.get('/api/currentUser')).status).toBe(401)
  expect((await ask(app, 'POST', '/api/login', { username: 'technologist', password: demoPassword })).status).toBe(401)
  expect((await admin.put(`/api/users/${ids.technologist}`, { IsActive: true })).status).toBe(200)
  const again = await signedIn(app, 'technologist', 4, 2)
  const roles = (await user('technologist')).Roles
  expect((await admin.put(`/api/users/${ids.technologist}`, { Roles: [{ RoleId: 6 }] })).status).toBe(200)
  expect((await again.get('/api/worksheets/1')).status).toBe(401)
  expect((await admin.put(`/api/users/${ids.technologist}`, { Roles: roles })).status).toBe(200)
})

test('a user who gets other roles or places is notified; one who only gets another name is not', async () => {
  const heard = () => readRows(app, 'notifications', { UserId: ids.technologist }, 'subject', 'notification_id')
  const before = (await heard()).length
  const { Roles, FullName } = await user('technologist')
  const roles = Roles
  expect(
    (await admin.put(`/api/users/${ids.technologist}`, { FullName: `${String(FullName)} Rao`, Roles })).status,
  ).toBe(200)
  expect((await heard()).slice(before)).toEqual([])
  expect((await admin.put(`/api/users/${ids.technologist}`, { Roles: [...roles, { RoleId: 6 }] })).status).toBe(200)
  expect((await heard()).slice(before)).toEqual([{ Subject: 'Your roles or places have changed' }])
  expect((await admin.put(`/api/users/${ids.technologist}`, { Roles })).status).toBe(200)
})

test('the last administrator cannot be removed', async () => {
  expect(await answerOf(admin.put(`/api/users/${ids.admin}`, { IsActive: false }))).toEqual([
    422,
    'This is the last administrator. Add another one first',
  ])
  expect(await answerOf(admin.put(`/api/users/${ids.admin}`, { Roles: [{ RoleId: 2 }] }))).toEqual([
    422,
    'This is the last administrator. Add another one first',
  ])
  expect((await admin.get('/api/currentUser')).status).toBe(200)
})

test('another legal entity changes neither the users nor the shared records of this network', async () => {
  const { EntityR } = await addStrangers(app)
  const rival = await signedIn(app, 'rival', 1, EntityR)
  expect((await rival.put(`/api/users/${ids.labdesk}`, { FullName: 'Mine' })).status).toBe(404)
  const place = {
    UserName: 'spy',
    FullName: 'A Spy',
    EmployerId: EntityR,
    DefaultEntityId: EntityR,
    Roles: [{ RoleId: 2 }],
  }
  const ours = await rival.post('/api/users/', { ...place, Entities: [{ ClientId: EntityR }, { ClientId: 2 }] })
  expect([ours.status, ours.body.errors]).toEqual([404, { 'Entities.1.ClientId': ['Id does not exist'] }])
  expect((await rival.post('/api/users/', { ...place, EmployerId: 1, Entities: [{ ClientId: EntityR }] })).status).toBe(
    404,
  )
  for (const [module, id] of [
    ['departments', 1],
    ['specimens', 1],
    ['instruments', 1],
    ['elements', 1001],
    ['tests', 2001],
  ] as const)
    expect(await answerOf(rival.put(`/api/${module}/${id}`, { Name: 'Mine' }))).toEqual([
      403,
      "Only the network's own staff can change this",
    ])
  expect(await answerOf(rival.put('/api/products/3001', { Name: 'Mine' }))).toEqual([
    422,
    'Only its owner can change this product',
  ])
  expect((await rival.put('/api/pricelists/1', { EffectiveTillDate: '2040-01-01' })).status).toBe(404)
})
