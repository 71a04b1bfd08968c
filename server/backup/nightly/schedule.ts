// The backups of a server: each night one, each month a trial restore of the newest. What newer ones replace is
// removed, and administrators are notified when one fails or none was made.
import { spawn } from 'node:child_process'
import { mkdir, statfs } from 'node:fs/promises'
import { setPriority } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { dayOf } from '../../../core/dates.ts'
import { backupWarning } from '../../../core/entrance/backups.ts'
import { sizeText } from '../../../core/files/size.ts'
import { recordPath } from '../../../core/record-path.ts'
import { now } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { lockOf } from '../../db/advisory.ts'
import { sql, type Database, type Tx } from '../../db/db.ts'
import { notifyUsers } from '../../db/notify.ts'
import { administrators } from '../../db/owner.ts'
import type { ScheduledJob } from '../../job.ts'
import type { Order } from './child.ts'
import { isDue, replaced } from './keep.ts'
import { noteFailed, type Replaced } from './note.ts'
import { readBackups } from './state.ts'

const program = fileURLToPath(new URL('./child.ts', import.meta.url))
/** Milliseconds after which a failed one is tried again. */
const patience = 55 * 60 * 1000
const month = 30 * 24 * 60 * 60 * 1000
const day = 24 * 60 * 60 * 1000

/**
 * Runs an order in a process of its own, which leaves the processor to others. Answers the signal that ended it: the
 * system's, where memory ran out; it could note nothing then.
 */
const runOrder = (order: Order, signal: AbortSignal): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: process.env,
      signal,
    })
    child.on('error', () => resolve(null))
    child.stdout.once('data', () => resolve(null))
    child.on('close', (_code, ended) => resolve(ended))
    child.stdin.on('error', () => undefined)
    child.stdin.end(JSON.stringify(order))
    try {
      if (child.pid !== undefined) setPriority(child.pid, 10)
    } catch {
      // a system that does not allow it, or the process has ended
    }
  })

/** Bytes that the disk of the database keeps free for its work. */
const kept = 1_000_000_000
/** Why a backup beside the database would endanger it: a full disk refuses all work. */
const lackOfRoom = async (folder: string, lastBytes: number): Promise<string | undefined> => {
  const { bavail, bsize } = await statfs(folder)
  const wanted = kept + 2 * lastBytes
  return bavail * bsize >= wanted
    ? undefined
    : `The disk of ${folder} has ${sizeText(bavail * bsize)} free, and the backup wants ${sizeText(wanted)}. ` +
        'Make room, or set BACKUP_FOLDER to another disk.'
}

type Times = { readonly hasNetwork: boolean; readonly failedAt: string | null; readonly trialAt: string | null }
const timesOf = (tx: Tx): Promise<Times> =>
  tx.one<Times>(sql`
    select
      exists (
        select
          1
        from
          clients
      ) as "hasNetwork",
      (
        select
          max(at)
        from
          backups
        where
          kind = 'backup'
          and asked = 'schedule'
          and problem is not null
          and at <= now()
      ) as "failedAt",
      (
        select
          max(at)
        from
          backups
        where
          kind = 'trial'
          and at <= now()
      ) as "trialAt"
  `)

const since = (at: string | null): number => (at === null ? Infinity : now().getTime() - Date.parse(at))

/**
 * The files of the schedule that newer ones replace, in the folder that is written to: a restored network knows those
 * of the one that it is a copy of, too.
 */
const replacedIn = async (db: Database, how: Config['backup'], folder: string): Promise<Replaced[]> => {
  const files = await db.read.rows<{ Id: number; At: string; File: string }>(sql`
    select
      backup_id as id,
      at,
      file
    from
      backups
    where
      kind = 'backup'
      and asked = 'schedule'
      and problem is null
      and removed_at is null
      -- one that a wrong clock has dated in the future would replace each new one
      and at <= now()
  `)
  const here = files.filter(({ File: file }) => path.dirname(file) === path.resolve(folder))
  const over = new Set(replaced(here, how))
  return here.filter(({ Id }) => over.has(Id)).map(({ Id, File: file }) => ({ id: Id, file }))
}

const mark = 'backup-warned'
/** Tells the administrators once a day while something is wrong with the backups. */
export const warnOfBackups = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    const warning = backupWarning(await readBackups(tx, true), now().toISOString())
    const today = dayOf(now())
    if (warning === undefined) {
      await tx.run(sql`
        delete from settings
        where
          name = ${mark}
      `)
      return
    }
    const isNew = await tx.run(sql`
      insert into
        settings (name, value)
      values
        (${mark}, to_jsonb(${today}::text))
      on conflict (name) do update
      set
        value = excluded.value
      where
        settings.value <> excluded.value
    `)
    if (isNew === 0) return
    await notifyUsers(tx, await administrators(tx), {
      creater: 'System',
      subject: 'Backups need your attention',
      content: warning,
      path: recordPath('settings', { SettingsId: '1' }),
    })
  })

/** Does the work in one process at a time: it may take longer than until the next call. */
const alone = async (url: string, work: () => Promise<void>): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'aliquot backup', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockOf.nightly])
    if (rows[0]?.mine === true) await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}

const makeDue = async (
  db: Database,
  url: string,
  { backup, dataDir, databaseUrl }: Config,
  signal: AbortSignal,
): Promise<void> => {
  const { folder, passphrase, diskSeconds } = backup
  const how = { url, passphrase, diskSeconds }
  if (folder === undefined) return
  const times = await timesOf(db.read)
  if (!times.hasNetwork) return
  const before = (await readBackups(db.read, true)).Last
  if (isDue(before?.At, now().toISOString(), backup.hour) && since(times.failedAt) > patience) {
    if (backup.isOwnFolder) await mkdir(folder, { recursive: true }).catch(() => undefined)
    // a folder that was named has a disk of its own, and says itself what is wrong
    const lack = backup.isOwnFolder ? await lackOfRoom(folder, before?.Bytes ?? 0).catch(() => undefined) : undefined
    const ended = lack === undefined ? await runOrder({ kind: 'backup', to: folder, ...how }, signal) : null
    if (ended !== null && !signal.aborted)
      await noteFailed(url, `The backup was ended in the middle (${ended}). See whether the machine has enough memory.`)
    if (lack !== undefined) await noteFailed(url, lack)
  }
  if (signal.aborted) return
  const { Last, Trial, Failed } = await readBackups(db.read, true)
  // one that failed is tried again the next day, with the backup of that day
  const pause = typeof Trial?.Problem === 'string' ? day : month
  if (Last && since(times.trialAt) > pause)
    await runOrder({ kind: 'trial', file: Last.File, dataDir, databaseUrl, ...how }, signal)
  if (signal.aborted) return
  // a disk that could not be written is left alone
  const files = Failed === null ? await replacedIn(db, backup, folder) : []
  if (files.length > 0) await runOrder({ kind: 'remove', files, ...how }, signal)
  await warnOfBackups(db)
}

/** Makes what is due. */
export const keepBackups = (db: Database, url: string, config: Config, signal: AbortSignal): Promise<void> =>
  alone(url, () => makeDue(db, url, config, signal))

/** The job of a server that makes backups; none where it does not. */
export const backupJobs = (url: string, config: Config, signal: AbortSignal): readonly ScheduledJob[] =>
  config.backup.isScheduled
    ? [
        {
          name: 'backup',
          summary: 'Make backups',
          schedule: '*/10 * * * *',
          run: ({ db }) => keepBackups(db, url, config, signal),
        },
      ]
    : []
