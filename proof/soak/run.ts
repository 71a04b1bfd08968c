// `npm run proof -- soak [--minutes 60]`: mixed work on a server with a standby, while backups are made, the standby lags
// and a storm of jobs comes: no answer of 500 and above but "try again", and the server's memory stays where it was.
import { spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { makeBackup } from '../../server/backup/make.ts'
import { startPair } from '../../server/testing/standby.ts'
import { freePort, signIn, startServer } from '../../start/spawned.fixture.ts'
import { startWriters } from '../cluster/writers.ts'
import { noteRun } from '../../tools/proofs/runs.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } }, allowPositionals: true })
const minutes = Number(values.minutes)
const say = (line: string): void => console.log(line)

/** How much more memory the last third of the time may have than the second. */
const most = 1.2
/** Milliseconds between the acts of a reader, and of the disturbances in turn. */
const [readerPause, disturbance] = [400, 20_000]

/** What people look at: lists, pickers, tiles, an export. */
const looks = [
  '/api/getdata/1001',
  '/api/getdata/1006?filterCriteria=%7B%22Name%22%3A%22a%22%7D',
  '/api/getdata/1030?page=1',
  '/api/getdata/2018',
  '/api/getdata/2103',
  '/api/getdata/1001?format=csv',
  '/api/getdata/1022',
  '/api/getdata/2022',
  '/api/notifications',
]

const memoryOf = (child: ChildProcess): number => {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })
    return Number(stdout) / 1024
  }
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

const faults: string[] = []
const statuses = new Map<number, number>()
let isOver = false

const reader = async (address: string, first: number): Promise<void> => {
  const token = await signIn(address, 'manager', 2)
  for (let turn = first; !isOver; turn += 1) {
    const url = looks[turn % looks.length] ?? ''
    const answer = await fetch(address + url, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(60_000),
    }).catch(() => undefined)
    const status = answer?.status ?? 0
    await answer?.arrayBuffer().catch(() => undefined)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 0 || status === 404 || (status >= 500 && status !== 503))
      faults.push(`GET ${url}: ${status || 'no answer'}`)
    await wait(readerPause)
  }
}

const home = mkdtempSync(path.join(tmpdir(), 'aliquot-soak-'))
say('A primary, its standby, and a server')
const pair = await startPair()
const { ownerUrl } = pair.primary
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const child = await startServer(ownerUrl, port, { DATABASE_REPLICA_URL: pair.replicaUrl })

const storm = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(`select graphile_worker.add_job('take-up', '{}') from generate_series(1, 500)`)
  await client.end()
}
let backups = 0
/** One after the other, as long as it lasts. */
const disturbances: readonly (readonly [name: string, act: () => Promise<unknown>])[] = [
  ['backup', () => makeBackup({ url: ownerUrl, to: path.join(home, `${(backups += 1)}.backup`) })],
  [
    'the standby lags',
    async () =>
      pair
        .pause()
        .then(() => wait(15_000))
        .then(() => pair.resume()),
  ],
  ['a storm of 500 jobs', storm],
  [
    'the standby goes away and comes back',
    async () =>
      pair
        .lose()
        .then(() => wait(5000))
        .then(() => pair.returns()),
  ],
]
const memory: number[] = []
const until = performance.now() + minutes * 60_000
const writers = await startWriters(address)
const readers = [0, 3, 6].map((first) => reader(address, first))
const disturbing = (async () => {
  for (let turn = 0; !isOver; turn += 1) {
    const next = disturbances[turn % disturbances.length]
    if (next === undefined) return
    say(next[0])
    await next[1]().catch((error: Error) => faults.push(`${next[0]}: ${error.message}`))
    for (let rest = disturbance; rest > 0 && !isOver; rest -= 500) await wait(500)
  }
})()
try {
  while (performance.now() < until && child.exitCode === null && writers.faults.length === 0) {
    memory.push(memoryOf(child))
    await wait(1000)
  }
  if (child.exitCode !== null) faults.push('The server has ended')
} finally {
  isOver = true
  await Promise.allSettled([writers.stop(), ...readers, disturbing])
  child.kill('SIGTERM')
  await wait(2000)
  child.kill('SIGKILL')
  await pair.close()
  rmSync(home, { recursive: true, force: true })
}
faults.push(...writers.faults)
const third = Math.floor(memory.length / 3)
const [middle, last] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))]
if (last > middle * most) faults.push(`memory grew from ${middle.toFixed(0)} to ${last.toFixed(0)} MB`)
for (const fault of faults.slice(0, 20)) say(`FAILED ${fault}`)
const counts = [...statuses].map(([status, count]) => `${count} x ${status || 'no answer'}`).join(', ')
const result =
  `${minutes} minutes, ${writers.acknowledged.length} sales, reads ${counts}, ${backups} backups, ` +
  `memory ${middle.toFixed(0)} then ${last.toFixed(0)} MB, ${faults.length} faults`
say(`${faults.length === 0 ? 'ok' : 'FAILED'} ${result}`)
noteRun('soak', { isGood: faults.length === 0, isPart: minutes < 60, result })
process.exit(faults.length === 0 ? 0 : 1)
