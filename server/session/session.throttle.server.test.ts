// Guessing passwords: an account waits longer with each failure, an address has twenty a minute.
import { expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { ask, demoPassword, signedIn } from '../testing/signed-in.ts'
import { countRows, readRow, setRows } from '../testing/rows.ts'

const { app } = networkForTests()
const login = (username: string, password: string) => ask(app, 'POST', '/api/login', { username, password })

test('after the first failures the account waits, even with the right password, and a success resets the count', async () => {
  for (let round = 0; round < 6; round += 1) expect((await login('labdesk', `wrong ${round}`)).status).toBe(401)
  const waiting = await login('labdesk', demoPassword)
  expect(waiting.status).toBe(429)
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await login('accounts', demoPassword)).status).toBe(200)
  await setRows(app, 'users', { UserName: 'labdesk' }, { NextSignInAt: sql`now() - interval '1 second'` })
  expect((await login('labdesk', demoPassword)).status).toBe(200)
  expect(await readRow(app, 'users', { UserName: 'labdesk' }, 'failed_sign_ins as n')).toEqual({ N: 0 })
})

test('the wait of an account is never longer than 15 minutes', async () => {
  await setRows(app, 'users', { UserName: 'accounts' }, { FailedSignIns: 60, NextSignInAt: null })
  await login('accounts', 'wrong')
  const { Wait } = await readRow<{ Wait: number }>(
    app,
    'users',
    { UserName: 'accounts' },
    'extract(epoch from next_sign_in_at - now())::float8 as wait',
  )
  expect(Wait).toBeGreaterThan(800)
  expect(Wait).toBeLessThanOrEqual(900)
})

test('twenty failures in a minute stop an address, for known and unknown users alike', async () => {
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        sign_in_attempts (address)
      select
        '127.0.0.1'
      from
        generate_series(1, 20)
    `),
  )
  expect((await login('manager', demoPassword)).status).toBe(429)
  expect((await login('nobody', demoPassword)).status).toBe(429)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update sign_in_attempts
      set
        at = now() - interval '61 seconds'
    `),
  )
  expect((await login('manager', demoPassword)).status).toBe(200)
})

test('an unknown name waits like an account: the wait does not show which names exist', async () => {
  const tried = async (username: string, remoteAddress: string) => {
    const answers: [number, unknown][] = []
    for (let i = 0; i < 7; i += 1) {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username, password: 'not this one' },
        remoteAddress,
      })
      answers.push([answer.statusCode, answer.json<{ message: string }>().message])
    }
    return answers
  }
  const known = await tried('auditor', '10.1.0.1')
  expect(known.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 401, 429])
  expect(await tried(' Nobody-Here ', '10.1.0.2')).toEqual(known)
})

test('concurrent guesses are limited like sequential ones: the right one among them waits too', async () => {
  await setRows(app, 'users', { UserName: 'quality' }, { FailedSignIns: 10 })
  const guesses = Array.from({ length: 12 }, (_, n) => (n === 11 ? demoPassword : `guess ${n}`))
  const answers = await Promise.all(guesses.map((word) => login('quality', word)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([401, ...Array.from({ length: 11 }, () => 429)])
  expect(await readRow(app, 'users', { UserName: 'quality' }, 'failed_sign_ins as n')).toEqual({ N: 11 })
})

test('of sixty concurrent wrong guesses from one address no more than twenty are checked', async () => {
  const tried = Array.from({ length: 60 }, (_, n) =>
    app.http.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: `guessed ${n}`, password: 'not this one' },
      remoteAddress: '10.2.0.1',
    }),
  )
  const answers = (await Promise.all(tried)).map((answer) => answer.statusCode)
  // guesses beyond the hash queue must be tried again
  expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(20)
  expect(answers.every((status) => [401, 429, 503].includes(status))).toBe(true)
  const failures = await countRows(app, 'sign_in_attempts', { Address: '10.2.0.1' })
  expect(failures).toBeLessThanOrEqual(20)
})

test('a line with a whole network of IPv6 addresses has twenty guesses a minute like one address, and another line its own', async () => {
  const guess = async (remoteAddress: string, n: number): Promise<number> =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username: `spread ${n}`, password: 'not this one' },
        remoteAddress,
      })
    ).statusCode
  const answers: number[] = []
  for (let n = 0; n < 24; n += 1) answers.push(await guess(`2001:db8:7:8:${n.toString(16)}::${n + 1}`, n))
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 401), ...Array.from({ length: 4 }, () => 429)])
  expect([await guess('2001:db8:7:9::1', 30), await guess('::ffff:10.4.0.1', 31)]).toEqual([401, 401])
  // the log keeps the address itself
  expect(await countRows(app, 'access_log', { Address: '2001:db8:7:8:5::6' })).toBe(1)
})

test('the guesses of another user do not lock out a colleague who signed in from that address before', async () => {
  const from = async (username: string, remoteAddress: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username, password: demoPassword },
        remoteAddress,
      })
    ).statusCode
  expect(await from('technologist', '10.3.0.1')).toBe(200)
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        sign_in_attempts (address)
      select
        '10.3.0.1'
      from
        generate_series(1, 20)
    `),
  )
  expect([await from('technologist', '10.3.0.1'), await from('logistics', '10.3.0.1')]).toEqual([200, 429])
})

test('a user has twenty sessions at most; one more ends the longest unused one, with its locks', async () => {
  const first = await signedIn(app, 'phlebotomist', 6, 12)
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      update sessions
      set
        last_seen_at = now() - interval '5 minutes'
      where
        user_id = ${first.userId}
    `)
    await tx.run(sql`
      insert into
        sessions (token_hash, user_id)
      select
        sha256(convert_to('made ' || n, 'utf8')),
        ${first.userId}
      from
        generate_series(1, 19) n
    `)
  })
  expect((await login('phlebotomist', demoPassword)).status).toBe(200)
  const { Live } = await app.db.read.one<{ Live: number }>(sql`
    select
      count(*)::int as live
    from
      sessions
    where
      user_id = ${first.userId}
      and ended_at is null
  `)
  expect([Live, (await first.get('/api/currentUser')).status]).toEqual([20, 401])
})

test('a wrong current password in the profile counts as a failed sign-in', async () => {
  const person = await signedIn(app, 'pathologist2', 3, 2)
  const profile = (CurrentPassword: string) =>
    person.put(`/api/users/${person.userId}`, {
      ...{ UserName: 'pathologist2', FullName: 'Dr Arjun Mehta', Email: '' },
      ...{ CurrentPassword, Password: 'correct horse battery', Password2: 'correct horse battery' },
    })
  const answers: number[] = []
  for (let round = 0; round < 7; round += 1) answers.push((await profile(`wrong ${round}`)).status)
  expect(answers).toEqual([400, 400, 400, 400, 400, 400, 429])
  expect((await profile(demoPassword)).status).toBe(429)
  expect((await login('pathologist2', demoPassword)).status).toBe(429)
})

test("guesses elsewhere with a user's name do not make that user wait at an address with a recent sign-in", async () => {
  const from = async (remoteAddress: string, password: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username: 'nashik', password },
        remoteAddress,
      })
    ).statusCode
  expect(await from('10.4.0.1', demoPassword)).toBe(200)
  for (let round = 0; round < 7; round += 1) await from('10.4.0.2', `wrong ${round}`)
  expect([await from('10.4.0.2', demoPassword), await from('10.4.0.3', demoPassword)]).toEqual([429, 429])
  expect(await from('10.4.0.1', demoPassword)).toBe(200)
  // guesses from that address wait as everywhere
  const guesses: number[] = []
  for (let round = 0; round < 7; round += 1) guesses.push(await from('10.4.0.1', `wrong ${round}`))
  expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429])
})

test('signing out reads no large body, and is counted by address', async () => {
  const out = (text: string, remoteAddress: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { 'content-type': 'application/json' },
      payload: text,
      remoteAddress,
    })
  expect((await out(JSON.stringify({ text: 'x'.repeat(9000) }), '10.5.0.1')).statusCode).toBe(413)
  const answers = await Promise.all(Array.from({ length: 180 }, () => out('{}', '10.5.0.2')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
})
