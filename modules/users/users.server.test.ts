// Users: who is listed and read by whom, the own record, and the pickers of users.
import { expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'

const { app, admin, front: desk } = networkForTests('admin', 'front')

const names = (rows: readonly { readonly UserName: string }[]): string[] => rows.map((row) => String(row.UserName))

test('FND-004 FND-381 MDA-317: the roles are answered, with administrator, sales manager and money handler, and each signs in', async () => {
  const { body } = await desk.get('/api/roles')
  expect(Object.keys(body[0] ?? {})).toEqual(['RoleId', 'RoleName', 'Description'])
  expect(Object.fromEntries(body.map((row) => [row.RoleId, row.RoleName]))).toMatchObject({
    1: 'Administrator',
    7: 'Accounts',
    9: 'Sales manager',
  })
  for (const [name, role, entity] of [
    ['admin', 1, 1],
    ['accounts', 7, 2],
    ['salesmanager', 9, 2],
  ] as const)
    expect((await (await signedIn(app, name, role, entity)).get('/api/currentUser')).body.Role.RoleId).toBe(role)
})

test('FND-361: money handlers are the active users of roles 5 and 7 at the entity', async () => {
  expect(names((await desk.get('/api/getdata/108')).body).sort()).toEqual(['accounts', 'frontdesk'])
  const all = (await admin.get('/api/getdata/108')).body
  expect(names(all).sort()).toEqual(['accounts', 'frontdesk', 'frontdesk2', 'labdesk', 'nashik'])
  expect(Object.keys(all[0] ?? {})).toEqual(['UserId', 'UserName', 'FullName'])
  await setRows(app, 'users', { UserName: 'frontdesk2' }, { IsActive: false })
  expect(names((await admin.get('/api/getdata/108')).body)).not.toContain('frontdesk2')
  await setRows(app, 'users', { UserName: 'frontdesk2' }, { IsActive: true })
})

test('FND-364: sales managers are the users of role 9, and of no other role', async () => {
  expect(names((await desk.get('/api/getdata/120?RoleId=9')).body)).toEqual(['salesmanager'])
  expect(names((await desk.get('/api/getdata/120')).body)).toEqual(['salesmanager'])
  expect((await desk.get('/api/getdata/120?RoleId=1')).status).toBe(400)
})

test('MDA-135 MDA-310: a user is read with roles, employer and entities, and without any secret', async () => {
  const { status, body, text } = await admin.get(`/api/users/${desk.userId}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    UserId: desk.userId,
    UserName: 'frontdesk',
    FullName: 'Meghana Kale',
    Email: 'frontdesk@example.com',
    Picture: null,
    EmployerId: 1,
    Employer: { ClientId: 1, Name: 'Nivara Diagnostics Pvt Ltd (DEMO)' },
    DefaultEntityId: 12,
    IsActive: true,
  })
  expect(body.Roles).toEqual([{ RoleId: 5, RoleName: 'Front desk', Description: 'Bills, receipts, accession, prints' }])
  expect(body.Entities).toEqual([{ ClientId: 12, Name: 'Nivara Collection Centre - Hadapsar' }])
  expect(text).not.toMatch(/password|hash|failed/i)
  expect((await admin.get('/api/users/99999')).body.message).not.toBe('')
})

test('FND-350: every user reads themselves, also before a role is chosen, and no one else without the permit', async () => {
  expect((await desk.get(`/api/users/${desk.userId}`)).body).toMatchObject({ UserName: 'frontdesk', Actions: {} })
  expect((await desk.get(`/api/users/${admin.userId}`)).status).toBe(403)
  const undecided = await signedIn(app, 'technologist')
  expect((await undecided.get(`/api/users/${undecided.userId}`)).body.UserName).toBe('technologist')
  expect((await undecided.get(`/api/users/${admin.userId}`)).status).toBe(403)
})

test('MDA-033 users are narrowed by user name or full name, and by active', async () => {
  expect(names(await narrowed(admin, 1019, { Name: 'FRONTD' }))).toEqual(['frontdesk', 'frontdesk2'])
  expect(names(await narrowed(admin, 1019, { Name: 'meghana' }))).toEqual(['frontdesk'])
  await setRows(app, 'users', { UserName: 'courier' }, { IsActive: false })
  expect(names(await narrowed(admin, 1019, { IsActive: 'false' }))).toEqual(['courier'])
  expect(names(await narrowed(admin, 1019, { IsActive: 'true' }))).not.toContain('courier')
})

test('users of another employer do not exist', async () => {
  const other = await app.db.transaction((tx) =>
    tx.one<{ Id: number }>(sql`
      with
        c as (
          insert into
            clients (client_type_id, name)
          values
            (9, 'Another network')
          returning
            client_id
        )
      insert into
        users (user_name, full_name, employer_id, default_entity_id)
      select
        'stranger',
        'A Stranger',
        client_id,
        client_id
      from
        c
      returning
        user_id as id
    `),
  )
  expect((await admin.get(`/api/users/${other.Id}`)).status).toBe(404)
  expect((await listed(admin, 1019, { Name: 'stranger' })).total).toBe(0)
})
