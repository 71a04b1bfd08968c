// Sign-in, the choice of role and entity, and the validity of sessions.
import { expect, test } from 'vitest'
import { hashToken } from './session.ts'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { ask, demoPassword, signedIn } from '../testing/signed-in.ts'
import type { Sent } from '../testing/answers.ts'
import { readRow, setPermits, setRows } from '../testing/rows.ts'

const { app } = networkForTests()

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  ask<Sent<'/api/login'>>(app, 'POST', '/api/login', { username, password }, headers)
const aged = (token: string, column: 'last_seen_at' | 'created_at', interval: string) =>
  app.db.transaction((tx) =>
    tx.run(
      column === 'last_seen_at'
        ? sql`
            update sessions
            set
              last_seen_at = now() - ${interval}::interval
            where
              token_hash = ${hashToken(token)}
          `
        : sql`
            update sessions
            set
              created_at = now() - ${interval}::interval
            where
              token_hash = ${hashToken(token)}
          `,
    ),
  )

test('FND-345 a right password is answered with user and token, at /login and under /api (FND-353)', async () => {
  for (const url of ['/login', '/api/login']) {
    const answer = await ask<Sent<'/api/login'>>(app, 'POST', url, { username: ' Labdesk ', password: demoPassword })
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ UserName: 'labdesk', FullName: 'Kavita Joshi' })
    expect(answer.body.token).toMatch(/^[\w-]{43}$/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test('FND-281 FND-282 FND-345 unknown user and wrong password are refused in the same words, at the password', async () => {
  const wrong = await login('labdesk', 'not-the-password')
  const unknown = await login('nobody-here', 'not-the-password')
  for (const answer of [wrong, unknown]) {
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      message: 'Invalid user name or password',
      errors: { Password: ['Invalid user name or password'] },
      requestId: answer.body.requestId,
    })
    expect(answer.headers.get('set-cookie')).toBeNull()
  }
})

test('FND-280 the user name is required', async () => {
  const answer = await login('  ', demoPassword)
  expect([answer.status, answer.body.message]).toEqual([400, 'User Name is required'])
})

test('a user who is not active cannot sign in, and their sessions end with the next request', async () => {
  const quality = await signedIn(app, 'quality', 10, 2)
  await setRows(app, 'users', { UserName: 'quality' }, { IsActive: false })
  expect((await quality.get('/api/currentUser')).status).toBe(401)
  expect((await login('quality', demoPassword)).status).toBe(401)
})

test('FND-205 FND-349 before the choice there are the user, roles and entities, and no permission', async () => {
  const nashik = await signedIn(app, 'nashik')
  const { status, body } = await nashik.get('/api/currentUser')
  expect(status).toBe(200)
  expect(Object.keys(body.User)).toEqual(
    expect.arrayContaining([
      'UserId',
      'UserName',
      'EmployerId',
      'FullName',
      'Phone',
      'Email',
      'Picture',
      'Roles',
      'Entities',
      'DefaultEntityId',
    ]),
  )
  expect(body.User.Roles.map((role) => role.RoleId)).toEqual([4, 5])
  expect(body.User.Entities).toMatchObject([{ ClientId: 3 }])
  expect(JSON.stringify(body)).not.toContain('argon2')
  expect([body.Role, body.Entity, body.Permissions]).toEqual([null, null, []])
  expect((await nashik.get('/api/getdata/1001')).status).toBe(403)
})

test('FND-334 FND-335 a user of several roles and entities has them all on the own record, and all are there to choose', async () => {
  const admin = await signedIn(app, 'admin', 1, 1)
  for (const [name, roles, entities] of [
    ['nashik', [4, 5], [3]],
    ['manager', [2], [1, 2, 3]],
  ] as const) {
    const { body } = await (await signedIn(app, name)).get('/api/currentUser')
    const kept = (await admin.get(`/api/users/${String(body.User.UserId)}`)).body
    for (const { Roles, Entities } of [body.User, kept])
      expect([Roles.map((one) => one.RoleId).sort(), Entities.map((one) => one.ClientId).sort()]).toEqual([
        roles,
        entities,
      ])
  }
})

test('FND-206 FND-207 FND-208 FND-352 FND-005 after the choice there are role, entity and permissions', async () => {
  const desk = await signedIn(app, 'labdesk')
  const chosen = await desk.post('/api/entityrole', { RoleId: 5, EntityId: 2 })
  expect(chosen.body.message).toBe('Role and entity chosen')
  desk.token = chosen.body.token
  const { body } = await desk.get('/api/currentUser')
  expect(body.Role).toEqual({ RoleId: 5, RoleName: expect.stringMatching(/./) })
  expect(Object.keys(body.Entity).sort()).toEqual(['ClientId', 'ClientTypeId', 'Name', 'ParentId'])
  expect(body.Entity.ClientId).toBe(2)
  const list = body.Permissions.find((entry) => entry.ModuleId === 'sales' && entry.Permit === 'list')
  expect(Object.keys(list).sort()).toEqual(['Criteria', 'ModuleId', 'Permit', 'StatementId'])
})

test('FND-352 a role or an entity that the user does not have is refused and the session does not change', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  for (const [RoleId, EntityId] of [
    [1, 2],
    [5, 3],
    [5, 12],
  ])
    expect((await desk.post('/api/entityrole', { RoleId, EntityId })).status).toBe(422)
  expect((await desk.get('/api/currentUser')).body.Role.RoleId).toBe(5)
})

test('FND-289 FND-290 a missing role and a missing entity are named', async () => {
  const nashik = await signedIn(app, 'nashik')
  const answer = await nashik.post('/api/entityrole', {})
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    { RoleId: ['Role is required'], EntityId: ['Entity is required'] },
  ])
})

test('FND-336 FND-337 a changed role is valid at once, under a new token; the old token is refused', async () => {
  const nashik = await signedIn(app, 'nashik', 4, 3)
  const before = nashik.token
  expect((await nashik.get('/api/getdata/1003')).status).toBe(200)
  await nashik.choose(5, 3)
  expect(nashik.token).not.toBe(before)
  expect((await nashik.get('/api/getdata/1003')).status).toBe(403)
  expect((await ask(app, 'GET', '/api/currentUser', undefined, { authorization: `Bearer ${before}` })).status).toBe(401)
})

test('a change of role frees the locks of the session', async () => {
  const [manager, desk] = [await signedIn(app, 'manager', 2, 2), await signedIn(app, 'labdesk', 5, 2)]
  const doctor = { ModuleId: 'doctors', FormId: 103 }
  expect((await manager.post('/api/locks/', doctor)).status).toBe(200)
  await manager.choose(2, 3)
  expect((await desk.post('/api/locks/', doctor)).status).toBe(200)
})

test('removing a role ends the session that uses it', async () => {
  const nashik = await signedIn(app, 'nashik', 5, 3)
  await app.db.transaction((tx) =>
    tx.run(sql`
      delete from user_roles
      where
        user_id = ${nashik.userId}
        and role_id = 5
    `),
  )
  expect((await nashik.get('/api/currentUser')).status).toBe(401)
})

test('a permit for one entity type applies only there', async () => {
  const [centre, lab] = [await signedIn(app, 'frontdesk', 5, 12), await signedIn(app, 'labdesk', 5, 2)]
  const places = (clientType: number | null) => setPermits(app, 5, 'sales', ['list'], { ClientTypeId: clientType })
  const opens = async () => [
    (await centre.get('/api/getdata/1001')).status,
    (await lab.get('/api/getdata/1001')).status,
  ]
  expect(await opens()).toEqual([200, 200])
  await places(13)
  expect(await opens()).toEqual([200, 403])
  await places(null)
  expect(await opens()).toEqual([200, 200])
})

test('FND-233 FND-234 FND-347 FND-348 logging out needs no payload, ends the session and frees its locks', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const admin = await signedIn(app, 'admin', 1, 2)
  const doctor = { ModuleId: 'doctors', FormId: 101 }
  expect((await admin.post('/api/locks/', doctor)).status).toBe(200)
  expect((await desk.post('/api/locks/', doctor)).status).toBe(423)
  const out = await admin.call('POST', '/api/logout')
  expect([out.status, out.body]).toEqual([200, { message: 'Signed out' }])
  expect((await admin.get('/api/currentUser')).status).toBe(401)
  expect((await desk.post('/api/locks/', doctor)).status).toBe(200)
})

test('a session ends after 15 minutes without activity and after 12 hours in any case, by the clock of the database', async () => {
  const idle = await signedIn(app, 'labdesk', 5, 2)
  await aged(idle.token, 'last_seen_at', '14 minutes 50 seconds')
  expect((await idle.get('/api/currentUser')).status).toBe(200)
  await aged(idle.token, 'last_seen_at', '15 minutes 1 second')
  expect((await idle.get('/api/currentUser')).status).toBe(401)
  const old = await signedIn(app, 'labdesk', 5, 2)
  await aged(old.token, 'created_at', '12 hours 1 second')
  expect((await old.get('/api/currentUser')).status).toBe(401)
})

test('a request counts as activity', async () => {
  const desk = await signedIn(app, 'labdesk', 5, 2)
  await aged(desk.token, 'last_seen_at', '10 minutes')
  await desk.get('/api/currentUser')
  const { Age } = await readRow<{ Age: number }>(
    app,
    'sessions',
    { TokenHash: hashToken(desk.token) },
    'extract(epoch from now() - last_seen_at)::float8 as age',
  )
  expect(Age).toBeLessThan(60)
})

test('FND-340 the token also travels in a cookie that scripts and other sites do not get', async () => {
  const answer = await login('labdesk', demoPassword)
  const cookie = String(answer.headers.get('set-cookie'))
  expect(cookie).toMatch(/^aliquot=[\w-]{43};/)
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Strict')
  const sent = cookie.split(';')[0] ?? ''
  expect((await ask(app, 'GET', '/api/currentUser', undefined, { cookie: sent })).body.User.UserName).toBe('labdesk')
  const out = await ask(app, 'POST', '/api/logout', undefined, { cookie: sent })
  expect(String(out.headers.get('set-cookie'))).toMatch(/^aliquot=;/)
  expect((await ask(app, 'GET', '/api/currentUser', undefined, { cookie: sent })).status).toBe(401)
})

test('only the hash of a token is stored', async () => {
  const desk = await signedIn(app, 'labdesk')
  const kept = await app.db.read.rows<{ TokenHash: Buffer }>(sql`
    select
      token_hash
    from
      sessions
  `)
  expect(kept.some((row) => row.TokenHash.equals(hashToken(desk.token)))).toBe(true)
  expect(kept.some((row) => row.TokenHash.toString('utf8') === desk.token)).toBe(false)
})
