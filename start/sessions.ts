// Whether the addresses of the database lead to it as they should: straight, or through a pooler that is announced.
import pg from 'pg'
import { ConfigError, type Config } from '../server/config.ts'
import { codeOf } from '../server/db/failure.ts'
import { startProblem } from './problem.ts'

/** Milliseconds that a pooler with a single connection may let the second one wait. */
const patience = 5000
const probe = 'Asia/Kolkata'

const opened = async (url: string, options?: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    ...(options !== undefined && { options }),
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/** Whether a connection keeps its backend while another one begins a transaction, and has the settings it asked for. */
const isSession = async (url: string): Promise<boolean> => {
  const clients: pg.Client[] = []
  try {
    const one = await opened(url, `-c aliquot.zone=${probe}`)
    clients.push(one)
    const { rows } = await one.query<{ zone: string | null }>(`select current_setting('aliquot.zone', true) as zone`)
    if (rows[0]?.zone !== probe) return false
    const before = await backendOf(one)
    const other = await opened(url)
    clients.push(other)
    await other.query('begin')
    await backendOf(other)
    return (await backendOf(one)) === before
  } catch (error) {
    // a pooler refuses the options of a connection, or has no second connection
    if (/unsupported startup parameter|Query read timeout/.test((error as Error).message)) return false
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

/** Refuses a pooler that gives each statement another session: nothing could be done whole. */
const checkTransactions = async (url: string): Promise<void> => {
  const client = await opened(url)
  try {
    await client.query('begin')
    await client.query('commit')
  } catch (error) {
    if (codeOf(error) !== '08P01') throw error
    throw new ConfigError('The pooler of DATABASE_URL is in statement mode. Set its pool_mode to transaction.')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @throws ConfigError with one line that says which address to set */
export const checkSessions = async ({ databaseUrl, poolerUrl }: Config): Promise<void> => {
  if (databaseUrl === undefined) return
  if (!(await isSession(databaseUrl)))
    throw new ConfigError(
      poolerUrl === undefined
        ? 'DATABASE_URL leads through a pooler that keeps no sessions. Set DATABASE_SESSION_URL to the address of ' +
            'PostgreSQL itself, and leave DATABASE_URL as it is.'
        : 'DATABASE_SESSION_URL leads through a pooler that keeps no sessions. Set it to the address of ' +
            'PostgreSQL itself.',
    )
  if (poolerUrl === undefined) return
  await checkTransactions(poolerUrl).catch((error: unknown) => {
    throw startProblem(error, { databaseUrl: poolerUrl })
  })
}
