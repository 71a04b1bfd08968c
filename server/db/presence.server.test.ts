// A lost or lagging replica, a database that is lost and returns, and a new zone on open connections.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { setNetwork } from '../../core/network.ts'
import { testDatabase } from '../testing/database.ts'
import { cutLines, lineTo } from '../testing/line.ts'
import { openDatabase, sql, type Database } from './db.ts'
import type { PresenceChange } from './presence.ts'
import { lagOf, positionOf } from './replica.ts'

const database = await testDatabase({ template: 'empty' })
const copy = await testDatabase({ template: 'empty' })
const opened: Database[] = []
const open = (url: string, replicaUrl?: string): Database => {
  const db = openDatabase(url, { connections: 2, replicaUrl })
  opened.push(db)
  return db
}
afterAll(async () => {
  cutLines()
  await Promise.all(opened.map((db) => db.close()))
  await Promise.all([database.drop(), copy.drop()])
})

const name = sql`
  select
    current_database() as name
`
const nameIn = (url: string): string => new URL(url).pathname.slice(1)
const until = (said: readonly PresenceChange[], part: string, isAway: boolean) =>
  expect
    .poll(() => said.some((one) => one.part === part && one.isAway === isAway), { timeout: 15_000, interval: 20 })
    .toBe(true)

test('lists are read from the primary while the replica is lost, and from the replica when it is back', async () => {
  const line = await lineTo(copy.url)
  const db = open(database.url, line.url)
  const said: PresenceChange[] = []
  db.watch((change) => said.push(change))
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(copy.url) })
  line.cut()
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(database.url) })
  const streamed = []
  for await (const rows of db.stream(name)) streamed.push(...rows)
  expect(streamed).toEqual([{ Name: nameIn(database.url) }])
  expect([said.length, said[0]?.part, said[0]?.isAway, db.state.replica?.isAway]).toEqual([1, 'replica', true, true])
  await line.mend()
  await until(said, 'replica', false)
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(copy.url) })
  expect(said.map(({ part, isAway }) => [part, isAway])).toEqual([
    ['replica', true],
    ['replica', false],
  ])
})

test('a replica that hangs counts as lost until it answers', async () => {
  const line = await lineTo(copy.url)
  const db = openDatabase(database.url, { connections: 2, replicaUrl: line.url, mostLag: 500 })
  opened.push(db)
  const said: PresenceChange[] = []
  db.watch((change) => said.push(change))
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(copy.url) })
  // a connection that is being opened would be given up in any case
  await expect.poll(() => db.state.pools.replica?.idleCount).toBe(db.state.pools.replica?.totalCount)
  line.hold()
  await until(said, 'replica', true)
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(database.url) })
  line.release()
  await until(said, 'replica', false)
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(copy.url) })
})

test('a replica missing at the start is reported at once, also to a later watcher', async () => {
  const db = open(database.url, 'postgres://aliquot@127.0.0.1:1/aliquot')
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(database.url) })
  const said: PresenceChange[] = []
  db.watch((change) => said.push(change))
  expect(said).toEqual([{ part: 'replica', isAway: true, code: 'ECONNREFUSED', seconds: 0 }])
})

test('the loss of the database and its return are each reported once', async () => {
  const line = await lineTo(database.url)
  const db = open(line.url)
  const said: PresenceChange[] = []
  db.watch((change) => said.push(change))
  await db.read.one(name)
  line.cut()
  for (let times = 0; times < 3; times += 1) {
    await expect(db.transaction((tx) => tx.one(name))).rejects.toThrow('The database is not reachable')
    await expect(db.read.one(name)).rejects.toThrow()
  }
  await line.mend()
  await until(said, 'database', false)
  expect(said.map(({ part, isAway }) => [part, isAway])).toEqual([
    ['database', true],
    ['database', false],
  ])
  expect(await db.read.one(name)).toEqual({ Name: nameIn(database.url) })
})

test('a replica that lags too far counts as lost until it has caught up', async () => {
  const client = new pg.Client({ connectionString: copy.ownerUrl })
  await client.connect()
  // the answer of a standby that has replayed up to a position
  const replayed = (position: string) =>
    client.query(
      `create or replace function public.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select ${position}'`,
    )
  await replayed(`''0/1''::pg_lsn`)
  await client.query(`alter database "${nameIn(copy.url)}" set search_path = public, pg_catalog`)
  const db = openDatabase(database.url, { connections: 2, replicaUrl: copy.url, mostLag: 500 })
  opened.push(db)
  const said: PresenceChange[] = []
  db.watch((change) => said.push(change))
  await until(said, 'replica', true)
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(database.url) })
  expect(db.state.replica?.lagSeconds).toBeGreaterThan(0.5)
  await replayed('pg_current_wal_lsn()')
  await until(said, 'replica', false)
  expect(await db.replica.one(name)).toEqual({ Name: nameIn(copy.url) })
  await client.query('drop function public.pg_last_wal_replay_lsn()')
  await client.end()
})

test('lag counts from the first write of the primary that the replica lacks', () => {
  const samples = [
    { at: 1000, written: positionOf('0/10') },
    { at: 3000, written: positionOf('0/20') },
    { at: 5000, written: positionOf('1/0') },
  ]
  expect([positionOf('1/0') - positionOf('0/FFFFFFFF'), positionOf('0/1f')]).toEqual([1n, 31n])
  const lag = (replayed: string) => lagOf(samples, positionOf(replayed), 9000)
  expect([lag('0/F'), lag('0/10'), lag('0/20'), lag('0/FFFFFFFF'), lag('1/0')]).toEqual([8000, 6000, 4000, 4000, 0])
  expect(lagOf([], 0n, 9000)).toBe(0)
})

test('a changed zone applies to open connections, without new ones', async () => {
  setNetwork({ timeZone: 'Asia/Kolkata' })
  const db = open(database.url, copy.url)
  const zone = sql`
    select
      network_zone () as zone
  `
  const all = () =>
    Promise.all([db.read, db.replica].map((one) => one.one(zone)).concat(db.transaction((tx) => tx.one(zone))))
  const opened = () => Object.values(db.state.pools).map(({ totalCount }) => totalCount)
  expect(await all()).toEqual(Array(3).fill({ Zone: 'Asia/Kolkata' }))
  const before = opened()
  setNetwork({ timeZone: 'Asia/Dubai' })
  expect(await all()).toEqual(Array(3).fill({ Zone: 'Asia/Dubai' }))
  expect(opened()).toEqual(before)
  setNetwork({ timeZone: 'Asia/Kolkata' })
})
