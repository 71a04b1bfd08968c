// The server makes a backup each night, proves it each month, removes what newer ones replace, and warns when it fails.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { BackupState } from '../../../core/entrance/backups.ts'
import { at } from '../../clock.ts'
import { readConfig, type Config } from '../../config.ts'
import { lockOf } from '../../db/advisory.ts'
import { raw } from '../../db/db.ts'
import { networkForTests } from '../../testing/network.ts'
import { signalTo } from '../../testing/processes.ts'
import { makeBackup } from '../make.ts'
import { backupJobs, keepBackups, warnOfBackups } from './schedule.ts'

const { app, admin, front } = networkForTests('admin', 'front')
let home = ''
let config: Config
beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'aliquot-schedule-'))
  config = readConfig({
    DATABASE_URL: app.url,
    DATA_DIR: home,
    BACKUP_FOLDER: path.join(home, 'backups'),
    BACKUP_DAILY: '2',
    BACKUP_WEEKLY: '0',
    BACKUP_MONTHLY: '0',
  })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const ran = (text: string): Promise<number> => app.db.transaction((tx) => tx.run(raw(text)))
const noted = () =>
  app.db.read.rows<{ Kind: string; Problem: string | null; Removed: boolean }>(
    raw('select kind, problem, removed_at is not null as removed from backups order by backup_id'),
  )
const keep = (): Promise<void> => keepBackups(app.db, app.url, config, new AbortController().signal)
const subjects = async (): Promise<unknown[]> =>
  (
    await app.db.read.rows<{ Content: string }>(
      raw(`select content from notifications where subject = 'Backups need your attention' order by 1`),
    )
  ).map((row) => row.Content)

test('a folder that is away is reported to the administrators once a day, in words that say what to do', async () => {
  await keep()
  const problem =
    `The folder ${config.backup.folder} is not there. Connect its disk or create it, then make the backup again. ` +
    'Earlier backups are as they were.'
  expect(await noted()).toEqual([{ Kind: 'backup', Problem: problem, Removed: false }])
  expect(await subjects()).toEqual([expect.stringContaining(problem)])
  await keep()
  await warnOfBackups(app.db)
  expect([(await noted()).length, (await subjects()).length]).toEqual([1, 1])
  const state = await admin.get<BackupState>('/api/backups')
  expect([state.status, state.body.Last, state.body.Failed?.Problem]).toEqual([200, null, problem])
  expect((await front.get('/api/backups')).status).toBe(403)
})

test('the backup that is due is made and proved, and once only; the warning ends', async () => {
  mkdirSync(path.join(home, 'backups'))
  await ran(`update backups set at = now() - interval '1 hour'`)
  await keep()
  expect((await noted()).slice(1)).toEqual([
    { Kind: 'backup', Problem: null, Removed: false },
    { Kind: 'trial', Problem: null, Removed: false },
  ])
  expect(readdirSync(path.join(home, 'backups'))).toEqual([expect.stringMatching(/^aliquot-\d{8}T\d{6}Z\.backup$/)])
  expect(readdirSync(home)).toEqual(['backups'])
  await keep()
  expect(await noted()).toHaveLength(3)
  const { body } = await admin.get<BackupState>('/api/backups')
  expect(body).toMatchObject({ Failed: null, Trial: { Problem: null } })
  expect(body.Last?.Rows).toBeGreaterThan(1000)
  expect(await app.db.read.rows(raw(`select from settings where name = 'backup-warned'`))).toEqual([])
}, 240_000)

test('while another server sees to the backups this one leaves them to it', async () => {
  const other = new pg.Client({ connectionString: app.url })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [lockOf.nightly])
  await ran(`update backups set at = at - interval '3 days'`)
  await keep()
  await other.end()
  expect(await noted()).toHaveLength(3)
  await ran(`update backups set at = at + interval '3 days'`)
})

test('of the files of the schedule only those that newer ones replace are removed, in this folder, and no other file', async () => {
  const [here, elsewhere] = [path.join(home, 'backups'), mkdtempSync(path.join(home, 'elsewhere-'))]
  const files = ['old-1', 'old-2', 'by-hand'].map((name) => path.join(here, `${name}.backup`))
  const copied = path.join(elsewhere, 'old-3.backup')
  for (const file of [...files, copied]) writeFileSync(file, 'x')
  // its disk may be away, or does not let it go
  const [away, kept] = [path.join(here, 'away.backup'), path.join(here, 'kept.backup')]
  mkdirSync(kept)
  const [one, two, mine] = files
  for (const [days, file, how] of [
    [1, one, 'schedule'],
    [2, two, 'schedule'],
    [3, mine, 'by hand'],
    [3, copied, 'schedule'],
    [3, away, 'schedule'],
    [3, kept, 'schedule'],
  ] as const)
    await ran(
      `insert into backups (at, kind, asked, file, bytes, row_count, seconds)
      values (now() - interval '${days} days', 'backup', '${how}', '${file}', 1, 1, 1)`,
    )
  await keep()
  expect([...files, copied].map((file) => existsSync(file))).toEqual([true, false, true, true])
  const removed = await app.db.read.rows(raw('select file from backups where removed_at is not null'))
  expect(removed).toEqual([{ File: two }])
})

test('when the last good backup is older than 26 hours the administrators are notified', async () => {
  const before = (await subjects()).length
  await ran(`update backups set at = at - interval '27 hours'`)
  await ran('delete from backups where problem is not null')
  await warnOfBackups(app.db)
  const said = await subjects()
  expect(said).toHaveLength(before + 1)
  expect(said.join()).toContain('Since then none was made')
})

test('backups dated by a clock that was a year ahead do not put off the next one, nor hide that none is made', async () => {
  const before = (await noted()).length
  await ran(`update backups set at = at + interval '1 year'`)
  const { body } = await admin.get<BackupState>('/api/backups')
  expect([body.Last, body.Failed, body.Trial]).toEqual([null, null, null])
  await keep()
  expect((await noted()).slice(before)).toEqual([
    { Kind: 'backup', Problem: null, Removed: false },
    { Kind: 'trial', Problem: null, Removed: false },
  ])
}, 240_000)

test('two servers that write to one folder at one moment each get a file of their own', async () => {
  const shared = mkdtempSync(path.join(home, 'shared-'))
  const moment = new Date('2026-07-01T20:30:00Z')
  writeFileSync(path.join(shared, 'aliquot-20260701T203000Z.backup.part'), 'of the other')
  const { file } = await at(moment, () => makeBackup({ url: app.url, to: shared }))
  expect(path.basename(file)).toBe('aliquot-20260701T203000Z-2.backup')
  expect(readdirSync(shared)).toContain('aliquot-20260701T203000Z.backup.part')
})

const once = (bytes: string): Promise<number> =>
  ran(
    `insert into backups (at, kind, asked, file, bytes, row_count, seconds)
    values (now() - interval '2 days', 'backup', 'schedule', '/away/one.backup', ${bytes}, 1, 1)`,
  )
const own = (): Config => ({
  ...config,
  backup: { ...config.backup, folder: path.join(home, 'own'), isOwnFolder: true },
})

test('beside the database no backup is begun that could fill its disk', async () => {
  await ran('delete from backups')
  await once('1000000000000000')
  await keepBackups(app.db, app.url, own(), new AbortController().signal)
  const [, second] = await noted()
  expect(second?.Problem).toMatch(
    /^The disk of .* has [\d.]+ GB free, and the backup wants 2000001\.0 GB\. Make room, or/,
  )
  expect(readdirSync(path.join(home, 'own'))).toEqual([])
})

/** The process of the backup that runs, or 0. */
const backing = (): number =>
  Number(
    spawnSync('pgrep', ['-P', String(process.pid), '-f', 'nightly/child'], { encoding: 'utf8' }).stdout.split('\n')[0],
  )

test('a backup whose process was killed is reported', async () => {
  await ran('delete from backups')
  await once('1')
  // that of the test before says its end before it ends
  await vi.waitUntil(() => backing() === 0, { timeout: 20_000 })
  const made = keepBackups(app.db, app.url, own(), new AbortController().signal)
  signalTo(await vi.waitUntil(backing, { timeout: 20_000, interval: 5 }), 'SIGKILL')
  await made
  expect((await noted())[1]?.Problem).toBe(
    'The backup was ended in the middle (SIGKILL). See whether the machine has enough memory.',
  )
}, 60_000)

test('a disk that hangs is reported, and does not hold what comes after it', async () => {
  const hangs = path.join(home, 'hangs.backup')
  spawnSync('mkfifo', [hangs])
  await ran('delete from backups')
  await ran(`delete from settings where name = 'backup-warned'`)
  // opening it waits for a writer who never comes
  await ran(
    `insert into backups (kind, asked, file, bytes, row_count, seconds)
    values ('backup', 'schedule', '${hangs}', 1, 1, 1)`,
  )
  const impatient = { ...config, backup: { ...config.backup, diskSeconds: 1 } }
  await keepBackups(app.db, app.url, impatient, new AbortController().signal)
  const problem =
    `The disk of ${hangs} does not answer: it was given up after 1 s. ` +
    'Connect it again or name a folder on another disk.'
  expect((await noted())[1]).toEqual({ Kind: 'trial', Problem: problem, Removed: false })
  expect(await subjects()).toContainEqual(expect.stringContaining(problem))
  await ran(`update backups set at = at - interval '2 days'`)
  await keep()
  expect((await noted()).slice(2)).toEqual([
    { Kind: 'backup', Problem: null, Removed: false },
    { Kind: 'trial', Problem: null, Removed: false },
  ])
}, 240_000)

test('records that do not agree are found by the backup and by the trial, which succeed all the same, until they do', async () => {
  await ran('delete from backups')
  mkdirSync(path.join(home, 'backups'), { recursive: true })
  const broken = 'a request that waits is about a record that is there'
  const records = async () => (await admin.get<BackupState>('/api/backups')).body.Records
  expect(await records()).toBeNull()
  await ran(
    `insert into requests (module_id, form_id, path, body, what, why, reason, kinds, role_ids, asked_by_id,
      asked_as_role_id, entity_id)
    select 'sales', 99999999, 'sales', '{}', 'a refund', 'its amount', 'none', '{}', '{}', 1, 1, client_id
    from clients limit 1`,
  )
  await keep()
  expect(await app.db.read.rows(raw('select kind, problem, broken from backups order by backup_id'))).toEqual([
    { Kind: 'backup', Problem: null, Broken: [broken] },
    { Kind: 'trial', Problem: null, Broken: [broken] },
  ])
  expect(await records()).toMatchObject({ Broken: [broken] })
  await ran(`update requests set state = 'withdrawn' where form_id = 99999999`)
  await ran(`update backups set at = at - interval '2 days'`)
  await keep()
  expect(await records()).toMatchObject({ Broken: [] })
}, 240_000)

test('a server makes backups of an own database by itself, of another where a folder is named, and never of a demo', () => {
  const jobs = (env: Record<string, string>): number =>
    backupJobs('', readConfig(env), new AbortController().signal).length
  expect([
    jobs({ DEMO: 'false' }),
    jobs({}),
    jobs({ DATABASE_URL: app.url }),
    jobs({ DATABASE_URL: app.url, BACKUP_FOLDER: '/backups' }),
  ]).toEqual([1, 0, 0, 1])
})
