// A primary and its streaming standby, each with a folder of its own: a standby follows a whole cluster, so the one of
// the other tests cannot be used.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { loadNetwork } from '../../demo/load.ts'
import { openDatabase } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { databaseAccount, give } from '../embedded/account.ts'
import { embeddedBinaries } from '../embedded/binaries.ts'
import { startCluster, type Cluster } from '../embedded/cluster.ts'
import { createDatabase, prepareRoles } from '../embedded/launcher.ts'
import { migrateJobs } from '../jobs/jobs.ts'
import type { TestDatabase } from './database.ts'

export type Pair = {
  primary: TestDatabase
  replicaUrl: string
  /** The standby gets the log and does not read on in it. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends the standby, and starts it again. */
  lose(): Promise<void>
  returns(): Promise<void>
  close(): Promise<void>
}

const asked = async (url: string, ...texts: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

/** Copies the running primary's files to the standby's folder. */
const copied = async (primary: Cluster, from: string, to: string): Promise<void> => {
  const client = new pg.Client({ connectionString: primary.url('postgres') })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  mkdirSync(to, { recursive: true, mode: 0o700 })
  cpSync(path.join(from, 'secrets.json'), path.join(to, 'secrets.json'))
  const data = path.join(to, 'data')
  cpSync(path.join(from, 'data'), data, { recursive: true, filter: (file) => !file.endsWith('postmaster.pid') })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  const { hostname, port, password } = new URL(primary.url('postgres'))
  writeFileSync(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(path.join(data, 'standby.signal'), '')
  writeFileSync(
    path.join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${decodeURIComponent(hostname)} port=${port || '5432'} user=postgres password=${password}'\n`,
  )
  give(databaseAccount(), to)
}

/** The demo network without work on a primary of its own, and its standby. */
export const startPair = async (): Promise<Pair> => {
  const place = mkdtempSync(path.join(tmpdir(), `aliquot-test-${process.pid}-`))
  chmodSync(place, 0o755)
  const account = databaseAccount()
  const common = { bin: embeddedBinaries(account, place), account, settings: { sharedBuffersMb: 64 } }
  const homes = { primary: path.join(place, 'postgres'), standby: path.join(place, 'standby') }
  const primary = await startCluster({ ...common, home: homes.primary })
  await prepareRoles(primary)
  await createDatabase(primary, 'aliquot')
  const { secrets } = primary
  const app = { name: 'aliquot_app', password: secrets.application }
  const url = primary.url('aliquot', app)
  const ownerUrl = primary.url('aliquot', { name: 'aliquot_owner', password: secrets.owner })
  await migrate(ownerUrl)
  await migrateJobs(ownerUrl)
  const db = openDatabase(url)
  await loadNetwork(db)
  await db.close()
  await copied(primary, homes.primary, homes.standby)
  const start = (): Promise<Cluster> => startCluster({ ...common, home: homes.standby })
  let standby = await start()
  const replicaUrl = standby.url('aliquot', app)
  return {
    primary: { url, ownerUrl, drop: async () => undefined },
    replicaUrl,
    pause: () => asked(standby.url('postgres'), 'select pg_wal_replay_pause()'),
    resume: () => asked(standby.url('postgres'), 'select pg_wal_replay_resume()'),
    lose: () => standby.stop(),
    async returns() {
      standby = await start()
    },
    async close() {
      await standby.stop()
      await primary.stop()
      rmSync(place, { recursive: true, force: true })
    },
  }
}
