// Restores a backup into an empty database: the tables of its release, its rows, what has changed since, and then the
// proof that all of it is there.
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { lockOf } from '../db/advisory.ts'
import { openDatabase } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { verifyAudit } from '../door/seal.ts'
import type { Addresses } from '../embedded/launcher.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import { invariantsBroken } from './invariants.ts'
import { loadRows, type Progress } from './load.ts'
import type { Backup } from './format/open.ts'
import { auditHeadOf } from './format/plan.ts'
import { databaseProblem } from './problem.ts'
import { beginRestore, endRestore, undoRestore } from './target.ts'

export type Restoring = {
  readonly log?: (line: string) => void
  readonly onProgress?: Progress
}
export type Restored = {
  /** Migrations applied after the rows were there: the backup is of an older release. */
  readonly migrated: readonly string[]
  /** Invariants that the restored records break; null where they could not be asked. */
  readonly broken: readonly string[] | null
}

/** Compares what is there now with the manifest. */
const prove = async (
  client: pg.Client,
  url: string,
  backup: Backup,
  isSame: boolean,
  onShare: (share: number) => void,
): Promise<string[] | null> => {
  if ((await auditHeadOf(client)) !== backup.manifest.auditHead)
    throw new ConfigError('The history of the restored database ends in another block than that of the backup.')
  const db = openDatabase(url, { connections: 2 })
  try {
    const { brokenAt } = await verifyAudit(db.read)
    // a chain that was broken before is restored as it was, and its own check tells so
    await client.query('begin')
    const broken = await invariantsBroken(client, onShare)
    await client.query('commit')
    const before = backup.manifest.broken
    const added = isSame && before && broken ? broken.filter((one) => !before.includes(one)) : []
    if (added.length > 0)
      throw new ConfigError(`In the restored database this does not hold, and did before: ${added.join('; ')}.`)
    if (brokenAt === null) return broken
    return [...(broken ?? []), `the chain of the history, from block ${brokenAt} on`]
  } finally {
    await db.close()
  }
}

/** @throws ConfigError with one line; the database is then empty again */
export const restoreInto = async (
  { ownerUrl, url }: Addresses,
  backup: Backup,
  { log = () => undefined, onProgress = () => undefined }: Restoring = {},
): Promise<Restored> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'aliquot restore' })
  client.on('error', () => undefined)
  await client.connect()
  let isBegun = false
  try {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockOf.restore])
    if (rows[0]?.mine !== true) throw new ConfigError('Another restore works in this database. Wait for it.')
    await client.query('set statement_timeout = 0')
    await beginRestore(client, log)
    isBegun = true
    await migrate(ownerUrl, { only: new Set(backup.plan.migrations.map(({ name }) => name)) })
    await loadRows(client, backup, onProgress)
    const migrated = await migrate(ownerUrl, { log })
    await migrateJobs(ownerUrl)
    const onShare = (share: number): void => onProgress('proof', share)
    onShare(0)
    await client.query('analyze')
    const broken = await prove(client, url, backup, migrated.length === 0, onShare)
    await endRestore(client)
    return { migrated, broken }
  } catch (error) {
    if (isBegun) await undoRestore(client).catch(() => undefined)
    throw databaseProblem(error, 'restore again')
  } finally {
    await client.end().catch(() => undefined)
  }
}
