// The database that comes with the product: one call gives two addresses of a running PostgreSQL, without an
// installation.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { lockOf } from '../db/advisory.ts'
import { canReach, databaseAccount, type Account } from './account.ts'
import { embeddedBinaries } from './binaries.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { startGuard } from './guard.ts'
import { useOf } from './in-use.ts'

/** Addresses of a database for the two roles. */
export type Addresses = {
  /** For the application: the role aliquot_app, with the rights that migrations grant. */
  url: string
  /** For migrations: the role aliquot_owner, which owns the database. */
  ownerUrl: string
}
export type Embedded = Addresses & { stop(): Promise<void> }
/** Fills an empty database. */
export type Fill = (database: Addresses) => Promise<void>

/** A folder that the account can reach when the wanted one is below a private home. Throws when there is none. */
const sharedFolder = (account: Account): string => {
  for (const folder of ['/var/lib/aliquot', path.join(tmpdir(), 'aliquot')]) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      if (canReach(account, folder)) return folder
    } catch {
      // the next one
    }
  }
  throw new Error(
    'There is no folder for the embedded database that its account can reach: ' +
      'start as an ordinary user, or set DATABASE_URL.',
  )
}

/** The folder of a data folder's cluster: inside it, or a shared folder when the database's account cannot enter it. */
const clusterHome = (account: Account, dataDir: string): { home: string; spare: string } => {
  const wished = path.resolve(dataDir)
  mkdirSync(wished, { recursive: true })
  if (canReach(account, wished)) return { home: path.join(wished, 'postgres'), spare: path.join(wished, 'programs') }
  const shared = sharedFolder(account)
  // the name is stored in the data folder, so that removing that folder starts with an empty database, as elsewhere
  const note = path.join(wished, 'database-is-elsewhere.json')
  if (!existsSync(note))
    writeFileSync(
      note,
      JSON.stringify(
        {
          why: `the database's account (${account?.name}) cannot reach this folder`,
          home: path.join(shared, randomBytes(6).toString('hex')),
        },
        null,
        2,
      ),
    )
  const { home } = JSON.parse(readFileSync(note, 'utf8')) as { home: string }
  return { home, spare: shared }
}

/** Creates the two roles and an empty database, each only when missing. */
export const prepareRoles = async (cluster: Cluster): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    for (const [name, password] of [
      ['aliquot_owner', cluster.secrets.owner],
      ['aliquot_app', cluster.secrets.application],
    ] as const) {
      const found = await client.query('select from pg_roles where rolname = $1', [name])
      if (found.rowCount === 0) await client.query(`create role ${name} login password '${password}'`)
    }
    // the owner gives the application its rights and may act for it in background work
    await client.query('grant aliquot_app to aliquot_owner with admin option')
  } finally {
    await client.end()
  }
}

/** Creates a database of the owner, from a template when one is given. */
export const createDatabase = async (
  cluster: Pick<Cluster, 'url'>,
  name: string,
  template = 'template0',
): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) {
      // copies the template's files: page by page through the journal takes many times as long
      await client.query(`create database ${name} template ${template} strategy file_copy owner aliquot_owner`)
      await client.query(`revoke all on database ${name} from public`)
      await client.query(`grant connect, temporary on database ${name} to aliquot_app`)
    }
  } finally {
    await client.end()
  }
}

/** Addresses of a database for the two roles. */
const addresses = (cluster: Pick<Cluster, 'url' | 'secrets'>, database: string): Addresses => ({
  url: cluster.url(database, { name: 'aliquot_app', password: cluster.secrets.application }),
  ownerUrl: cluster.url(database, { name: 'aliquot_owner', password: cluster.secrets.owner }),
})

/** Queries the cluster as its superuser. */
const asked = async <T>(cluster: Pick<Cluster, 'url'>, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const name = 'aliquot'
/** The database in which a network is loaded until it is whole. */
const scratch = 'aliquot_loading'

/** Whether the database exists and has a network. */
const isFilled = async (cluster: Cluster, client: pg.Client): Promise<boolean> => {
  if ((await client.query('select from pg_database where datname = $1', [name])).rowCount === 0) return false
  const inside = new pg.Client({ connectionString: cluster.url(name) })
  await inside.connect()
  try {
    if ((await inside.query(`select where to_regclass('public.clients') is not null`)).rowCount === 0) return false
    return (await inside.query('select from clients limit 1')).rowCount === 1
  } finally {
    await inside.end()
  }
}

/**
 * Fills the database when it has no network. It does so under another name, so that no server serves a part: an
 * interrupted load is removed and begins again.
 */
const fillWhole = (cluster: Cluster, fill: Fill, log: (line: string) => void): Promise<void> =>
  asked(cluster, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockOf.filling])
    if (rows[0]?.mine !== true) {
      log('Another server is loading this database. This one waits for it.')
      await client.query('select pg_advisory_lock($1)', [lockOf.filling])
    }
    if (await isFilled(cluster, client)) return
    const remove = () => client.query(`drop database if exists ${scratch} with (force)`)
    if ((await client.query('select from pg_database where datname = $1', [scratch])).rowCount !== 0)
      log('An earlier start was cut off while it loaded. What it had loaded is removed, and loading begins again.')
    await remove()
    await createDatabase(cluster, scratch)
    try {
      await fill(addresses(cluster, scratch))
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [scratch])
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`alter database ${scratch} rename to ${name}`)
    } catch (error) {
      await remove().catch(() => undefined)
      throw error
    }
  })

/** Refuses to go on while another process uses the database. */
const checkAlone = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ users: number }>(
    `select count(*)::int as users from pg_locks
    where locktype = 'advisory' and objid = $1 and mode = 'ShareLock' and granted and database =
      (select oid from pg_database where datname = current_database())`,
    [lockOf.inUse],
  )
  if ((rows[0]?.users ?? 0) > 0)
    throw new ConfigError('A server is using this data folder. Stop it, then do this again.')
}

/**
 * Starts the embedded PostgreSQL 18 of a data folder, which runs until stop(). A database left running by a killed
 * server is taken over. As root it runs as an unprivileged account. Several servers may use one data folder: the last
 * one to stop stops the database.
 * @param fill fills an empty database before it gets its name
 * @param isAlone refuses a data folder that another process uses
 * @throws Error with one clear line, on a platform without binaries too
 */
export const startEmbedded = async ({
  dataDir,
  log = () => {},
  fill,
  connections = 0,
  isAlone = false,
  disposable = false,
}: {
  dataDir: string
  /** For what is generated and can be again: faster, but lost in a crash of the machine. */
  disposable?: boolean
  /** That its servers open at most. */
  connections?: number
  log?: (line: string) => void
  fill?: Fill | undefined
  isAlone?: boolean
}): Promise<Embedded> => {
  const account = databaseAccount()
  const { home, spare } = clusterHome(account, dataDir)
  const bin = embeddedBinaries(account, spare)
  const guard = startGuard({ home, bin, account })
  const cluster = await startCluster({
    home,
    bin,
    account,
    log,
    settings: { maxConnections: Math.max(60, connections + 20), disposable },
  }).catch((error: unknown) => {
    guard.end()
    throw error
  })
  if (isAlone)
    await asked(cluster, checkAlone).catch(async (error: unknown) => {
      guard.end()
      await cluster.leave()
      throw error
    })
  const use = useOf(cluster.url('postgres'))
  const stop = async (): Promise<void> => {
    const isLast = await use.end()
    guard.end()
    await (isLast ? cluster.stop() : cluster.leave())
  }
  try {
    await asked(cluster, async (client) => {
      // two servers that start together must not create a role twice
      await client.query('select pg_advisory_lock($1)', [lockOf.preparing])
      const prepared = path.join(home, 'prepared')
      if (!existsSync(prepared)) {
        await prepareRoles(cluster)
        writeFileSync(prepared, '')
      }
      if (!fill) await createDatabase(cluster, name)
    })
    if (fill) await fillWhole(cluster, fill, log)
  } catch (error) {
    await stop()
    throw error
  }
  return { ...addresses(cluster, name), stop }
}
