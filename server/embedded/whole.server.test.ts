// The embedded database is filled completely or left empty, and the last server that uses it stops it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbedded, type Addresses, type Embedded } from './launcher.ts'
import { isRunning, readPostmaster } from './postmaster.ts'
import { signalTo } from '../testing/processes.ts'

let dataDir = ''
let lines: string[] = []
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'aliquot-whole-'))
  chmodSync(dataDir, 0o755) // the database's account must reach it
  lines = []
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const ask = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
/** Creates a network of one client, enough for the launcher's check. */
const fillOne = async ({ ownerUrl }: Addresses): Promise<void> => {
  await ask(ownerUrl, 'create table public.clients as select 1 as client_id')
}
const start = (fill: (database: Addresses) => Promise<void>): Promise<Embedded> =>
  startEmbedded({ dataDir, log: (line) => lines.push(line), fill })
const postmaster = (): number => readPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid ?? 0
const isUp = (): boolean => isRunning(postmaster())

test('a failed or interrupted load is never served; the next start reports it and loads again', async () => {
  const failing = start(async (database) => {
    await fillOne(database)
    throw new Error('in the middle')
  })
  await expect(failing).rejects.toThrow('in the middle')
  expect(isUp()).toBe(false)

  const cut = start(async (database) => {
    await fillOne(database)
    signalTo(postmaster(), 'SIGKILL')
    throw new Error('with its database')
  })
  await expect(cut).rejects.toThrow('with its database')
  lines = []
  const again = await start(async (database) => {
    expect(database.ownerUrl).toContain('aliquot_loading')
    await fillOne(database)
  })
  expect(lines).toEqual([
    'An earlier start was cut off while it loaded. What it had loaded is removed, and loading begins again.',
  ])
  await again.stop()

  const whole = await start(() => Promise.reject(new Error('it is filled already')))
  expect(await ask(whole.ownerUrl, 'select count(*)::int from clients')).toEqual([1])
  expect(await ask(whole.ownerUrl, `select datname from pg_database where datname like 'aliquot%'`)).toEqual([
    'aliquot',
  ])
  await whole.stop()
})

test('two servers that start together load once; the database runs until the second one stops', async () => {
  let loads = 0
  const fill = async (database: Addresses): Promise<void> => {
    loads += 1
    await fillOne(database)
  }
  const [one, other] = await Promise.all([start(fill), start(fill)])
  expect(loads).toBe(1)
  await one.stop()
  expect(isUp()).toBe(true)
  expect(await ask(other.ownerUrl, 'select count(*)::int from clients')).toEqual([1])
  await other.stop()
  expect(isUp()).toBe(false)
})
