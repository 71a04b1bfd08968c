// Makes or tries a backup and notes in the database how it went: administrators see it, and old files are known.
import { rm, stat } from 'node:fs/promises'
import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { codeOf } from '../../db/failure.ts'
import { makeBackup, Underway, type BackupOrder, type Made } from '../make.ts'
import { onDisk, Silent, type OnDisk } from '../format/disk.ts'
import { openBackup } from '../format/open.ts'
import { tryRestore, type Place } from '../trial.ts'

export type Asked = 'schedule' | 'by hand' | 'upgrade'
type Note = {
  readonly kind: 'backup' | 'trial'
  readonly asked: Asked
  readonly file: string | null
  readonly bytes: number | null
  readonly rows: number | null
  readonly seconds: number
  readonly problem: string | null
  /** The invariants that did not hold; null: they were not asked. */
  readonly broken: readonly string[] | null
}

const query = async (url: string, text: string, values: readonly unknown[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'aliquot backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(text, [...values])
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Writes the note; a database of an earlier release has no place for it. */
const write = async (url: string, note: Note): Promise<void> => {
  const { kind, asked, file, bytes, rows, seconds, problem, broken } = note
  try {
    await query(
      url,
      `insert into public.backups (kind, asked, file, bytes, row_count, seconds, problem, broken)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [kind, asked, file, bytes, rows, seconds.toFixed(1), problem, broken],
    )
  } catch (error) {
    if (codeOf(error) === '42P01') return
    if (codeOf(error) !== '42703') throw error
    // before it was kept what does not hold
    await query(
      url,
      `insert into public.backups (kind, asked, file, bytes, row_count, seconds, problem)
      values ($1, $2, $3, $4, $5, $6, $7)`,
      [kind, asked, file, bytes, rows, seconds.toFixed(1), problem],
    )
  }
}

/** The problem for the administrator: only our own sentences, since others may hold a patient's data. */
const problemOf = (error: unknown): string =>
  error instanceof ConfigError ? error.message : `It failed (${codeOf(error) || 'unknown error'}).`

const nothing = { file: null, bytes: null, rows: null, broken: null }
/** Notes a backup of the schedule that did not come about. */
export const noteFailed = (url: string, problem: string): Promise<void> =>
  write(url, { kind: 'backup', asked: 'schedule', ...nothing, seconds: 0, problem })

/** @throws as makeBackup does, after the failure was noted where the database can be reached */
export const backupAndNote = async (order: BackupOrder, asked: Asked): Promise<Made> => {
  const begun = performance.now()
  const made = await makeBackup(order).catch(async (error: unknown) => {
    if (error instanceof Underway) throw error
    const seconds = (performance.now() - begun) / 1000
    const failed = { ...nothing, seconds, problem: problemOf(error) }
    await write(order.url, { kind: 'backup', asked, ...failed }).catch(() => undefined)
    throw error
  })
  const { file, bytes, rows, seconds, broken } = made
  await write(order.url, { kind: 'backup', asked, file, bytes, rows, seconds, problem: null, broken })
  return made
}

type Trial = Place & {
  readonly url: string
  readonly file: string
  readonly passphrase?: string | undefined
  readonly diskSeconds?: number | undefined
}
/** Undefined for a file that is not there, or whose folder is not. */
const sizeOf = (file: string, disk: OnDisk): Promise<number | undefined> =>
  disk(
    stat(file).then(
      ({ size }) => size,
      (error: unknown) => {
        if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
        throw error
      },
    ),
  )

/**
 * Restores a backup into a database of its own, removes that, and notes whether it could be done. It tries nothing
 * while the file is not there: its disk may be away.
 */
export const tryAndNote = async (
  { url, file, passphrase, diskSeconds, ...place }: Trial,
  asked: Asked,
): Promise<void> => {
  const begun = performance.now()
  let [rows, bytes, problem]: [number | null, number | null, string | null] = [null, null, null]
  let broken: readonly string[] | null = null
  try {
    const found = await sizeOf(file, onDisk(file, diskSeconds))
    if (found === undefined) return
    bytes = found || null
    const backup = await openBackup(file, passphrase, diskSeconds)
    try {
      const restored = await tryRestore(place, backup)
      broken = restored.broken
      rows = backup.manifest.rows
    } finally {
      await backup.close()
    }
  } catch (error) {
    problem = problemOf(error)
  }
  const seconds = (performance.now() - begun) / 1000
  await write(url, { kind: 'trial', asked, file, bytes, rows, seconds, problem, broken })
}

export type Replaced = { readonly id: number; readonly file: string }
/** Removes files that newer ones replace. What cannot be removed now keeps its place in the list. */
export const removeAndNote = async (url: string, files: readonly Replaced[], diskSeconds?: number): Promise<void> => {
  for (const { id, file } of files) {
    const isRemoved = await onDisk(
      file,
      diskSeconds,
    )(rm(file)).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Silent) throw error
        return false
      },
    )
    if (isRemoved) await query(url, 'update public.backups set removed_at = now() where backup_id = $1', [id])
  }
}
