// Opens a backup: reads the whole file once before anything is done with it, so that what is damaged, cut off, newer or
// encrypted with another passphrase is refused while the database is untouched.
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { ConfigError } from '../../config.ts'
import { codeOf } from '../../db/failure.ts'
import { migrationNames } from '../../db/migrate.ts'
import { onDisk } from './disk.ts'
import { Broken, CutOff, kindOf, readFrames, type Frame, type Head, type Opened } from './frames.ts'
import type { Manifest, Plan, Table, TableEnd } from './plan.ts'

export type Backup = {
  readonly file: string
  readonly head: Head
  readonly size: number
  readonly plan: Plan
  readonly manifest: Manifest
  /** The tables in order. The rows of each must be read to their end before the next one. */
  tables(): AsyncGenerator<BackupTable>
  close(): Promise<void>
}
export type BackupTable = {
  readonly table: Table
  rows: AsyncIterable<Buffer>
  /** What the table had when the backup was made; known when its rows were read. */
  end(): TableEnd
  /** The part of the file that was read, from 0 to 1. */
  share(): number
}

const parsed = <T>({ content }: Frame): T => JSON.parse(content.toString()) as T

/** Reads every frame; answers the plan and the manifest. */
const checked = async (opened: Opened): Promise<{ plan: Plan; manifest: Manifest }> => {
  let plan: Plan | undefined
  let manifest: Manifest | undefined
  let ended = 0
  try {
    for await (const frame of opened.frames({ isRead: false })) {
      if (frame.kind === kindOf.plan) plan = parsed(frame)
      else if (frame.kind === kindOf.tableEnd) ended += 1
      else if (frame.kind === kindOf.manifest) manifest = parsed(frame)
    }
  } catch (error) {
    if (!(error instanceof Broken)) throw error
    const where = plan?.tables[ended]?.name
    throw new ConfigError(
      `it is damaged ${where === undefined ? '' : `in the table ${where}, `}at byte ${error.at}. Take another backup.`,
    )
  }
  if (!plan || !manifest || ended !== plan.tables.length) throw new CutOff()
  return { plan, manifest }
}

/** Refuses a backup of a program that has other migrations than this one. */
const checkRelease = async ({ migrations }: Plan, { version }: Head): Promise<void> => {
  const known = await migrationNames()
  const newer = migrations.find(({ name }) => !known.includes(name))
  if (newer)
    throw new ConfigError(
      `a newer version of Aliquot (${version}) has made it: ${newer.name} is not known here. ` +
        'Install that version, and restore with it.',
    )
  for (const { name, checksum } of migrations) {
    const text = await readFile(new URL(`../../../migrations/${name}`, import.meta.url), 'utf8')
    if (checksum !== null && createHash('sha256').update(text).digest('hex') !== checksum)
      throw new ConfigError(`another edition of Aliquot has made it: its ${name} differs. Restore with that edition.`)
  }
}

const tablesIn = async function* (opened: Opened, plan: Plan): AsyncGenerator<BackupTable> {
  const frames = opened.frames()
  await frames.next()
  for (const table of plan.tables) {
    let end: TableEnd | undefined
    let at = 0
    const rows = async function* (): AsyncGenerator<Buffer> {
      for (;;) {
        const next = await frames.next()
        if (next.done === true) throw new CutOff()
        at = next.value.at
        if (next.value.kind !== kindOf.rows) {
          end = parsed(next.value)
          return
        }
        yield next.value.content
      }
    }
    yield {
      table,
      rows: rows(),
      end: () => {
        if (!end) throw new CutOff()
        return end
      },
      share: () => at / opened.size,
    }
  }
}

/** @throws ConfigError with one line that names the file, what is wrong with it, and what to do */
export const openBackup = async (file: string, passphrase?: string, diskSeconds?: number): Promise<Backup> => {
  const disk = onDisk(file, diskSeconds)
  const handle = await disk(open(file, 'r')).catch((error: unknown) => {
    const why = { ENOENT: 'is not there', EACCES: 'cannot be read by this account' }[codeOf(error)]
    throw why === undefined ? error : new ConfigError(`The backup ${file} ${why}. Name another file.`)
  })
  try {
    const opened = await readFrames({ file: handle, disk }, passphrase)
    const { plan, manifest } = await checked(opened)
    await checkRelease(plan, opened.head)
    const { head, size } = opened
    // closing waits for a read that hangs
    const close = (): Promise<void> => disk(handle.close()).catch(() => undefined)
    return { file, head, size, plan, manifest, tables: () => tablesIn(opened, plan), close }
  } catch (error) {
    await disk(handle.close()).catch(() => undefined)
    const why = error instanceof CutOff ? 'it ends in the middle: only a part of it is there. Take another backup.' : ''
    if (error instanceof ConfigError || error instanceof CutOff)
      throw new ConfigError(`The backup ${file} cannot be restored: ${why || error.message}`, { cause: error })
    if (codeOf(error) === 'EISDIR') throw new ConfigError(`${file} is a folder. Name a backup in it.`)
    throw error
  }
}
