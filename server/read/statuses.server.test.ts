// Every kind of refusal, with its HTTP status and a message for the user.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { ask, demoPassword, type Answered } from '../testing/signed-in.ts'
import { aPatient } from '../../modules/sales/sales.fixture.ts'

const { app, desk, manager } = networkForTests('desk', 'manager')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk, { Name: 'Refused Often' })
})

/** The status and the message; every refusal has one. */
const refusal = ({ status, body }: Answered): [number, string] => {
  expect(body).toMatchObject({ message: expect.stringMatching(/\S/), requestId: expect.any(String) })
  return [status, String(body.message)]
}

/** Locks the table until the request waits for it, and cuts the request's connection to the database. */
const cut = (request: () => Promise<Answered>) =>
  app.db.transaction(async (tx) => {
    await tx.run(sql`lock table clients in exclusive mode`)
    const answer = request()
    const waiting = sql`
      from
        pg_stat_activity
      where
        datname = current_database()
        and wait_event_type = 'Lock'
    `
    await expect
      .poll(
        async () =>
          (
            await app.db.read.one<{ N: number }>(sql`
              select
                count(*)::int as n ${waiting}
            `)
          ).N,
      )
      .toBe(1)
    await app.db.read.rows(sql`
      select
        pg_terminate_backend(pid) ${waiting}
    `)
    return answer
  })

test('FND-431 MDA-352 OPS-313 400, 401, 403, 404, 409, 422, 423, 429 and 503, each with its message', async () => {
  const one = `/api/clients/${patient}` as const
  // the error is at its field too
  const invalid = await desk.put(one, { Name: '' })
  expect(refusal(invalid)).toEqual([400, 'Name is required'])
  expect(invalid.body.errors).toEqual({ Name: ['Name is required'] })
  expect(refusal(await desk.put(one, { NoSuchField: 1 }))[0]).toBe(400)
  expect(refusal(await desk.get('/api/getdata/1001?filterCriteria=not-json'))[0]).toBe(400)
  expect(refusal(await ask(app, 'GET', one))).toEqual([401, 'Sign in to go on'])
  expect(refusal(await desk.post('/api/clients/', { ClientTypeId: 13, Name: 'X' }))[0]).toBe(403)
  expect(refusal(await desk.get('/api/clients/99999999'))).toEqual([404, 'This record does not exist'])
  expect(refusal(await desk.get('/api/nosuchthing'))[0]).toBe(404)
  const { RowVersion } = (await desk.get(one)).body
  expect((await desk.put(one, { Area: 'Baner', RowVersion })).status).toBe(200)
  expect(refusal(await desk.put(one, { Area: 'Aundh', RowVersion }))[0]).toBe(409)
  // a place that another record has
  const widget = () => manager.post('/api/userwidgets/', { Target: 'T1', Label: 'Mine', StatementId: 2101 })
  expect((await widget()).status).toBe(201)
  expect(refusal(await widget())).toEqual([409, 'You have a widget at T1 already'])
  expect((await desk.put(one, { Area: 'Camp' }, { 'idempotency-key': 'one-key' })).status).toBe(200)
  expect(refusal(await desk.put(one, { Area: 'Wakad' }, { 'idempotency-key': 'one-key' }))[0]).toBe(422)
  expect(refusal(await desk.put('/api/clients/12', { Area: 'Baner' }))[0]).toBe(422)
  expect((await manager.post('/api/locks/', { ModuleId: 'clients', FormId: patient })).status).toBe(200)
  expect(refusal(await desk.put(one, { Area: 'Kothrud' }))).toEqual([
    423,
    expect.stringContaining('is being edited by'),
  ])
  expect(refusal(await cut(() => manager.put(one, { Area: 'Hadapsar' })))[0]).toBe(503)
  for (let round = 0; round < 6; round += 1)
    await ask(app, 'POST', '/api/login', { username: 'accounts', password: `wrong ${round}` })
  expect(refusal(await ask(app, 'POST', '/api/login', { username: 'accounts', password: demoPassword }))[0]).toBe(429)
  // none of these changes was stored
  expect((await desk.get(one)).body.Area).toBe('Camp')
})
