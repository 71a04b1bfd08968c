// A trial where the programs of the embedded database are not installed: in the server of the network, which is as before.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openBackup, type Backup } from './format/open.ts'
import { makeBackup } from './make.ts'
import { tryRestore } from './trial.ts'

const { arch } = process
let source: TestDatabase
let folder = ''
let backup: Backup
beforeAll(async () => {
  source = await testDatabase()
  folder = mkdtempSync(path.join(tmpdir(), 'aliquot-trial-'))
  backup = await openBackup((await makeBackup({ url: source.url, to: path.join(folder, 'one.backup') })).file)
  // a platform that has none of these programs
  Object.defineProperty(process, 'arch', { value: 'none' })
})
afterAll(async () => {
  Object.defineProperty(process, 'arch', { value: arch })
  await backup.close()
  await source.drop()
  rmSync(folder, { recursive: true, force: true })
})

const asked = async (url: string, text: string): Promise<number | null> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(text)
  await client.end()
  return rowCount
}
const trialsIn = (): Promise<number | null> =>
  asked(source.ownerUrl, `select from pg_database where datname like 'aliquot_trial%'`)

test('a role that may create a database tries the backup there, and leaves none, also not of a trial that was cut off', async () => {
  const databaseUrl = inject('cluster').superuser.replace('{database}', 'postgres')
  await asked(databaseUrl, 'create database aliquot_trial_0123abcd')
  expect(await tryRestore({ dataDir: folder, databaseUrl }, backup)).toEqual({ migrated: [], broken: [] })
  expect([await trialsIn(), readdirSync(folder)]).toEqual([0, ['one.backup']])
}, 120_000)

test('a restore tells its steps in turns, each from its own beginning to its end', async () => {
  const databaseUrl = inject('cluster').superuser.replace('{database}', 'postgres')
  const told: { step: string; share: number }[] = []
  await tryRestore({ dataDir: folder, databaseUrl }, backup, {
    onProgress: (step, share) => void told.push({ step, share }),
  })
  expect([...new Set(told.map(({ step }) => step))]).toEqual(['rows', 'keys', 'proof'])
  for (const step of ['rows', 'keys', 'proof']) {
    const shares = told.filter((one) => one.step === step).map(({ share }) => share)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBeCloseTo(1, 9)
    expect(shares.length).toBeGreaterThan(100)
  }
}, 120_000)

test('a role that may not is reported with the right that it needs', async () => {
  const tried = tryRestore({ dataDir: folder, databaseUrl: source.ownerUrl }, backup)
  await expect(tried).rejects.toThrow(ConfigError)
  await expect(tried).rejects.toThrow('Give it the right: alter role … createdb.')
  expect(await trialsIn()).toBe(0)
})

test('a backup without encryption is refused where a passphrase is set: it may have been exchanged', async () => {
  await expect(openBackup(backup.file, 'a phrase for the safe')).rejects.toThrow(
    'it is not encrypted, and BACKUP_PASSPHRASE is set: it may be an exchanged file. ' +
      'If it is the right one, restore it with BACKUP_PASSPHRASE empty.',
  )
})
