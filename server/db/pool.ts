// Pools of connections: their settings, and the network's zone on every connection. Behind a pooler that gives each
// transaction another session, the settings come with each transaction instead.
import pg from 'pg'
import { errorOf } from '../thrown.ts'
import { network } from '../../core/network.ts'
import type { Answer } from './names.ts'
import { factsOf } from './statements.ts'

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export type Settings = Readonly<Record<string, string>>
/** Of every connection: the role that cannot change the audit, moments in UTC, days in the network's zone. */
const usual = (): Settings => ({
  role: 'aliquot_app',
  timezone: 'UTC',
  'aliquot.zone': network.timeZone,
  jit: 'off',
})
const optionsOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
/** The usual settings as options of a connection. */
export const manner = (): string => optionsOf(usual())

/** How a transaction begins on pools behind a pooler. */
const beginnings = new WeakMap<object, () => string>()
const beginningOf = (settings: Settings): string =>
  [
    'begin',
    ...Object.entries({ ...usual(), ...settings }).map(
      ([name, value]) => `set local ${name.replace('default_transaction', 'transaction')} = '${value}'`,
    ),
  ].join('; ')
/** The statement that begins a transaction on a connection of the pool. */
export const beginOn = (pool: pg.Pool): string => beginnings.get(pool)?.() ?? 'begin'
/** Whether a pooler is between: statements cannot be prepared there, and sessions do not last. */
export const isPooled = (client: object): boolean => beginnings.has(client)

/**
 * What is sent to a connection in one turn leaves in one piece at the end of that turn: the database is
 * woken once for all of it, and not for each statement.
 */
export const gather = ({ connection: { stream } }: pg.PoolClient): void => {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** A statement whose rows are answered as lists (named.ts). */
export type Question = pg.QueryArrayConfig
type Asked = Promise<Answer>
/** One statement between two others on the same connection, in one trip. After a failure `after` clears up. */
const askBetween = async (pool: pg.Pool, before: string, query: Question, after: string): Asked => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    gather(client)
    const begun = client.query(before)
    const asked = client.query<unknown[]>(query)
    const ended = client.query(after).catch((error: unknown) => void (broken = errorOf(error)))
    await Promise.allSettled([begun, asked, ended])
    await begun
    return await asked
  } finally {
    client.release(broken)
  }
}
/** One statement on a pool behind a pooler: in a transaction with our settings. */
export const askPooled = (pool: pg.Pool, query: Question): Asked => askBetween(pool, beginOn(pool), query, 'commit')
/** One statement on a pool or in a transaction; its plan is kept where it says so (`plannedOnce`). */
export const ask = (client: pg.Pool | pg.PoolClient, query: Question): Asked =>
  client instanceof pg.Pool && factsOf(query.text).isPlannedOnce
    ? askBetween(client, `set plan_cache_mode = 'force_generic_plan'`, query, 'reset plan_cache_mode')
    : client.query<unknown[]>(query)

/** `behindPooler`: the address leads through a pooler. */
export const openPool = (url: string, max: number, settings: Settings, behindPooler = false): pg.Pool => {
  const zone = network.timeZone
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5000,
    // a connection has its own plans: after a quiet time the first request would wait for new ones
    idleTimeoutMillis: 0,
    // prepared statements last as long as their connection: texts vary with filters, so its life is limited
    maxLifetimeSeconds: 1800,
    // a pooler refuses them, or drops them
    ...(!behindPooler && { options: optionsOf({ ...usual(), ...settings }) }),
    application_name: 'aliquot',
    pipeline: true,
  })
  // a lost idle connection is replaced; if the database is lost, the next query reports it
  pool.on('error', () => undefined)
  // a connection in use that dies fails its query; without a listener of its own it would end the process
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (behindPooler) {
    beginnings.set(pool, () => beginningOf(settings))
    return pool
  }
  const zones = new WeakMap<pg.PoolClient, string>()
  pool.on('connect', (client) => zones.set(client, zone))
  // the zone may have changed since the connection was opened: it is set before the next statement
  pool.on('acquire', (client) => {
    if (zones.get(client) === network.timeZone) return
    zones.set(client, network.timeZone)
    client.query(`select set_config('aliquot.zone', $1, false)`, [network.timeZone]).catch(() => undefined)
  })
  return pool
}
