// Live events: a stream ends with its session at once, a session has few of them, and events go only to the users
// concerned.
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../db/db.ts'
import { servedApp, type TestApp } from '../testing/app.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'
import { insertOf } from '../testing/rows.ts'

let app: TestApp & { address: string }
beforeAll(async () => {
  app = await servedApp()
})
afterAll(() => app.close())

type Stream = { status: number; heard: () => string; ended: Promise<void>; close: () => void }
const streams: Stream[] = []
/** Opens a stream and reads it until it ends. */
const listen = async (person: Person): Promise<Stream> => {
  const stop = new AbortController()
  const answer = await fetch(`${app.address}/api/events`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: stop.signal,
  })
  let text = ''
  const read = async (): Promise<void> => {
    const reader = answer.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text += Buffer.from(part.value).toString()
  }
  const stream = {
    status: answer.status,
    heard: () => text,
    ended: read().catch(() => undefined),
    close: () => stop.abort(),
  }
  streams.push(stream)
  return stream
}
afterAll(() => {
  for (const stream of streams) stream.close()
})
const heard = (stream: Stream, text: string) => expect.poll(stream.heard, { timeout: 10_000 }).toContain(text)

test('a stream ends when its session does: signed out, under another role, or ended by a new password', async () => {
  const ends: ((person: Person) => Promise<unknown>)[] = [
    (person) => person.post('/api/logout'),
    (person) => person.choose(5, 2),
    (person) =>
      app.db.transaction(async (tx) =>
        (await import('../session/ending.ts')).endSessionsOf(tx, person.userId, 'ended'),
      ),
  ]
  for (const end of ends) {
    const person = await signedIn(app, 'labdesk', 5, 2)
    const stream = await listen(person)
    expect(stream.status).toBe(200)
    await end(person)
    await stream.ended
  }
})

test('news in the moment when a stream ends is not written to it: that would end the server', async () => {
  const person = await signedIn(app, 'labdesk', 5, 2)
  const [own, other] = [await listen(person), await listen(await signedIn(app, 'accounts', 7, 2))]
  const tell = (news: object) => sql`pg_notify ('aliquot', ${JSON.stringify(news)})`
  await app.db.transaction((tx) =>
    tx.run(sql`
      select
        ${tell({ kind: 'end', user: person.userId })},
        ${tell({ kind: 'network' })}
    `),
  )
  await own.ended
  await heard(other, 'event: network')
  expect(own.heard()).not.toContain('event: network')
})

test('a session has five streams at most, and another when one was closed', async () => {
  const person = await signedIn(app, 'accounts', 7, 2)
  const open: Stream[] = []
  for (let n = 0; n < 5; n += 1) open.push(await listen(person))
  expect((await listen(person)).status).toBe(429)
  open[0]?.close()
  await expect.poll(async () => (await listen(person)).status, { timeout: 10_000 }).toBe(200)
})

test('a page that is left while its session is read takes none of the streams', async () => {
  const person = await signedIn(app, 'accounts', 7, 2)
  const asked: IncomingMessage[] = []
  const hear = (request: IncomingMessage): void => void asked.push(request)
  app.http.server.on('request', hear)
  await app.db.transaction(async (tx) => {
    await tx.run(sql`lock table sessions in access exclusive mode`)
    const left = Array.from({ length: 5 }, () =>
      get(`${app.address}/api/events`, { agent: false, headers: { authorization: `Bearer ${person.token}` } }).on(
        'error',
        () => undefined,
      ),
    )
    await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(5)
    for (const request of left) request.destroy()
    await expect.poll(() => asked.every(({ socket }) => socket.destroyed), { timeout: 10_000 }).toBe(true)
  })
  app.http.server.off('request', hear)
  for (let n = 0; n < 5; n += 1) expect((await listen(person)).status).toBe(200)
})

test('a changed list is announced only to its readers of the same employer, not to outside users', async () => {
  const { Id: rival } = await app.db.transaction((tx) =>
    tx.one<{ Id: number }>(
      insertOf('clients', { ClientTypeId: 9, Name: 'Rival Diagnostics', IsActive: true }, 'client_id as id'),
    ),
  )
  await app.db.transaction((tx) =>
    tx.run(sql`
      update users
      set
        employer_id = ${rival}
      where
        user_name in ('auditor')
    `),
  )
  const [desk, manager, stranger, doctor] = [
    await signedIn(app, 'frontdesk', 5, 12),
    await signedIn(app, 'manager', 2, 2),
    await signedIn(app, 'auditor', 11, 1),
    await signedIn(app, 'doctor', 12, 101),
  ]
  const [told, strange, outside] = [await listen(manager), await listen(stranger), await listen(doctor)]
  await aPatient(desk)
  await heard(told, '"ModuleId":"clients"')
  // a later event of the same channel arrived, so the first would have arrived too
  for (const [person, stream] of [
    [stranger, strange],
    [doctor, outside],
  ] as const) {
    await app.db.transaction((tx) =>
      tx.run(sql`
        select
          pg_notify ('aliquot', ${JSON.stringify({ kind: 'notification', user: person.userId })})
      `),
    )
    await heard(stream, 'event: notification')
    expect(stream.heard()).not.toContain('event: list')
  }
})
