// Proves that a backup can be restored: into a database that exists for this alone, and is removed afterwards.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { now } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { codeOf } from '../db/failure.ts'
import { hasBinaries } from '../embedded/binaries.ts'
import { restoreEmbedded } from './embedded.ts'
import type { Backup } from './format/open.ts'
import { restoreInto, type Restored, type Restoring } from './restore.ts'

const beginning = 'trial-'
const databaseBeginning = 'aliquot_trial_'
const day = 24 * 60 * 60 * 1000

const remove = async (folder: string): Promise<void> => {
  // the database's account may not be able to enter the folder: it is then elsewhere, and the folder has a note of it
  const note = await readFile(path.join(folder, 'database-is-elsewhere.json'), 'utf8').catch(() => undefined)
  if (note !== undefined) await rm((JSON.parse(note) as { home: string }).home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

/** Removes what trials that were cut off have left. */
const removeForgotten = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const folder = path.join(dataDir, name)
    if (name.startsWith(beginning) && now().getTime() - (await stat(folder)).mtimeMs > day) await remove(folder)
  }
}

const tryHere = async (dataDir: string, backup: Backup, restoring: Restoring): Promise<Restored> => {
  await removeForgotten(dataDir)
  const folder = await mkdtemp(path.join(dataDir, beginning))
  try {
    await chmod(folder, 0o755)
    return await restoreEmbedded(folder, backup, restoring)
  } finally {
    await remove(folder)
  }
}

/** Removes the databases of trials that were cut off: all of a network is in each. One that is used is left. */
const dropForgotten = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database base
    where datname ~ $1 and pg_get_userbyid(datdba) = current_user
      and not exists (select from pg_stat_activity activity where activity.datid = base.oid)`,
    [`^${databaseBeginning}[0-9a-f]{8}$`],
  )
  for (const { name } of rows) await client.query(`drop database if exists ${name}`).catch(() => undefined)
}

/** In the server of the network, where the programs of the embedded database are not installed. */
const tryOnServer = async (url: string, backup: Backup, restoring: Restoring): Promise<Restored> => {
  const name = `${databaseBeginning}${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await dropForgotten(client)
    await client.query(`create database ${name} template template0`).catch((error: unknown) => {
      if (codeOf(error) !== '42501') throw error
      throw new ConfigError(
        'A trial restore needs a database of its own, and the role of DATABASE_URL may not create one. ' +
          'Give it the right: alter role … createdb.',
      )
    })
    const there = new URL(url)
    there.pathname = `/${name}`
    return await restoreInto({ url: there.href, ownerUrl: there.href }, backup, restoring)
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

export type Place = { readonly dataDir: string; readonly databaseUrl: string | undefined }

/** @throws ConfigError with one line for a backup that cannot be restored */
export const tryRestore = (
  { dataDir, databaseUrl }: Place,
  backup: Backup,
  restoring: Restoring = {},
): Promise<Restored> =>
  databaseUrl === undefined || hasBinaries()
    ? tryHere(dataDir, backup, restoring)
    : tryOnServer(databaseUrl, backup, restoring)
