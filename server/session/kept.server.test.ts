// The session cache: a session is cached for a moment, and dropped as soon as any of its data changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, statementCount } from '../db/db.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'
import { setRows } from '../testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { SESSION_SECONDS: '20' } })
})
afterAll(() => app.close())

const statements = async (work: () => Promise<unknown>): Promise<number> => {
  const before = statementCount.value
  await work()
  return statementCount.value - before
}
const status = async (person: Person): Promise<number> => (await person.get('/api/listitems?ListId=101')).status
/** Puts the session in the cache, so that the next request does not read it. */
const warm = async (person: Person): Promise<void> => {
  await expect.poll(() => statements(() => status(person))).toBe(1)
}

test('a session that was read a moment ago is not read again', async () => {
  const person = await signedIn(app, 'manager', 2, 2)
  await warm(person)
  expect(await statements(() => status(person))).toBe(1)
})

test('signing out ends the session for the next request of this process at once', async () => {
  const person = await signedIn(app, 'manager', 2, 2)
  await warm(person)
  await person.post('/api/logout/', {})
  expect(await status(person)).toBe(401)
})

test.each([
  [
    'the session is ended',
    sql`
      update sessions
      set
        ended_at = now()
      where
        user_id = (
          select
            user_id
          from
            users
          where
            user_name = 'technologist'
        )
    `,
    401,
  ],
  [
    'the user is no longer active',
    sql`
      update users
      set
        is_active = false
      where
        user_name = 'technologist'
    `,
    401,
  ],
  [
    'the entity is removed',
    sql`
      delete from user_entities
      where
        user_id = (
          select
            user_id
          from
            users
          where
            user_name = 'technologist'
        )
    `,
    401,
  ],
])('%s by another server: within a second here too', async (_what, change, answer) => {
  const person = await signedIn(app, 'technologist', 4, 2)
  await warm(person)
  await app.db.transaction((tx) => tx.run(change))
  await expect.poll(() => status(person), { timeout: 1000, interval: 20 }).toBe(answer)
  await setRows(app, 'users', { UserName: 'technologist' }, { IsActive: true })
})

const listeners = () =>
  app.db.read.rows<{ Pid: number }>(sql`
    select
      pid
    from
      pg_stat_activity
    where
      query = 'listen aliquot'
      and datname = current_database()
  `)
/** Cuts this server's listener; answers a function that waits for its return. */
const cutListener = async (): Promise<() => Promise<void>> => {
  const cut = (await listeners()).map(({ Pid }) => Pid)
  for (const pid of cut)
    await app.db.transaction((tx) =>
      tx.run(sql`
        select
          pg_terminate_backend(${pid}::int)
      `),
    )
  return () =>
    expect
      .poll(async () => (await listeners()).filter(({ Pid }) => !cut.includes(Pid)).length, { timeout: 5000 })
      .toBe(cut.length)
}

test('while the listener is lost each request reads the session from the database', async () => {
  const person = await signedIn(app, 'pathologist', 3, 2)
  await warm(person)
  await cutListener()
  await expect.poll(() => statements(() => status(person)), { timeout: 900, interval: 10 }).toBeGreaterThan(1)
  // it reconnects by itself
  await expect.poll(() => statements(() => status(person)), { timeout: 5000 }).toBe(1)
})

test('changes during the loss of the listener are not missed: a cached session is read again', async () => {
  const person = await signedIn(app, 'quality', 10, 2)
  await warm(person)
  const back = await cutListener()
  await setRows(app, 'users', { UserName: 'quality' }, { IsActive: false })
  await back()
  expect(await status(person)).toBe(401)
})

const from = (token: string, remoteAddress: string) =>
  app.http.inject({ url: '/api/listitems?ListId=101', headers: { authorization: `Bearer ${token}` }, remoteAddress })

test('a token without a session is asked for once, and the refusal says the same', async () => {
  const person = await signedIn(app, 'manager', 2, 2)
  const { token } = person
  await person.post('/api/logout/', {})
  const refused = async (): Promise<unknown> => {
    const answer = await from(token, '192.0.2.10')
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  // the news of the end may still be on its way
  await expect.poll(() => statements(refused)).toBe(0)
  expect(await refused()).toEqual([401, 'signed-out'])
})

test('an address that sends many forged tokens is refused without a question to the database; its users work on', async () => {
  const person = await signedIn(app, 'manager', 2, 2)
  await from(person.token, '192.0.2.11')
  let answers: number[] = []
  const asked = await statements(async () => {
    const all = Array.from({ length: 400 }, (_, round) => from(`forged ${round}`, '192.0.2.11'))
    answers = (await Promise.all(all)).map(({ statusCode }) => statusCode)
  })
  expect(new Set(answers)).toEqual(new Set([401, 429]))
  // whether there is a session, and why there is none
  expect(asked).toBe(2 * answers.filter((status) => status === 401).length)
  expect((await from(person.token, '192.0.2.11')).statusCode).toBe(200)
  expect((await from('forged elsewhere', '192.0.2.12')).statusCode).toBe(401)
})
