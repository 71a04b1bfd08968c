// Several processes that serve on one address: what one counts counts in all, one that ends is replaced, and all end
// with the one that started them.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { portOf } from '../server/testing/port.ts'
import { signIn } from './spawned.fixture.ts'
import { testDatabase, type TestDatabase } from '../server/testing/database.ts'
import { lives, signalTo } from '../server/testing/processes.ts'

let database: TestDatabase
let child: ChildProcess
let said = ''
let address = ''
const start = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    env: {
      ...process.env,
      DATABASE_URL: database.ownerUrl,
      DEMO: 'true',
      PORT: '0',
      PROCESSES: '2',
      DATABASE_CONNECTIONS: '15',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
/** The process ids of those that serve. */
const serving = (): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter((pid) => pid > 0)

beforeAll(async () => {
  database = await testDatabase()
  child = start({})
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()))
  await vi.waitFor(() => expect(said).toContain('Aliquot is at '), { timeout: 60_000 })
  address = /Aliquot is at (\S+)/.exec(said)?.[1] ?? ''
})
afterAll(async () => {
  child.kill('SIGKILL')
  await database.drop()
})

/**
 * Answers of as many requests, each on a connection of its own, so that the processes take turns. One that went to a
 * process at the moment when it was killed gets no answer, as on a line that is cut.
 */
const asked = (count: number, path: string, token: string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await fetch(address + path, {
        headers: { authorization: `Bearer ${token}`, connection: 'close' },
        signal: AbortSignal.timeout(5000),
      })
      await answer.arrayBuffer()
      return answer.status
    }),
  )

test('two processes serve on one address, and the figures are those of both', async () => {
  expect(serving()).toHaveLength(2)
  const token = await signIn(address, 'manager', 2)
  expect(new Set(await asked(40, '/api/currentUser', token))).toEqual(new Set([200]))
  for (let ask = 0; ask < 4; ask += 1) {
    const text = await (await fetch(`${address}/metrics`, { headers: { connection: 'close' } })).text()
    const of = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    expect(of('http_requests_total\\{route="/api/currentUser",status="200"\\}')).toBe(40)
    // not the sum of what each finds in the same database
    expect([of('aliquot_database_up'), of('aliquot_sessions')]).toEqual([1, 1])
  }
})

test('a session has one rate for all of them', async () => {
  const token = await signIn(address, 'labdesk', 5)
  const begun = performance.now()
  const answers: number[] = []
  for (let round = 0; round < 8; round += 1) answers.push(...(await asked(50, '/api/currentUser', token)))
  const seconds = (performance.now() - begun) / 1000
  const passed = answers.filter((status) => status === 200).length
  expect(answers.filter((status) => status === 429).length).toBe(400 - passed)
  // a burst of 100, 20 a second, and what both let through before each heard of the other
  expect(passed).toBeLessThanOrEqual(100 + 20 * seconds + 50)
})

test('one that is killed is replaced, and the others go on', async () => {
  const [first] = serving()
  const token = await signIn(address, 'accounts', 7)
  signalTo(first, 'SIGKILL')
  await expect
    .poll(async () => (await asked(1, '/api/currentUser', token).catch(() => [0]))[0], { timeout: 30_000 })
    .toBe(200)
  await expect.poll(serving, { timeout: 20_000, interval: 100 }).not.toContain(first)
  await expect.poll(() => serving().length, { timeout: 20_000, interval: 100 }).toBe(2)
  expect(said).toContain(`Serving process ${first} has ended by itself; another one is started.`)
  await expect
    .poll(async () => new Set(await asked(10, '/api/currentUser', token).catch(() => [0])), { timeout: 20_000 })
    .toEqual(new Set([200]))
}, 90_000)

test('one that hangs is ended and replaced', async () => {
  const [first] = serving()
  signalTo(first, 'SIGSTOP')
  await expect.poll(() => said, { timeout: 60_000, interval: 500 }).toContain(`${first} does not answer: it is ended.`)
  await expect.poll(() => serving().includes(first ?? 0), { timeout: 20_000, interval: 100 }).toBe(false)
  await expect.poll(() => serving().length, { timeout: 20_000, interval: 100 }).toBe(2)
}, 120_000)

test('a taken port is named once, and no process is left', async () => {
  const taken = createServer()
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, '127.0.0.1', () => resolve(portOf(taken)))
  })
  const other = start({ PORT: String(port) })
  let text = ''
  for (const stream of [other.stdout, other.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  expect(await new Promise((resolve) => other.on('exit', resolve))).toBe(1)
  taken.close()
  expect(text.trim()).toBe(`Port ${port} is taken. Set PORT to another number, for example PORT=${port + 1} npm start`)
}, 60_000)

test('they end with the one that started them, also where that is killed', async () => {
  const before = serving()
  expect(before.filter(lives)).toHaveLength(2)
  child.kill('SIGKILL')
  await expect.poll(() => before.filter(lives), { timeout: 20_000, interval: 100 }).toEqual([])
  child = start({})
  said = ''
  child.stdout?.on('data', (part: Buffer) => (said += part.toString()))
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Aliquot is at ')
  const next = serving()
  const ended = new Promise((resolve) => child.on('exit', resolve))
  // also when one of them hangs
  signalTo(next[0], 'SIGSTOP')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(next.filter(lives)).toEqual([])
}, 120_000)
