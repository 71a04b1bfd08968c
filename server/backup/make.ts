// Makes a backup while people work: one file, from one snapshot of the database, that is there whole or not at all.
import { createHash } from 'node:crypto'
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { partOf } from '../thrown.ts'
import { now } from '../clock.ts'
import { ConfigError } from '../config.ts'
import { lockOf } from '../db/advisory.ts'
import { codeOf } from '../db/failure.ts'
import { migrationNames } from '../db/migrate.ts'
import { release } from '../release.ts'
import { copyOut } from './format/copy.ts'
import { onDisk, Silent, type OnDisk } from './format/disk.ts'
import { kindOf, writeFrames } from './format/frames.ts'
import { invariantsBroken } from './invariants.ts'
import {
  auditHeadOf,
  copyOutOf,
  manner,
  markTable,
  migrationsOf,
  nameIn,
  sequencesOf,
  tablesOf,
  type Manifest,
  type Plan,
  type TableEnd,
} from './format/plan.ts'
import { databaseProblem } from './problem.ts'

export type BackupOrder = {
  /** The address of the database; the application's role is enough. */
  readonly url: string
  /** A folder, which gets a file named after the moment, or the name of a new file. */
  readonly to: string
  readonly passphrase?: string | undefined
  /** Seconds that the disk may take for one piece of work. */
  readonly diskSeconds?: number | undefined
}
export type Made = {
  readonly file: string
  readonly bytes: number
  readonly tables: number
  readonly rows: number
  readonly seconds: number
  readonly broken: readonly string[] | null
}

const draftEnd = '.part'
/** Milliseconds after which a draft that nobody writes is the rest of a backup that was cut off. */
const forgotten = 60 * 60 * 1000

/** What the system has kept in memory of the file is brought to the disk at its end: that takes longer. */
const timesToSync = 15

const stampOf = (moment: Date): string => `${moment.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** The problem of a folder or its disk as one line; other errors as they are. */
export const folderProblem = (error: unknown, folder: string): unknown => {
  // the database's, not the folder's
  if (partOf(error, 'syscall') === 'connect') return error
  const text = {
    ENOENT: `The folder ${folder} is not there. Connect its disk or create it, then make the backup again.`,
    ENOTDIR: `${folder} is not a folder. Name a folder that exists, then make the backup again.`,
    EACCES: `The folder ${folder} cannot be written by this account. Give it the right, or name another folder.`,
    EPERM: `The folder ${folder} cannot be written by this account. Give it the right, or name another folder.`,
    EROFS: `The disk of ${folder} is read-only. Connect it for writing, or name another folder.`,
    ENOSPC: `The disk of ${folder} is full. Make room or name another folder, then make the backup again.`,
    EDQUOT: `The disk of ${folder} is full. Make room or name another folder, then make the backup again.`,
    EIO: `The disk of ${folder} fails. Name a folder on another disk, then make the backup again.`,
    ENODEV: `The disk of ${folder} is gone. Connect it, then make the backup again.`,
  }[codeOf(error)]
  return text === undefined ? error : new ConfigError(`${text} Earlier backups are as they were.`, { cause: error })
}

/** The file to make; one that exists is never written over. */
const fileOf = async (to: string, disk: OnDisk): Promise<string> => {
  const wished = path.resolve(to)
  const found = await disk(stat(wished)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (found?.isDirectory()) {
    const taken = new Set(await disk(readdir(wished)))
    const name = `aliquot-${stampOf(now())}`
    // also by the draft of another server that writes to this folder
    const isFree = (one: string): boolean => !taken.has(`${one}.backup`) && !taken.has(`${one}.backup${draftEnd}`)
    const free = [name, `${name}-2`, `${name}-3`].find(isFree)
    return path.join(wished, `${free ?? name}.backup`)
  }
  if (found) throw new ConfigError(`${wished} exists already. Name a new file, or a folder.`)
  if (/[/\\]$/.test(to) || !path.basename(wished).includes('.')) throw Object.assign(new Error(), { code: 'ENOENT' })
  return wished
}

/** Removes what backups that were cut off have left in the folder. */
const removeForgotten = async (folder: string, disk: OnDisk): Promise<void> => {
  for (const name of await disk(readdir(folder))) {
    if (!/^aliquot-.*\.backup\.part$/.test(name)) continue
    const file = path.join(folder, name)
    // another server that writes to this folder may have ended its own meanwhile
    const found = await disk(stat(file).catch(() => undefined))
    if (found && now().getTime() - found.mtimeMs > forgotten) await disk(rm(file, { force: true }))
  }
}

/** Waits until the disk has the file's name, too; not every system can. */
const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r').catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

const asJson = (value: Plan | TableEnd | Manifest): Buffer => Buffer.from(JSON.stringify(value))

/** Writes all tables as they are in the client's transaction. */
const writeAll = async (
  client: pg.Client,
  file: FileHandle,
  disk: OnDisk,
  passphrase: string | undefined,
): Promise<Omit<Made, 'file' | 'seconds'>> => {
  const tables = await tablesOf(client)
  // nobody changes a table while it is read; all other work goes on
  await client.query(`lock table ${tables.map(({ name }) => nameIn(name)).join(', ')} in access share mode`)
  const migrations = await migrationsOf(client)
  const migration = migrations.at(-1)?.name ?? ''
  const about = { version: release, madeAt: now().toISOString(), migration }
  const frames = await writeFrames(file, disk, about, passphrase)
  await frames.add(kindOf.plan, asJson({ migrations, tables }))
  let total = 0
  for (const table of tables) {
    const sum = createHash('sha256')
    let bytes = 0
    const blocks = copyOut(client, copyOutOf(table))
    let next = await blocks.next()
    for (; !next.done; next = await blocks.next()) {
      sum.update(next.value)
      bytes += next.value.length
      await frames.add(kindOf.rows, next.value)
    }
    total += next.value
    await frames.add(kindOf.tableEnd, asJson({ table: table.name, rows: next.value, bytes, sha256: sum.digest('hex') }))
  }
  const isOurs = migrations.map(({ name }) => name).join() === (await migrationNames()).join()
  const broken = isOurs ? await invariantsBroken(client) : null
  const sequences = await sequencesOf(client)
  const auditHead = await auditHeadOf(client)
  await frames.add(kindOf.manifest, asJson({ tables: tables.length, rows: total, sequences, auditHead, broken }))
  return { bytes: frames.bytes(), tables: tables.length, rows: total, broken }
}

/** Refuses what holds no network, or a part of one. */
const checkSource = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ there: boolean; half: boolean }>(
    `select to_regclass('public.clients') is not null as there, to_regclass($1) is not null as half`,
    [nameIn(markTable)],
  )
  if (rows[0]?.half === true)
    throw new ConfigError('A restore into this database was cut off. Run it again, then make the backup.')
  const hasNetwork =
    rows[0]?.there === true && (await client.query('select from public.clients limit 1')).rowCount === 1
  if (!hasNetwork) throw new ConfigError('This database has no network yet: a backup of it would hold none.')
}

/** Another process makes one at this moment. */
export class Underway extends ConfigError {}

/**
 * @throws ConfigError with one line for a folder that is gone, full, read-only or does not answer, and while another
 * backup is under way. It leaves no file then
 */
export const makeBackup = async ({ url, to, passphrase, diskSeconds }: BackupOrder): Promise<Made> => {
  const begun = performance.now()
  const disk = onDisk(to, diskSeconds)
  const file = await fileOf(to, disk).catch((error: unknown) => {
    throw folderProblem(error, to)
  })
  const [draft, folder] = [`${file}${draftEnd}`, path.dirname(file)]
  const client = new pg.Client({ connectionString: url, application_name: 'aliquot backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockOf.backup])
    if (rows[0]?.mine !== true) throw new Underway('A backup of this database is being made already. Wait for it.')
    await checkSource(client)
    await removeForgotten(folder, disk)
    const opened = await disk(open(draft, 'wx', 0o600))
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query(manner)
      const made = await writeAll(client, opened, disk, passphrase)
      await client.query('commit')
      await disk(opened.sync(), timesToSync)
      await disk(opened.close())
      await disk(rename(draft, file))
      await disk(syncFolder(folder), timesToSync)
      return { ...made, file, seconds: (performance.now() - begun) / 1000 }
    } catch (error) {
      const clean = async (): Promise<void> => {
        await opened.close().catch(() => undefined)
        await rm(draft, { force: true }).catch(() => undefined)
      }
      // on a disk that hangs this would, too: the draft is removed by a later backup
      if (error instanceof Silent) void clean()
      else await disk(clean()).catch(() => undefined)
      throw error
    }
  } catch (error) {
    throw databaseProblem(folderProblem(error, folder), 'make the backup again')
  } finally {
    await client.end().catch(() => undefined)
  }
}
