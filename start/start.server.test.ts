// A start that cannot succeed gives the reason in one line and changes no data; a stopped start ends cleanly.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOf } from '../server/testing/port.ts'
import { isRunning, readPostmaster } from '../server/embedded/postmaster.ts'
import { testDatabase, type TestDatabase } from '../server/testing/database.ts'
import { signalTo, signalToGroup } from '../server/testing/processes.ts'
import { progressOn } from './progress.ts'

let database: TestDatabase
let folder = ''
beforeAll(async () => {
  database = await testDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'aliquot-start-'))
  chmodSync(folder, 0o755) // the database's account must reach it
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Started = { child: ChildProcess; said: () => string; ended: Promise<number | null> }
const start = (env: Record<string, string>): Started => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // a process group of its own, so that a signal reaches all of it
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  return { child, said: () => text.trim(), ended: new Promise((resolve) => child.on('exit', resolve)) }
}
const refused = async (env: Record<string, string>): Promise<string> => {
  const { said, ended } = start(env)
  expect(await ended).toBe(1)
  return said()
}
const asked = async (text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
/** The test's database under another name, user or password. */
const address = (change: (url: URL) => void): Record<string, string> => {
  const url = new URL(database.ownerUrl)
  change(url)
  return { DATABASE_URL: url.href, DEMO: 'false' }
}

test('a taken port and an invalid host are named, and no demo account is locked', async () => {
  const before = await asked('select password_hash from users order by user_id')
  const taken = createServer()
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve(portOf(taken)))
  })
  const env = { DATABASE_URL: database.ownerUrl, DEMO: 'false' }
  expect(await refused({ ...env, PORT: String(port) })).toBe(
    `Port ${port} is taken. Set PORT to another number, for example PORT=${port + 1} npm start`,
  )
  taken.close()
  expect(await refused({ ...env, HOST: '999.1.1.1' })).toBe(
    'HOST 999.1.1.1 is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all its addresses.',
  )
  expect(await asked('select password_hash from users order by user_id')).toEqual(before)
  expect(before.filter(Boolean).length).toBeGreaterThan(10)
}, 60_000)

test('a database that is unreachable, missing or has another password is named in one line', async () => {
  expect(await refused({ DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x', DEMO: 'false' })).toBe(
    'No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct DATABASE_URL.',
  )
  const missing = await refused(address((url) => (url.pathname = '/not_there')))
  expect(missing).toMatch(/^There is no database "not_there" at .+\. Create it, or correct DATABASE_URL\.$/)
  const wrong = await refused(address((url) => (url.password = 'wrong')))
  expect(wrong).toMatch(/^PostgreSQL at .+ refuses the password of aliquot_owner\. Correct DATABASE_URL\.$/)
}, 60_000)

test('a database with a part of a demo network is not served, with and without the demo', async () => {
  await asked(`insert into settings (name, value) values ('loading', '{}')`)
  for (const DEMO of ['true', 'false'])
    expect(await refused({ DATABASE_URL: database.ownerUrl, DEMO })).toBe(
      'This database holds only a part of the demo network: an earlier start was cut off while it loaded. ' +
        'Empty the database, or name another one in DATABASE_URL, and start again.',
    )
  await asked(`delete from settings where name = 'loading'`)
}, 60_000)

const postmaster = (): number => readPostmaster(path.join(folder, 'data', 'postgres', 'data'))?.pid ?? 0

test('a signal that reaches the group twice while the demo loads ends server and database cleanly', async () => {
  const { child, said, ended } = start({ DATA_DIR: path.join(folder, 'data'), DEMO: 'true' })
  await expect.poll(said, { timeout: 60_000 }).toContain('Loading the demo network')
  const pid = postmaster()
  expect(isRunning(pid)).toBe(true)
  signalToGroup(child.pid, 'SIGTERM')
  signalTo(child.pid, 'SIGTERM')
  expect(await ended).toBe(0)
  expect(said()).toContain('Stopped before the start was complete.')
  expect(isRunning(pid)).toBe(false)
}, 120_000)

test('the next server takes over the database of a killed one; without a next server it stops', async () => {
  const first = start({ DATA_DIR: path.join(folder, 'data'), DEMO: 'false' })
  await expect.poll(first.said, { timeout: 60_000 }).toContain('Aliquot is at')
  const pid = postmaster()
  first.child.kill('SIGKILL')
  await first.ended
  const second = start({ DATA_DIR: path.join(folder, 'data'), DEMO: 'false' })
  await expect.poll(second.said, { timeout: 60_000 }).toContain('Aliquot is at')
  expect(second.said()).toContain('The embedded database was still running; it is used as it is.')
  expect(postmaster()).toBe(pid)
  second.child.kill('SIGKILL')
  await second.ended
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
}, 180_000)

test('progress is a line for each tenth, with the time left', () => {
  const lines: string[] = []
  let clock = 0
  const report = progressOn({ write: (text) => lines.push(text) }, 'Loading', () => clock)
  for (const [at, share] of [
    [0, 0],
    [1000, 0.04],
    [10_000, 0.1],
    [20_000, 0.2],
    [21_000, 0.2],
    [99_000, 0.99],
    [100_000, 1],
  ] as const) {
    clock = at
    report(share)
  }
  expect(lines).toEqual([
    'Loading: 0 %\n',
    'Loading: 10 %, about 2 minutes left\n',
    'Loading: 20 %, about 80 seconds left\n',
    'Loading: 99 %, about 1 second left\n',
    'Loading: 100 %\n',
  ])
})
