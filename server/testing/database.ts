// Fresh databases for tests: a clone of a template takes a tenth of a second, so every test file has its own.
import { randomBytes, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../db/db.ts'
import { createDatabase } from '../embedded/launcher.ts'
import { demoPassword } from './signed-in.ts'

/**
 * empty: migrations only. network: the demo catalogue and its users, no work. demo: the network and its 60 days of
 * work.
 */
export type Template = 'empty' | 'network' | 'demo'
export type TestDatabase = { url: string; ownerUrl: string; drop(): Promise<void> }

const address = (role: 'superuser' | 'application' | 'owner', database: string): string =>
  inject('cluster')[role].replace('{database}', database)

const asSuperuser = async <T>(work: (client: pg.Client) => Promise<T>, database = 'postgres'): Promise<T> => {
  const client = new pg.Client({ connectionString: address('superuser', database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const nameOf = (template: Template): string => `template_${template}${inject('templates')}`
const parentOf = (template: Template): string =>
  template === 'empty' ? 'template0' : nameOf(template === 'demo' ? 'network' : 'empty')

/** Replaces the demo's password hashes by cheap ones: tests sign in a thousand times. */
const hurry = async (ownerUrl: string): Promise<void> => {
  const cheap = await hash(demoPassword, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('update users set password_hash = $1 where password_hash is not null', [cheap])
  await client.query(`update settings set value = jsonb_build_object('passwordHash', $1::text) where name = 'demo'`, [
    cheap,
  ])
  await client.end()
}

const fill: Record<Template, (url: string, ownerUrl: string) => Promise<void>> = {
  empty: async (_url, ownerUrl) => {
    const { migrate } = await import('../db/migrate.ts')
    const { migrateJobs } = await import('../jobs/jobs.ts')
    await migrate(ownerUrl)
    await migrateJobs(ownerUrl)
  },
  network: async (url, ownerUrl) => {
    const { loadNetwork } = await import('../../demo/load.ts')
    await withDatabase(url, loadNetwork)
    await hurry(ownerUrl)
  },
  demo: async (url) => {
    const { loadWork } = await import('../../demo/work.ts')
    await withDatabase(url, (db) => loadWork(db))
  },
}

const withDatabase = async (url: string, work: (db: Database) => Promise<unknown>): Promise<void> => {
  const db = openDatabase(url)
  try {
    await work(db)
  } finally {
    await db.close()
  }
}

/** Builds the template when this run has not; test files that ask together wait for the first. */
const ready = async (template: Template): Promise<void> => {
  const name = nameOf(template)
  await asSuperuser(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if ((await client.query('select from pg_database where datname = $1', [name])).rowCount) return
    const draft = `${name}_draft`
    await client.query(`drop database if exists ${draft} with (force)`)
    if (template !== 'empty') await ready(template === 'demo' ? 'network' : 'empty')
    await createDatabase({ url: (database) => address('superuser', database) }, draft, parentOf(template))
    await fill[template](address('application', draft), address('owner', draft))
    await asSuperuser((inside) => inside.query('vacuum analyze'), draft)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [draft])
    await client.query(`alter database ${draft} rename to ${name}`)
  })
}

const fromTemplate = async (template: string): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase({ url: (database) => address('superuser', database) }, name, template)
  return {
    url: address('application', name),
    ownerUrl: address('owner', name),
    drop: async () => {
      await asSuperuser((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/**
 * Files of tests share a process, and with it the permissions and trees that a server remembers by their version: no two
 * databases have the same versions.
 */
const ownVersions = async (ownerUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query(
    `insert into counters (name, value) values ('version:permissions', $1), ('version:clients', $1)
     on conflict (name) do update set value = excluded.value`,
    [randomInt(1_000_000, 1_000_000_000)],
  )
  await client.end()
}

/** A fresh database for one test file; call drop() in afterAll. */
export const testDatabase = async ({ template = 'network' }: { template?: Template } = {}): Promise<TestDatabase> => {
  await ready(template)
  const database = await fromTemplate(nameOf(template))
  await ownVersions(database.ownerUrl)
  return database
}

/** The database as a superuser, who may change what the planner believes. */
export const withSuperuser = <T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  asSuperuser(work, new URL(ownerUrl).pathname.slice(1))

/** A database without a table. */
export const emptyDatabase = (): Promise<TestDatabase> => fromTemplate('template0')

/** A database of an earlier release, by its commit. */
export const releasedDatabase = async (commit: string): Promise<TestDatabase> => {
  const database = await emptyDatabase()
  const packed = await readFile(new URL(`../../proof/releases/${commit}.sql.br`, import.meta.url))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    await owner.query(brotliDecompressSync(packed).toString())
    await owner.query('reset search_path')
  } finally {
    await owner.end()
  }
  return database
}
