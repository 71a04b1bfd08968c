// The database that comes with the product: one call gives two addresses of a running PostgreSQL, with nothing
// installed.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { canReach, databaseAccount, type Account } from './account.ts'
import { embeddedBinaries } from './binaries.ts'
import { startCluster, type Cluster } from './cluster.ts'

export type Embedded = {
  /** For the application: the role aliquot_app, with the rights that migrations give it. */
  url: string
  /** For migrations: the role aliquot_owner, which owns the database. */
  ownerUrl: string
  stop(): Promise<void>
}

/** A folder that the account can reach when the wished one lies below a private home. Throws when there is none. */
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

/**
 * Where the cluster of a data folder lies: in it, or in a shared folder when the database's account cannot go there.
 */
const clusterHome = (account: Account, dataDir: string): { home: string; spare: string } => {
  const wished = path.resolve(dataDir)
  mkdirSync(wished, { recursive: true })
  if (canReach(account, wished)) return { home: path.join(wished, 'postgres'), spare: path.join(wished, 'programs') }
  const shared = sharedFolder(account)
  // the name is kept in the data folder, so that removing that folder starts afresh, as it does elsewhere
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

/** Makes the two roles and an empty database, each only when missing. */
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

/** Makes a database of the owner, from a template when one is named. */
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
      // the files of the template as they are: a page at a time through the journal takes many times as long
      await client.query(`create database ${name} template ${template} strategy file_copy owner aliquot_owner`)
      await client.query(`revoke all on database ${name} from public`)
      await client.query(`grant connect, temporary on database ${name} to aliquot_app`)
    }
  } finally {
    await client.end()
  }
}

/** Addresses of a database for the two roles. */
const addresses = (cluster: Pick<Cluster, 'url' | 'secrets'>, database: string): { url: string; ownerUrl: string } => ({
  url: cluster.url(database, { name: 'aliquot_app', password: cluster.secrets.application }),
  ownerUrl: cluster.url(database, { name: 'aliquot_owner', password: cluster.secrets.owner }),
})

/**
 * The server that started or took over the database: another one on the same folder is a guest and leaves it running
 * when it ends.
 */
const ownership = (home: string): { release: () => boolean } => {
  const file = path.join(home, 'server.pid')
  const otherOwner = (): boolean => {
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (!(pid > 0) || pid === process.pid) return false
    try {
      process.kill(pid, 0)
      // a number from before a restart of the machine may be anybody's
      return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node')
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM'
    }
  }
  if (!otherOwner()) writeFileSync(file, String(process.pid))
  return {
    release: () => {
      if (otherOwner()) return false
      rmSync(file, { force: true })
      return true
    },
  }
}

/**
 * Starts the embedded PostgreSQL 18 of a data folder and keeps it running until stop().
 * One that a killed server left behind is taken over. As root it runs as an unprivileged account.
 * @throws Error with one clear line, on a platform without binaries too
 */
export const startEmbedded = async ({
  dataDir,
  log = () => {},
}: {
  dataDir: string
  log?: (line: string) => void
}): Promise<Embedded> => {
  const account = databaseAccount()
  const { home, spare } = clusterHome(account, dataDir)
  const cluster = await startCluster({ home, bin: embeddedBinaries(account, spare), account, log })
  const prepared = path.join(home, 'prepared')
  if (!existsSync(prepared)) {
    await prepareRoles(cluster)
    await createDatabase(cluster, 'aliquot')
    writeFileSync(prepared, '')
  }
  const owner = ownership(home)
  return { ...addresses(cluster, 'aliquot'), stop: () => (owner.release() ? cluster.stop() : cluster.leave()) }
}
