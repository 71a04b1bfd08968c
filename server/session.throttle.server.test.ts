// Guessing passwords: an account waits longer with each failure, an address has twenty a minute.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from './db.ts'
import { testApp, type TestApp } from './testing/app.ts'
import { ask, demoPassword } from './testing/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
const login = (username: string, password: string) => ask(app, 'POST', '/api/login', { username, password })

test('after the free failures the account waits, even for the right password, and a success clears the count', async () => {
  for (let round = 0; round < 6; round += 1) expect((await login('labdesk', `wrong ${round}`)).status).toBe(401)
  const waiting = await login('labdesk', demoPassword)
  expect(waiting.status).toBe(429)
  expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0)
  expect((await login('accounts', demoPassword)).status).toBe(200)
  await app.db.transaction((tx) => tx.run(sql`update users set next_sign_in_at = now() - interval '1 second' where user_name = 'labdesk'`))
  expect((await login('labdesk', demoPassword)).status).toBe(200)
  expect(await app.db.read.one(sql`select failed_sign_ins as n from users where user_name = 'labdesk'`)).toEqual({ n: 0 })
})

test('the wait of an account is never longer than 15 minutes', async () => {
  await app.db.transaction((tx) => tx.run(sql`update users set failed_sign_ins = 60, next_sign_in_at = null where user_name = 'accounts'`))
  await login('accounts', 'wrong')
  const { wait } = await app.db.read.one<{ wait: number }>(
    sql`select extract(epoch from next_sign_in_at - now())::float8 as wait from users where user_name = 'accounts'`,
  )
  expect(wait).toBeGreaterThan(800)
  expect(wait).toBeLessThanOrEqual(900)
})

test('twenty failures in a minute stop an address, for known and unknown users alike', async () => {
  await app.db.transaction((tx) => tx.run(sql`insert into sign_in_attempts (address) select '127.0.0.1' from generate_series(1, 20)`))
  expect((await login('manager', demoPassword)).status).toBe(429)
  expect((await login('nobody', demoPassword)).status).toBe(429)
  await app.db.transaction((tx) => tx.run(sql`update sign_in_attempts set at = now() - interval '61 seconds'`))
  expect((await login('manager', demoPassword)).status).toBe(200)
})

test('a name that nobody has waits as an account does: waiting tells nobody which names there are', async () => {
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

test('guesses sent at once are not freer than guesses sent one by one: the right one among them waits too', async () => {
  await app.db.transaction((tx) => tx.run(sql`update users set failed_sign_ins = 10 where user_name = 'quality'`))
  const guesses = Array.from({ length: 12 }, (_, n) => (n === 11 ? demoPassword : `guess ${n}`))
  const answers = await Promise.all(guesses.map((word) => login('quality', word)))
  expect(answers.map((answer) => answer.status).sort()).toEqual([401, ...Array.from({ length: 11 }, () => 429)])
  expect(await app.db.read.one(sql`select failed_sign_ins as n from users where user_name = 'quality'`)).toEqual({ n: 11 })
})
