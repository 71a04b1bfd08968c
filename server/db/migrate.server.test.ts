// Migrations are applied once and cannot be edited; they wait for other work, and continue after an interruption.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'

test('a migration that was edited after it had been applied stops the start and is named', async () => {
  const database = await testDatabase({ template: 'empty' })
  expect(await migrate(database.ownerUrl)).toEqual([])
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(`update migrations set checksum = 'of another text' where name = '0002_clients.sql'`)
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'Migration 0002_clients.sql was edited after it had been applied',
  )
  await owner.query(`update migrations set checksum = null where name = '0002_clients.sql'`)
  expect(await migrate(database.ownerUrl)).toEqual([])
  await owner.end()
  await database.drop()
})

let place = ''
let owner: pg.Client
let database: TestDatabase
let lines: string[] = []
beforeEach(async () => {
  place = mkdtempSync(path.join(tmpdir(), 'aliquot-migrations-'))
  database = await testDatabase({ template: 'empty' })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query('delete from migrations')
  await owner.query(`create table big (id integer primary key, value integer)`)
  lines = []
})
afterEach(async () => {
  await owner.end()
  await database.drop()
  rmSync(place, { recursive: true, force: true })
})

const write = (name: string, text: string): void => writeFileSync(path.join(place, name), text)
const go = (tries = 3): Promise<string[]> =>
  migrate(database.ownerUrl, {
    folder: pathToFileURL(`${place}/`),
    log: (line) => lines.push(line),
    patience: { milliseconds: 100, tries, pause: 20 },
  })
const valueOf = async (text: string): Promise<unknown> =>
  (await owner.query<{ value: unknown }>(`select ${text} as value`)).rows[0]?.value

test('a migration that cannot lock its table gives way, names the session that has it, and tries again', async () => {
  write('0001_first.sql', 'select 1;')
  await go()
  write('0002_column.sql', 'alter table big add column more integer;')
  const other = new pg.Client({ connectionString: database.ownerUrl, application_name: 'a long report' })
  await other.connect()
  await other.query('begin')
  await other.query('select from big')
  await expect(go()).rejects.toThrow(
    /^Migration 0002_column\.sql could not lock its tables in 3 tries: process \d+ \(a long report\) has been at work since [\d:]+ UTC\. End that work, then start again\.$/,
  )
  expect(lines.filter((line) => line.includes('waits for work in the database (try'))).toHaveLength(2)
  const waiting = go(10_000)
  await expect.poll(() => lines.length).toBeGreaterThan(4)
  // a reader waits for one try at most
  await owner.query('select count(*) from big')
  await other.query('commit')
  expect(await waiting).toEqual(['0002_column.sql'])
  expect(lines.at(-1)).toMatch(/^Migration 0002_column\.sql was applied in [\d.]+ s\.$/)
  await other.end()
})

test('an index is built outside a transaction, and again after an interruption', async () => {
  write(
    '0001_index.sql',
    '-- Outside a transaction: writers go on.\ncreate unique index concurrently if not exists big_by_value on big (value);\n',
  )
  // a failed or killed build leaves an unusable index
  await owner.query('insert into big values (1, 1), (2, 1)')
  await expect(go()).rejects.toThrow('Migration 0001_index.sql failed: could not create unique index')
  const valid = `(select indisvalid from pg_index where indexrelid = to_regclass('big_by_value'))`
  expect(await valueOf(valid)).toBe(false)
  await owner.query('delete from big where id = 2')
  expect(await go()).toEqual(['0001_index.sql'])
  expect(await valueOf(valid)).toBe(true)
})

test('a database of a newer program is refused in one line, and not changed', async () => {
  write('0001_first.sql', 'select 1;')
  await owner.query(`insert into migrations (name) values ('9999_future.sql')`)
  await expect(go()).rejects.toThrow(
    'This database was migrated to 9999_future.sql by a newer version of Aliquot. Start that version, or restore a backup from before it.',
  )
  expect(await valueOf('(select count(*)::int from migrations)')).toBe(1)
})

test('days in a migration are those of the network', async () => {
  await owner.query(`update network_settings set time_zone = 'America/Sao_Paulo'`)
  write('0001_days.sql', `create table days as select network_day('2026-03-01T02:00:00Z') as day;`)
  await go()
  expect(await valueOf(`(select day::text from days)`)).toBe('2026-02-28')
})
