// A backup is made while people work and restored row by row; what is damaged, half, newer, or not empty is refused and
// leaves the database empty.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient, accessioned, mode, product } from '../../modules/sales/sales.fixture.ts'
import { bringToRelease } from '../../setup/fill.ts'
import { ConfigError } from '../config.ts'
import { openDatabase } from '../db/db.ts'
import { migrationNames } from '../db/migrate.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { emptyDatabase, releasedDatabase, type TestDatabase } from '../testing/database.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { signedIn } from '../testing/signed-in.ts'
import { folderProblem, makeBackup, type Made } from './make.ts'
import { openBackup } from './format/open.ts'
import { restoreInto, type Restored } from './restore.ts'

const passphrase = 'a phrase for the safe'
/** Milliseconds on a busy machine: a restore makes every table again. */
const slow = 120_000
let app: TestApp
let folder = ''
let made: Made
beforeAll(async () => {
  app = await testApp()
  folder = mkdtempSync(path.join(tmpdir(), 'aliquot-backup-'))
  made = await makeBackup({ url: app.url, to: folder, passphrase })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const asked = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every row of every table as text, in an order of its own: read by another way than the backup reads. */
const contents = (ownerUrl: string): Promise<Record<string, string>> =>
  asked(ownerUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables
      where schemaname = 'public' and tablename not in ('sessions', 'locks', 'sign_in_attempts')`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ all: string }>(
        `select count(*) || coalesce(md5(string_agg(md5(to_jsonb(t)::text), '' order by md5(to_jsonb(t)::text))), '') as all
        from public.${name} t`,
      )
      found[name] = rows[0]?.all ?? ''
    }
    return found
  })
const structure = (ownerUrl: string): Promise<string[]> =>
  asked(ownerUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      select indexdef as line from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
      union all select table_name || ' ' || privilege_type from information_schema.role_table_grants
        where grantee = 'aliquot_app' and table_schema = 'public'
      order by 1`)
    return rows.map(({ line }) => line)
  })
const relations = (ownerUrl: string): Promise<number> =>
  asked(
    ownerUrl,
    async (client) =>
      (
        await client.query(
          `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'm')
          union all select from pg_proc where pronamespace = 'public'::regnamespace and probin is null
          union all select from pg_namespace where nspname = 'graphile_worker'`,
        )
      ).rowCount ?? -1,
  )

const restored = async (database: Omit<TestDatabase, 'drop'>, file: string, phrase?: string): Promise<Restored> => {
  const backup = await openBackup(file, phrase)
  try {
    return await restoreInto(database, backup)
  } finally {
    await backup.close()
  }
}
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ConfigError)) throw new Error(`No refusal: ${String(error)}`)
  const { message } = error
  expect(message).not.toContain('\n')
  return message
}

test(
  'what is restored is equal row by row, structure by structure, and work goes on in it',
  async () => {
    const database = await emptyDatabase()
    const result = await restored(database, made.file, passphrase)
    expect(result).toEqual({ migrated: [], broken: [] })
    expect(await contents(database.ownerUrl)).toEqual(await contents(app.ownerUrl))
    expect(await structure(database.ownerUrl)).toEqual(await structure(app.ownerUrl))
    const copy = await testApp({ database })
    try {
      await expectInvariants(copy.db)
      const desk = await signedIn(copy, 'labdesk', 5, 2)
      const receipts = [{ PaymentModeId: mode.cash, Amount: 450 }]
      const PatientId = await aPatient(desk)
      const sale = await accessioned(desk, { PatientId, products: [product.electrolytes], receipts })
      expect(sale.SaleId).toBeGreaterThan(0)
      await expectInvariants(copy.db)
    } finally {
      await copy.close()
    }
  },
  slow,
)

test(
  'a backup made while sales are booked has whole sales only, and delays nobody',
  async () => {
    const desk = await signedIn(app, 'labdesk', 5, 2)
    let isOver = false
    const working = (async () => {
      let booked = 0
      while (!isOver) {
        const receipts = [{ PaymentModeId: mode.cash, Amount: 450 }]
        await accessioned(desk, { PatientId: await aPatient(desk), products: [product.electrolytes], receipts })
        booked += 1
      }
      return booked
    })()
    const busy = await makeBackup({ url: app.url, to: folder }).finally(() => (isOver = true))
    expect(await working).toBeGreaterThan(0)
    expect(busy.broken).toEqual([])
    const database = await emptyDatabase()
    try {
      expect(await restored(database, busy.file)).toEqual({ migrated: [], broken: [] })
    } finally {
      await database.drop()
    }
  },
  slow,
)

test.each(['743bbcc', '53feb49', 'b577d68', '169f822'])(
  'release %s is restored and brought to this one',
  async (commit) => {
    const old = await releasedDatabase(commit)
    const file = path.join(folder, `${commit}.backup`)
    const { broken } = await makeBackup({ url: old.ownerUrl, to: file })
    // its invariants are those of its own release: not checked, or none broken where no migration came after it
    expect(broken ?? []).toEqual([])
    const database = await emptyDatabase()
    await restored(database, file)
    const { rows } = await asked(database.url, (client) => client.query('select name from migrations order by name'))
    expect(rows).toEqual((await migrationNames()).map((name) => ({ name })))
    const db = openDatabase(database.url)
    await bringToRelease(db)
    // what it lacked it has: a start after that brings no more
    expect((await bringToRelease(db)).changed).toBe(0)
    await db.close()
    await Promise.all([old.drop(), database.drop()])
  },
  slow,
)

test('a wrong passphrase, a changed byte, a half file and another format are refused before anything is touched', async () => {
  const database = await emptyDatabase()
  const whole = readFileSync(made.file)
  const file = path.join(folder, 'damaged.backup')
  const withBytes = (bytes: Buffer, phrase?: string): Promise<string> => {
    writeFileSync(file, bytes)
    return refusal(restored(database, file, phrase))
  }
  expect(await refusal(restored(database, made.file))).toContain('it is encrypted. Set BACKUP_PASSPHRASE')
  expect(await refusal(restored(database, made.file, 'another phrase'))).toContain('is not its passphrase')
  expect(await withBytes(whole.subarray(0, Math.floor(whole.length / 2)), passphrase)).toContain('ends in the middle')
  const changed = Buffer.from(whole)
  const place = Math.floor(whole.length / 2)
  changed[place] = (changed[place] ?? 0) ^ 1
  expect(await withBytes(changed, passphrase)).toMatch(/it is damaged in the table \w+, at byte \d+\. Take another/)
  expect(await withBytes(Buffer.from('name,age\n'))).toContain('it is no backup of Aliquot')
  expect(await withBytes(Buffer.from(whole.toString('latin1').replace('BACKUP 1', 'BACKUP 2'), 'latin1'))).toContain(
    'a newer version of Aliquot has made it',
  )
  expect(await refusal(restored(database, path.join(folder, 'none.backup')))).toContain('is not there')
  expect(await relations(database.ownerUrl)).toBe(0)
  await database.drop()
})

test(
  'a backup of a newer release is refused by the migration that is not known',
  async () => {
    const newer = await emptyDatabase()
    await restored(newer, made.file, passphrase)
    await asked(newer.ownerUrl, (client) => client.query(`insert into migrations (name) values ('9999_future.sql')`))
    const { file } = await makeBackup({ url: newer.ownerUrl, to: path.join(folder, 'newer.backup') })
    const database = await emptyDatabase()
    expect(await refusal(restored(database, file))).toContain('9999_future.sql is not known here')
    expect(await relations(database.ownerUrl)).toBe(0)
    await Promise.all([newer.drop(), database.drop()])
  },
  slow,
)

test('a database with a network, or in use, is refused and stays as it is', async () => {
  const before = await contents(app.ownerUrl)
  expect(await refusal(restored(app, made.file, passphrase))).toContain('The database is not empty')
  expect(await contents(app.ownerUrl)).toEqual(before)
  const database = await emptyDatabase()
  await asked(database.ownerUrl, async () => {
    expect(await refusal(restored(database, made.file, passphrase))).toContain('1 other connection is open')
  })
  expect(await relations(database.ownerUrl)).toBe(0)
  await asked(database.ownerUrl, (client) => client.query('create table own (id integer)'))
  expect(await refusal(restored(database, made.file, passphrase))).toContain('The database is not empty')
  expect(await relations(database.ownerUrl)).toBe(1)
  await database.drop()
})

test('a database of another program is refused, though it has tables of our names without a row', async () => {
  const database = await emptyDatabase()
  const theirs = `
    create table migrations (id integer, migration text);
    create table clients (id integer);
    create table orders as select 1 as id`
  await asked(database.ownerUrl, (client) => client.query(theirs))
  expect(await refusal(restored(database, made.file, passphrase))).toContain('The database is not empty')
  expect(await relations(database.ownerUrl)).toBe(3)
  await database.drop()
})

test(
  'a restore that fails in its middle leaves the database empty',
  async () => {
    const database = await emptyDatabase()
    const backup = await openBackup(made.file, passphrase)
    const failing = restoreInto(database, backup, {
      onProgress: (step, share) => {
        if (step === 'rows' && share > 0.5) throw new ConfigError('The disk is full.')
      },
    })
    expect(await refusal(failing)).toBe('The disk is full.')
    await backup.close()
    expect(await relations(database.ownerUrl)).toBe(0)
    await database.drop()
  },
  slow,
)

test('a file is written over by nothing, and only its owner may read it', async () => {
  expect(statSync(made.file).mode & 0o777).toBe(0o600)
  expect(await refusal(makeBackup({ url: app.url, to: made.file }))).toContain('exists already. Name a new file')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a folder that is gone, full or read-only is named in one line; earlier backups stay', async () => {
  const gone = path.join(folder, 'gone')
  expect(await refusal(makeBackup({ url: app.url, to: gone }))).toBe(
    `The folder ${gone} is not there. Connect its disk or create it, then make the backup again. ` +
      'Earlier backups are as they were.',
  )
  for (const [code, said] of [
    ['ENOSPC', 'is full. Make room'],
    ['EROFS', 'is read-only. Connect it for writing'],
    ['EACCES', 'cannot be written by this account'],
  ] as const)
    expect(String(folderProblem(Object.assign(new Error(), { code }), folder))).toContain(said)
  const lost = Object.assign(new Error('no database'), { code: 'ENOENT', syscall: 'connect' })
  expect(folderProblem(lost, folder)).toBe(lost)
})

test('a database without a network is not backed up', async () => {
  const database = await emptyDatabase()
  const to = path.join(folder, 'none.backup')
  expect(await refusal(makeBackup({ url: database.ownerUrl, to }))).toContain('has no network yet')
  await database.drop()
})

test('a second backup at the same time waits for the first one to be made', async () => {
  const [one, other] = await Promise.allSettled([
    makeBackup({ url: app.url, to: path.join(folder, 'one.backup') }),
    makeBackup({ url: app.url, to: path.join(folder, 'other.backup') }),
  ])
  expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected'])
})
