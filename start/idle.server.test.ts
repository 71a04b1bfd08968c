// The idle time of a session: a browser's own requests, and refused ones, do not extend it.
import { expect, test } from 'vitest'
import { sql } from '../server/db/db.ts'
import { hashToken } from '../server/session/session.ts'
import { networkForTests } from '../server/testing/network.ts'
import type { Answered } from '../server/testing/signed-in.ts'

const { app, desk } = networkForTests('desk')

/** Whether a request extends a session that has been idle for ten minutes by the database's clock. */
const wakes = async (ask: () => Promise<Answered<unknown>>, status = 200): Promise<boolean> => {
  const own = sql`token_hash = ${hashToken(desk.token)}`
  await app.db.transaction((tx) =>
    tx.run(sql`
      update sessions
      set
        last_seen_at = now() - interval '10 minutes'
      where
        ${own}
    `),
  )
  expect((await ask()).status).toBe(status)
  const { Rested } = await app.db.read.one<{ Rested: number }>(sql`
    select
      extract(
        epoch
        from
          now() - last_seen_at
      )::float8 as rested
    from
      sessions
    where
      ${own}
  `)
  return Rested < 60
}
const lock = { ModuleId: 'doctors', FormId: 101 }

test('reading, saving and a save refused for correction are work', async () => {
  expect(await wakes(() => desk.get('/api/getdata/1001'))).toBe(true)
  expect(await wakes(() => desk.put('/api/clients/101', { Area: 'Baner' }))).toBe(true)
  expect(await wakes(() => desk.put('/api/clients/101', { MobilePhone: '1' }), 400)).toBe(true)
  expect(await wakes(() => desk.put('/api/clients/101', { Area: 'Aundh', RowVersion: 99 }), 409)).toBe(true)
})

test('taking a lock is work, renewing it is not', async () => {
  expect(await wakes(() => desk.post('/api/locks/', lock))).toBe(true)
  expect(await wakes(() => desk.post('/api/locks/', lock))).toBe(false)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update locks
      set
        tab = 'another',
        leased_until = now() + interval '1 minute'
    `),
  )
  expect(await wakes(() => desk.call('POST', '/api/locks/', lock, { 'x-tab': 'mine' }), 423)).toBe(false)
})

test('notifications and lists that refresh automatically are not work', async () => {
  expect(await wakes(() => desk.get('/api/getdata/9'))).toBe(false)
  expect(await wakes(() => desk.call('GET', '/api/getdata/1001', undefined, { 'x-passive': '1' }))).toBe(false)
})

test('a missing or forbidden address does not extend a session', async () => {
  expect(await wakes(() => desk.get('/api/sales/999999'), 404)).toBe(false)
  expect(await wakes(() => desk.get('/api/getdata/4711'), 404)).toBe(false)
  expect(await wakes(() => desk.get('/api/users/1'), 403)).toBe(false)
})
