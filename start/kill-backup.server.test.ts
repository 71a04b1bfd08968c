// kill -9 in the middle of a backup and of a restore: nothing half is ever taken for whole, and the next try ends well.
import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, type TestDatabase } from '../server/testing/database.ts'

let source: TestDatabase
let folder = ''
beforeAll(async () => {
  source = await testDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'aliquot-kill-backup-'))
  chmodSync(folder, 0o755) // the database's account must reach it
})
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true, force: true })
})

type Ran = { child: ChildProcess; said: () => string; ended: Promise<number | null> }
const run = (program: string, args: readonly string[], env: Record<string, string>): Ran => {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
    env: {
      ...process.env,
      DEMO: 'false',
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (text += part.toString()))
  return { child, said: () => text.trim(), ended: new Promise((resolve) => child.on('exit', resolve)) }
}
const backup = (to: string, env: Record<string, string> = {}): Ran =>
  run('../tools/backup/make.ts', ['--to', to], { DATABASE_URL: source.ownerUrl, ...env })
const restore = (file: string, args: readonly string[], env: Record<string, string> = {}): Ran =>
  run('../tools/backup/restore.ts', [file, ...args], env)

const ask = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}
const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isSo())) await wait(5)
}
const countSales = 'select count(*)::int from sales'

test('a backup that is killed leaves no file that looks like one; the next one is whole, and sweeps up', async () => {
  const to = path.join(folder, 'backups')
  mkdirSync(to)
  const cut = backup(to)
  await until(() => readdirSync(to).length > 0)
  cut.child.kill('SIGKILL')
  await cut.ended
  const [left, ...more] = readdirSync(to)
  expect([left?.endsWith('.backup.part'), more]).toEqual([true, []])
  const file = path.join(to, left ?? '')
  const half = restore(file, ['--database', source.ownerUrl])
  expect(await half.ended).toBe(1)
  expect(half.said()).toMatch(/^The backup \S+ cannot be restored: it /)
  const before = new Date(Date.now() - 2 * 60 * 60 * 1000)
  utimesSync(file, before, before)
  const next = backup(to)
  expect(await next.ended).toBe(0)
  expect(next.said()).toMatch(/^Backup made: \S+\.backup \(.+ tables, \d+ rows, /)
  expect(readdirSync(to).map((name) => path.extname(name))).toEqual(['.backup'])
  expect(await ask(source.ownerUrl, `select file is not null from backups where problem is null`)).toEqual([true])
}, 120_000)

test('a restore into a server that is killed is never served, and the same command ends it', async () => {
  const file = path.join(folder, 'server.backup')
  expect(await backup(file).ended).toBe(0)
  const database = await emptyDatabase()
  const to = ['--database', database.ownerUrl]
  const cut = restore(file, to)
  await until(() => cut.said().includes('Step 1 of 3'))
  cut.child.kill('SIGKILL')
  await cut.ended
  const started = run('./main.ts', [], { DATABASE_URL: database.ownerUrl, PORT: '0' })
  expect(await started.ended).toBe(1)
  expect(started.said()).toBe(
    'A restore into this database was cut off: only a part of the network is in it. ' +
      'Run npm run restore again with the same file and database, then start.',
  )
  // the database ends the work of a client that is gone
  await until(
    async () =>
      (
        await ask(
          database.ownerUrl,
          `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        )
      ).length === 0,
  )
  const again = restore(file, to)
  expect(await again.ended).toBe(0)
  expect(again.said()).toContain('An earlier restore was cut off here. What it had loaded is removed')
  expect(again.said()).toContain('Restored: the network as it was at ')
  expect(await ask(database.ownerUrl, countSales)).toEqual(await ask(source.ownerUrl, countSales))
  const refused = restore(file, to)
  expect([await refused.ended, refused.said()]).toEqual([
    1,
    'The database is not empty, and a restore never writes over anything. Create an empty one and name it.',
  ])
  await database.drop()
}, 120_000)

test('a restore into the embedded database that is killed leaves none, and the way back to a server is the same', async () => {
  const file = path.join(folder, 'laptop.backup')
  const env = { BACKUP_PASSPHRASE: 'a phrase for the safe' }
  expect(await backup(file, env).ended).toBe(0)
  const DATA_DIR = path.join(folder, 'laptop')
  const there = { ...env, DATA_DIR }
  const wrong = restore(file, [], { DATA_DIR, BACKUP_PASSPHRASE: 'another phrase' })
  expect(await wrong.ended).toBe(1)
  expect(wrong.said()).toMatch(/^The backup \S+ cannot be restored: BACKUP_PASSPHRASE is not its passphrase/)
  expect(existsSync(DATA_DIR)).toBe(false)
  const cut = restore(file, [], there)
  await until(() => cut.said().includes('Step 1 of 3'))
  cut.child.kill('SIGKILL')
  await cut.ended
  const again = restore(file, [], there)
  expect(await again.ended).toBe(0)
  expect(again.said()).toContain('What it had loaded is removed')
  const back = path.join(folder, 'back.backup')
  expect(await run('../tools/backup/make.ts', ['--to', back], { DATA_DIR }).ended).toBe(0)
  const database = await emptyDatabase()
  expect(await restore(back, ['--database', database.ownerUrl]).ended).toBe(0)
  expect(await ask(database.ownerUrl, countSales)).toEqual(await ask(source.ownerUrl, countSales))
  const refused = restore(file, [], there)
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toContain(
    'is not empty, and a restore never writes over anything. Set DATA_DIR to a new folder',
  )
  await database.drop()
}, 180_000)

test('a trial restores, says so, and leaves nothing', async () => {
  const file = path.join(folder, 'tried.backup')
  expect(await backup(file).ended).toBe(0)
  const DATA_DIR = path.join(folder, 'trials')
  const tried = restore(file, ['--try'], { DATA_DIR })
  expect(await tried.ended).toBe(0)
  expect(tried.said()).toContain('It was a trial: what was restored is removed again.')
  expect(readdirSync(DATA_DIR)).toEqual([])
}, 120_000)
