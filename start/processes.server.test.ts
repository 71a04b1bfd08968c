// More than one process on one database, and a replica that lags behind it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../modules/sales/sales.fixture.ts'
import { createApp } from './app.ts'
import { readConfig } from '../server/config.ts'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { testDatabase, type TestDatabase } from '../server/testing/database.ts'
import { listed } from '../server/testing/listed.ts'
import { Person, signedIn } from '../server/testing/signed-in.ts'

type App = Awaited<ReturnType<typeof createApp>>

let app: TestApp
let replica: TestDatabase
/** Another process on the same database, which reads lists from a copy that never catches up. */
let other: App
beforeAll(async () => {
  app = await testApp()
  replica = await testDatabase()
  other = await createApp(
    app.url,
    readConfig({ DATABASE_URL: app.url, DATABASE_REPLICA_URL: replica.url, DEMO: 'false', LOG_LEVEL: 'silent' }),
  )
})
afterAll(async () => {
  await other.close()
  await replica.drop()
  await app.close()
})

test('a session, a lock and an idempotency key of one process are valid in the other', async () => {
  const here = await signedIn(app, 'labdesk', 5, 2)
  const there = new Person(other, here.token)
  const id = await aPatient(here)
  expect((await there.get(`/api/clients/${id}`)).status).toBe(200)
  const manager = await signedIn(app, 'manager', 2, 2)
  expect((await here.post(`/api/locks/`, { ModuleId: 'clients', FormId: id })).status).toBe(200)
  expect((await new Person(other, manager.token).put(`/api/clients/${id}`, { Area: 'Baner' })).status).toBe(423)
  const key = { 'idempotency-key': 'the same in both' }
  const body = { ClientTypeId: 12, Name: 'Once Only', GenderId: 1, Age: 30, ParentId: 1, IsActive: true }
  const [one, two] = [
    await here.call('POST', '/api/clients/', body, key),
    await there.call('POST', '/api/clients/', body, key),
  ]
  expect(two.body).toEqual(one.body)
  expect((await here.post('/api/logout')).status).toBe(200)
  // the other process is notified
  await expect.poll(async () => (await there.get('/api/currentUser')).status, { timeout: 1000, interval: 20 }).toBe(401)
})

test('lists are read from the replica, records and sessions from the primary', async () => {
  const here = await signedIn(app, 'labdesk', 5, 2)
  const sale = await booked(here)
  const there = new Person(other, here.token)
  expect((await there.get(`/api/sales/${sale.SaleId}`)).status).toBe(200)
  expect((await listed(there, 1001)).total).toBe(0)
  expect((await listed(here, 1001)).total).toBeGreaterThan(0)
})
