// Makes or tries a backup and notes in the database how it went: administrators see it, and old files are known.
import { stat } from 'node:fs/promises'
import pg from 'pg'
import { ConfigError } from '../../config.ts'
import { codeOf } from '../../db/failure.ts'
import { makeBackup, Underway, type BackupOrder, type Made } from '../make.ts'
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
}

/** Writes the note; a database of an earlier release has no place for it. */
const write = async (url: string, { kind, asked, file, bytes, rows, seconds, problem }: Note): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'aliquot backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      `insert into public.backups (kind, asked, file, bytes, row_count, seconds, problem)
      values ($1, $2, $3, $4, $5, $6, $7)`,
      [kind, asked, file, bytes, rows, seconds.toFixed(1), problem],
    )
  } catch (error) {
    if (codeOf(error) !== '42P01') throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The problem for the administrator: only our own sentences, since others may hold a patient's data. */
const problemOf = (error: unknown): string =>
  error instanceof ConfigError ? error.message : `It failed (${codeOf(error) || 'unknown error'}).`

/** Notes a backup of the schedule that did not come about. */
export const noteFailed = (url: string, problem: string): Promise<void> =>
  write(url, { kind: 'backup', asked: 'schedule', file: null, bytes: null, rows: null, seconds: 0, problem })

/** @throws as makeBackup does, after the failure was noted where the database can be reached */
export const backupAndNote = async (order: BackupOrder, asked: Asked): Promise<Made> => {
  const begun = performance.now()
  const made = await makeBackup(order).catch(async (error: unknown) => {
    if (error instanceof Underway) throw error
    const seconds = (performance.now() - begun) / 1000
    const failed = { file: null, bytes: null, rows: null, seconds, problem: problemOf(error) }
    await write(order.url, { kind: 'backup', asked, ...failed }).catch(() => undefined)
    throw error
  })
  const { file, bytes, rows, seconds } = made
  await write(order.url, { kind: 'backup', asked, file, bytes, rows, seconds, problem: null })
  return made
}

type Trial = Place & { readonly url: string; readonly file: string; readonly passphrase?: string | undefined }
/** Restores a backup into a database of its own, removes that, and notes whether it could be done. */
export const tryAndNote = async ({ url, file, passphrase, ...place }: Trial, asked: Asked): Promise<void> => {
  const begun = performance.now()
  let [rows, problem]: [number | null, string | null] = [null, null]
  try {
    const backup = await openBackup(file, passphrase)
    try {
      await tryRestore(place, backup)
      rows = backup.manifest.rows
    } finally {
      await backup.close()
    }
  } catch (error) {
    problem = problemOf(error)
  }
  const bytes = await stat(file).then(
    ({ size }) => size,
    () => null,
  )
  await write(url, { kind: 'trial', asked, file, bytes, rows, seconds: (performance.now() - begun) / 1000, problem })
}
