// The second factor over HTTP: set up, required at sign-in, accepted once, lost, required by a role.
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { at, now } from '../clock.ts'
import { networkForTests } from '../testing/network.ts'
import { readRows, setRows } from '../testing/rows.ts'
import { ask, demoPassword, Person, signedIn, type Json } from '../testing/signed-in.ts'

const { app, admin, manager } = networkForTests('admin', 'manager')

const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + seconds * 1000 })
/** Half a minute later: the authenticator shows another code. */
const later = <T>(seconds: number, act: () => Promise<T>): Promise<T> => at(new Date(Date.now() + seconds * 1000), act)
const begun = async (user: string): Promise<Person> => {
  const person = new Person(app)
  await person.signIn(user)
  return person
}
/** Turns the second factor on. Answers the secret and the recovery codes. */
const turnOn = async (person: Person, body: Json = { CurrentPassword: demoPassword }) => {
  const { Secret: secret } = (await person.post<{ Secret: string }>('/api/secondfactor/begin', body)).body
  const used = codeOf(secret)
  const { status, body: answer } = await person.post('/api/secondfactor/confirm', { Code: used })
  expect(status).toBe(200)
  return { secret, used, codes: answer.RecoveryCodes }
}

test('users have none at first: sign-in requires only the password', async () => {
  const { body } = await ask(app, 'POST', '/api/login', { username: 'quality', password: demoPassword })
  expect(body.user.SecondFactor).toBe(null)
  const quality = await signedIn(app, 'quality', 10, 2)
  expect((await quality.get('/api/secondfactor')).body).toEqual({ On: false, Demanded: false, RecoveryCodes: 0 })
  expect((await quality.post('/api/secondfactor/give', { Code: '123456' })).status).toBe(422)
})

test('it is turned on with the password and a code; the other sessions end, and it is logged', async () => {
  const elsewhere = await signedIn(app, 'labdesk', 5, 2)
  const desk = await signedIn(app, 'labdesk', 5, 2)
  const wrong = await desk.post('/api/secondfactor/begin', { CurrentPassword: 'wrong' })
  expect([wrong.status, wrong.body.errors]).toEqual([400, { CurrentPassword: ['This is not your current password'] }])
  const begin = await desk.post('/api/secondfactor/begin', { CurrentPassword: demoPassword })
  expect(begin.body.Address).toMatch(
    new RegExp(`^otpauth://totp/.*:labdesk\\?issuer=.*&secret=${begin.body.Secret}&algorithm=SHA1&digits=6&period=30$`),
  )
  expect(begin.body.Qr.Size).toBeGreaterThan(20)
  // a secret that is not confirmed has no effect on sign-in
  expect((await elsewhere.get('/api/currentUser')).body.Role.RoleId).toBe(5)
  const not = await desk.post('/api/secondfactor/confirm', { Code: '000000' })
  expect([not.status, not.body.errors]).toEqual([400, { Code: ['Wrong code'] }])
  const { status, body } = await desk.post('/api/secondfactor/confirm', { Code: codeOf(begin.body.Secret) })
  expect([status, new Set(body.RecoveryCodes).size]).toEqual([200, 10])
  expect((await elsewhere.get('/api/currentUser')).status).toBe(401)
  expect((await desk.get('/api/currentUser')).body.Role.RoleId).toBe(5)
  const noted = await readRows<{ What: string }>(app, 'access_log', { UserId: desk.userId }, 'what')
  expect(noted.map((row) => row.What)).toContain('second factor on')
  expect((await desk.post('/api/secondfactor/begin', { CurrentPassword: demoPassword })).status).toBe(422)
  const kept = await readRows<Json>(app, 'recovery_codes', { UserId: desk.userId }, 'code_hash')
  expect(JSON.stringify(kept)).not.toContain(body.RecoveryCodes[0])
})

test('until the code is given the session gives no access: no role, no record, no profile, no other factor', async () => {
  const one = await begun('technologist')
  const { secret } = await turnOn(one)
  const next = await begun('technologist')
  const { body } = await next.get('/api/currentUser')
  expect([body.User.SecondFactor, body.Role, body.Permissions]).toEqual(['asked', null, []])
  for (const [path, sent] of [
    ['/api/entityrole', { RoleId: 4, EntityId: 2 }],
    ['/api/secondfactor/begin', { CurrentPassword: demoPassword }],
    ['/api/secondfactor/confirm', { Code: codeOf(secret) }],
    ['/api/secondfactor/codes', { Code: codeOf(secret) }],
    ['/api/secondfactor/end', { Code: codeOf(secret), CurrentPassword: demoPassword }],
  ] as const)
    expect([path, (await next.post(path, sent)).status]).toEqual([path, 403])
  const profile = await next.put(`/api/users/${next.userId}`, { CurrentPassword: demoPassword })
  expect([profile.status, profile.body.message]).toEqual([403, 'Enter the code of your authenticator first'])
  await later(31, async () => {
    expect(
      (await next.post('/api/secondfactor/give', { Code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}` }))
        .status,
    ).toBe(200)
  })
  await next.choose(4, 2)
  expect((await next.get('/api/currentUser')).body.User.SecondFactor).toBe(null)
  expect((await next.get('/api/getdata/1003')).status).toBe(200)
})

test('a code is accepted once, by one of two requests at once, and within half a minute of its time', async () => {
  const one = await begun('courier')
  const { secret, used } = await turnOn(one)
  const give = async (seconds: number, code: string) => {
    const person = await begun('courier')
    return later(seconds, async () => (await person.post('/api/secondfactor/give', { Code: code })).status)
  }
  const next = codeOf(secret, 30)
  expect(await give(0, used)).toBe(400)
  const [a, b] = await Promise.all([give(30, next), give(30, next)])
  expect([a, b].sort()).toEqual([200, 400])
  // the next but one is shown a minute after the last accepted code
  expect(await give(0, codeOf(secret, 90))).toBe(400)
  expect(await give(60, codeOf(secret, 90))).toBe(200)
  expect(await give(180, codeOf(secret, 120))).toBe(400)
})

test('a recovery code signs in once; the user is warned when few are left; new ones replace the old', async () => {
  const one = await begun('logistics')
  const { secret, codes } = await turnOn(one)
  const give = async (code: string) => (await begun('logistics')).post('/api/secondfactor/give', { Code: code })
  expect((await give((codes[0] ?? '').toLowerCase().replace('-', ''))).body.message).toBe('Code accepted')
  expect((await give(codes[0] ?? '')).status).toBe(400)
  for (const code of codes.slice(1, 7)) expect((await give(code)).body.message).toBe('Code accepted')
  expect((await give(codes[7] ?? '')).body.message).toBe('Code accepted; 2 recovery codes are left')
  const fresh = await later(60, () => one.post('/api/secondfactor/codes', { Code: codeOf(secret) }))
  expect(fresh.body.RecoveryCodes).toHaveLength(10)
  expect((await give(codes[8] ?? '')).status).toBe(400)
  expect((await give(fresh.body.RecoveryCodes[0])).status).toBe(200)
})

test('after five wrong codes the user waits, even with the right password; the right code is refused meanwhile', async () => {
  const one = await begun('auditor')
  const { secret } = await turnOn(one)
  const next = await begun('auditor')
  for (let i = 0; i < 5; i += 1)
    expect((await next.post('/api/secondfactor/give', { Code: '000000' })).status).toBe(400)
  // the right password does not reset the count
  const again = await begun('auditor')
  const waits = await later(31, async () => again.hastily('POST', '/api/secondfactor/give', { Code: codeOf(secret) }))
  expect([waits.status, waits.body.message]).toEqual([429, 'Too many wrong codes. Please wait and try again.'])
  expect(Number(waits.headers.get('retry-after'))).toBeGreaterThan(0)
  await setRows(app, 'second_factors', { UserId: one.userId }, { NextTryAt: null })
  await later(31, async () => {
    expect((await again.post('/api/secondfactor/give', { Code: codeOf(secret) })).status).toBe(200)
  })
})

test('it is turned off with password and code, unless a role requires it', async () => {
  const one = await signedIn(app, 'institution', 13, 21)
  const { secret } = await turnOn(one)
  const off = (Code: string) => one.post('/api/secondfactor/end', { Code, CurrentPassword: demoPassword })
  await setRows(app, 'roles', { RoleId: 13 }, { SecondFactor: true })
  const kept = await later(31, () => off(codeOf(secret)))
  expect([kept.status, kept.body.message]).toEqual([422, 'Your role requires a second factor'])
  await setRows(app, 'roles', { RoleId: 13 }, { SecondFactor: false })
  expect((await off('000000')).status).toBe(400)
  expect((await later(61, () => off(codeOf(secret)))).status).toBe(200)
  expect((await one.get('/api/secondfactor')).body).toMatchObject({ On: false, RecoveryCodes: 0 })
})

test('a role requires one: its users set it up before any other work, also when already signed in', async () => {
  const nashik = await signedIn(app, 'nashik', 4, 3)
  const { body: role } = await admin.get('/api/roles/4')
  const saved = await admin.put('/api/roles/4', { RoleId: 4, SecondFactor: true, RowVersion: role.RowVersion })
  expect(saved.status).toBe(200)
  const told = await nashik.get('/api/getdata/1003')
  expect([told.status, told.body.message]).toEqual([403, 'Set up your second factor first'])
  expect((await nashik.get('/api/currentUser')).body.User.SecondFactor).toBe('wanted')
  expect((await nashik.post('/api/entityrole', { RoleId: 5, EntityId: 3 })).status).toBe(403)
  await turnOn(nashik, {})
  expect((await nashik.get('/api/getdata/1003')).status).toBe(200)
  await setRows(app, 'roles', { RoleId: 4 }, { SecondFactor: false })
})

test('a user who may reset passwords removes a lost factor, which is logged; only an administrator does so for an administrator', async () => {
  const lost = await signedIn(app, 'salesmanager', 9, 2)
  expect((await manager.get(`/api/users/${lost.userId}`)).body).toMatchObject({ SecondFactor: false, OpenSessions: 1 })
  const none = await manager.put(`/api/resetfactor/users/${lost.userId}`, {})
  expect([none.status, none.body.message]).toEqual([422, 'This user has no second factor'])
  await turnOn(lost)
  expect((await manager.get(`/api/users/${lost.userId}`)).body.SecondFactor).toBe(true)
  expect((await lost.put(`/api/resetfactor/users/${lost.userId}`, {})).status).toBe(403)
  const done = await manager.put(`/api/resetfactor/users/${lost.userId}`, {})
  expect([done.status, done.body.message]).toEqual([200, 'salesmanager signs in with the password alone'])
  expect((await lost.get('/api/currentUser')).status).toBe(401)
  await signedIn(app, 'salesmanager', 9, 2)
  const actions = await readRows<{ Action: string }>(app, 'audit', { ModuleId: 'users', FormId: lost.userId }, 'action')
  expect(actions.map((row) => row.Action)).toContain('resetfactor')
  await turnOn(admin)
  expect((await manager.put(`/api/resetfactor/users/${admin.userId}`, {})).status).toBe(422)
})

test('a user who may reset passwords ends all sessions of another user', async () => {
  const one = await signedIn(app, 'referrer', 14, 141)
  expect((await manager.put(`/api/endsessions/users/${one.userId}`, {})).body.message).toBe(
    'referrer is signed out everywhere',
  )
  expect((await one.get('/api/currentUser')).status).toBe(401)
  const none = await manager.put(`/api/endsessions/users/${one.userId}`, {})
  expect([none.status, none.body.message]).toEqual([422, 'This user is not signed in anywhere'])
})
