// A streaming standby for lists: what one has just saved is in one's own next list at once, and the standby may go.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, type App } from './app.ts'
import { readConfig } from '../server/config.ts'
import { listed } from '../server/testing/listed.ts'
import { Person, signedIn, type Json } from '../server/testing/signed-in.ts'
import { startPair, type Pair } from '../server/testing/standby.ts'

let pair: Pair
let app: App
let desk: Person
let other: Person
let manager: Person
beforeAll(async () => {
  pair = await startPair()
  app = await createApp(
    pair.primary.url,
    readConfig({
      DATABASE_URL: pair.primary.url,
      DATABASE_REPLICA_URL: pair.replicaUrl,
      DEMO: 'false',
      LOG_LEVEL: 'silent',
    }),
  )
  desk = await signedIn(app, 'labdesk', 5, 2)
  other = await signedIn(app, 'labdesk', 5, 2)
  manager = await signedIn(app, 'manager', 2, 2)
})
afterAll(async () => {
  await app.close()
  await pair.close()
})

const named = (Name: string) => ({ ClientTypeId: 12, Name, GenderId: 1, Age: 30, ParentId: 1, IsActive: true })
const created = async (Name: string) => {
  const answer = await desk.post('/api/clients/', named(Name))
  expect(answer.status).toBe(201)
  return answer
}
/** How many rows of this name the patients' list has for a person who sends these headers. */
const found = async (person: Person, Name: string, headers: Record<string, string> = {}): Promise<number> => {
  const filter = encodeURIComponent(JSON.stringify({ Name }))
  const { body, status } = await person.call<Json[]>(
    'GET',
    `/api/getdata/${patients}?filterCriteria=${filter}`,
    undefined,
    headers,
  )
  expect(status).toBe(200)
  return body.length
}
const patients = 1006

test('a change answers its position, and a list that has it in its request has the change at once', async () => {
  await pair.pause()
  const { headers } = await created('Seen By Me')
  const position = String(headers.get('x-aliquot-seen'))
  expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  expect(String(headers.get('set-cookie'))).toContain(`aliquot-seen=${position}; Max-Age=60`)
  // the standby lacks it: a person who has not seen it reads what the standby has
  expect(await found(other, 'Seen By Me')).toBe(0)
  expect(await found(desk, 'Seen By Me', { 'x-aliquot-seen': position })).toBe(1)
  expect(await found(desk, 'Seen By Me', { cookie: `aliquot-seen=${position}` })).toBe(1)
  // what is no position counts as none
  expect(await found(desk, 'Seen By Me', { cookie: 'aliquot-seen=1/0-or-1' })).toBe(0)
  await pair.resume()
  await expect.poll(() => found(other, 'Seen By Me'), { timeout: 10_000, interval: 50 }).toBe(1)
})

test('the standby is not asked for a position that comes without a session', async () => {
  let taken = 0
  const count = (): void => void (taken += 1)
  app.db.state.pools.replica?.on('acquire', count)
  const headers = { 'x-aliquot-seen': 'FFFFFFFF/FFFFFFFF' }
  for (let time = 0; time < 30; time += 1)
    expect((await app.http.inject({ method: 'GET', url: '/api/openapi.json', headers })).statusCode).toBe(200)
  app.db.state.pools.replica?.off('acquire', count)
  // its lag is measured every two seconds
  expect(taken).toBeLessThan(15)
})

test('an export has it, too', async () => {
  await pair.pause()
  const { headers } = await created('Seen In A File')
  const filter = encodeURIComponent(JSON.stringify({ Name: 'Seen In A File' }))
  const file = (more: Record<string, string>) =>
    manager.call('GET', `/api/getdata/${patients}?filterCriteria=${filter}&format=csv`, undefined, more)
  expect((await file({})).text).not.toContain('Seen In A File')
  expect((await file({ 'x-aliquot-seen': String(headers.get('x-aliquot-seen')) })).text).toContain('Seen In A File')
  await pair.resume()
})

test('a standby that goes away costs no list, and is used again when it is back', async () => {
  await pair.lose()
  await created('Without The Standby')
  expect(await found(other, 'Without The Standby')).toBe(1)
  await expect.poll(() => app.db.state.replica?.isAway, { timeout: 10_000, interval: 50 }).toBe(true)
  await pair.returns()
  await expect.poll(() => app.db.state.replica?.isAway, { timeout: 15_000, interval: 50 }).toBe(false)
  await pair.pause()
  await created('After Its Return')
  expect(await found(other, 'After Its Return')).toBe(0)
  await pair.resume()
  await expect.poll(() => found(other, 'After Its Return'), { timeout: 10_000, interval: 50 }).toBe(1)
})

test('a list without a replica has no position', async () => {
  const alone = await createApp(
    pair.primary.url,
    readConfig({ DATABASE_URL: pair.primary.url, DEMO: 'false', LOG_LEVEL: 'silent' }),
  )
  const person = new Person(alone, desk.token)
  const answer = await person.post('/api/clients/', named('No Replica'))
  expect([answer.status, answer.headers.get('x-aliquot-seen'), answer.headers.get('set-cookie')]).toEqual([
    201,
    null,
    null,
  ])
  expect((await listed(person, patients, { Name: 'No Replica' })).total).toBe(1)
  await alone.close()
})
