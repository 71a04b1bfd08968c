// The database handle: prepared, named statements over node-postgres, read-only reads, and transactions that retry when
// PostgreSQL says so.
import { createHash } from 'node:crypto'
import pg from 'pg'
import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag'
import { network } from '../../core/network.ts'
import { tryLater } from '../refusal.ts'
import { codeOf, isConnectionLoss, isRetryable } from './failure.ts'
import { listenOn } from './listener.ts'

export { sqlTag as sql, empty, join, raw, Sql }

/**
 * Ids that the program knows by name, as the numbers they are: `status_id in (${literal(sampleStatus.Collected,
 * sampleStatus.Delivered)})`. Bound as parameters the planner would not see them once a plan is kept, and an index with
 * a condition of its own (`where status_id in (150, 155)`) would serve no more.
 */
export const literal = (...ids: readonly number[]): Sql => raw(ids.map((id) => BigInt(id)).join(', '))

/** What a handler may do with the database inside its transaction; no other handle is in reach. */
export type Tx = {
  rows<T = Record<string, unknown>>(query: Sql): Promise<T[]>
  /** First row, or undefined. */
  maybe<T = Record<string, unknown>>(query: Sql): Promise<T | undefined>
  /** First row; an error when there is none. */
  one<T = Record<string, unknown>>(query: Sql): Promise<T>
  /** Number of rows written. */
  run(query: Sql): Promise<number>
  /**
   * Begun by `doLate`, at the latest before the commit: what others wait for, like the counter of numbers, is held as
   * shortly as can be.
   */
  late(work: (tx: Tx) => Promise<unknown>): void
  /** Begins what is late, at once: what is sent next is answered after it. */
  doLate(): Promise<void>
  /** Sent together with the commit, after everything else: what nothing waits for. If it fails, all of it fails. */
  last(query: Sql): void
  /** How many statements so far may have written. */
  writes(): number
}
export type Database = {
  /** Sessions and records as they stand: read-only, on the primary. */
  read: Tx
  /** A report or list: read-only, at most 15 s, on the replica where there is one. */
  replica: Tx
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** `isHeard` is told when the listener is connected and when it is away: meanwhile what is told is missed. */
  listen(
    channel: string,
    heard: (payload: string) => void,
    isHeard?: (now: boolean) => void,
  ): Promise<() => Promise<void>>
  readonly pool: pg.Pool
  /**
   * Rows of a long read, some at a time, on the replica; the connection is held until the last one or until nobody
   * reads on.
   */
  stream<T>(query: Sql): AsyncGenerator<T[]>
  /** New connections from here on, where the network's zone is another now; those in use finish. */
  reopen(): void
  close(): Promise<void>
}

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
types.setTypeParser(pg.types.builtins.NUMERIC, Number)
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

/** Statements run, for the test that counts them per request. */
export const statementCount = { value: 0 }
/** Times that somebody waited for the database: statements that are sent together are waited for once. */
export const tripCount = { value: 0 }

const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url').slice(0, 20)
    if (names.size < 2000) names.set(text, name)
  }
  return name
}

type Client = pg.Pool | pg.PoolClient
const asked = (q: Sql): pg.QueryConfig => {
  statementCount.value += 1
  const text = q.text
  // a contains-match is planned for its very text: one plan can not serve frequent and rare words
  return { ...(text.includes(' like $') ? {} : { name: nameOf(text) }), text, values: q.values }
}

/** Whether a statement may write or lock; one that only reads certainly does not. */
export const mayWrite = (q: Sql): boolean => /\b(insert|update|delete|for share|lock table)\b/i.test(q.text)

/** `last` takes what is sent with the commit; where nothing is committed nothing can be. */
const on = (client: () => Client, last?: Sql[], failed?: (error: unknown) => void): Tx => {
  let waiting = 0
  let writes = 0
  let late: ((tx: Tx) => Promise<unknown>)[] = []
  const query = async (q: Sql): Promise<pg.QueryResult<pg.QueryResultRow>> => {
    if (waiting === 0) tripCount.value += 1
    if (mayWrite(q)) writes += 1
    waiting += 1
    try {
      return await client().query(asked(q))
    } catch (error) {
      failed?.(error)
      throw error
    } finally {
      waiting -= 1
    }
  }
  const tx: Tx = {
    rows: async <T>(q: Sql) => (await query(q)).rows as T[],
    maybe: async <T>(q: Sql) => (await query(q)).rows[0] as T | undefined,
    one: async <T>(q: Sql) => {
      const row = (await query(q)).rows[0] as T | undefined
      if (row === undefined) throw new Error('No row where one was expected')
      return row
    },
    run: async (q: Sql) => (await query(q)).rowCount ?? 0,
    late: (work) => {
      if (!last) throw new Error('Nothing is committed here')
      late.push(work)
    },
    doLate: async () => {
      const begun = late.map((work) => work(tx))
      late = []
      await Promise.all(begun)
    },
    last: (q) => {
      if (!last) throw new Error('Nothing is committed here')
      last.push(q)
    },
    writes: () => writes,
  }
  return tx
}

const attempt = async <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  let isOver = false
  let first: unknown
  // what was begun beside a statement that failed must not go on in whoever has the connection next
  const own = (): pg.PoolClient => {
    if (isOver) throw new Error('The transaction is over')
    return client
  }
  try {
    // pipelined: the first statement does not wait for the answer to `begin`; if that fails, so does the statement
    client.query('begin').catch(() => undefined)
    const last: Sql[] = []
    const tx = on(own, last, (error) => (first ??= error))
    const answer = await work(tx)
    await tx.doLate()
    isOver = true
    tripCount.value += 1
    await Promise.all([...last.map((q) => client.query(asked(q))), client.query('commit')])
    return answer
  } catch (error) {
    isOver = true
    if (isConnectionLoss(error)) broken = error as Error
    else await client.query('rollback').catch((e: unknown) => (broken = e as Error))
    // of statements that were sent together the one that failed says why, not those that failed behind it
    throw codeOf(error) === '25P02' && first !== undefined ? first : error
  } finally {
    client.release(broken)
  }
}

const openPool = (url: string, max: number, options: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 5000,
    // a connection has its plans with it: after a quiet moment the first request would wait for new ones
    idleTimeoutMillis: 0,
    // prepared statements live as long as their connection: texts vary with filters, so it may not live for ever
    maxLifetimeSeconds: 1800,
    options,
    application_name: 'aliquot',
    pipeline: true,
  })
  // a connection in use that dies fails its query; without a listener of its own it would end the process
  pool.on('connect', (client) => void client.on('error', () => undefined))
  // an idle connection that dies is replaced; the next query says so if the database is away
  pool.on('error', () => undefined)
  return pool
}

/** How every connection is: the role that cannot change the audit, moments in UTC, days in the network's zone. */
const manner = (): string => `-c role=aliquot_app -c timezone=UTC -c aliquot.zone=${network.timeZone} -c jit=off`

type Pools = { pool: pg.Pool; reader: pg.Pool; replica: pg.Pool }

/** Opens the pools. The application works as role aliquot_app, which cannot change the audit. */
export const openDatabase = (
  url: string,
  settings: { replicaUrl?: string | undefined; connections?: number; isHasty?: boolean } = {},
): Database => {
  const max = settings.connections ?? 16
  const few = Math.max(4, max / 2)
  const open = (): Pools => {
    const role = manner()
    const bounded = `${role} -c statement_timeout=15000`
    const readOnly = `${bounded} -c default_transaction_read_only=on`
    // what is written is found by its key: a plan made anew for each save finds no better one
    const planned = `${bounded} -c idle_in_transaction_session_timeout=30000 -c plan_cache_mode=force_generic_plan`
    // in haste nothing waits for the disk: what a crash takes with it is made anew
    const writing = settings.isHasty ? `${planned} -c synchronous_commit=off` : planned
    const reader = openPool(url, few, readOnly)
    return {
      pool: openPool(url, max, writing),
      reader,
      // a replica lags: lists and reports may, sessions and records may not
      replica: settings.replicaUrl === undefined ? reader : openPool(settings.replicaUrl, few, readOnly),
    }
  }
  const end = ({ pool, reader, replica }: Pools): Promise<void[]> =>
    Promise.all([...new Set([pool, reader, replica])].map((one) => one.end()))
  let pools = open()
  let opened = manner()
  return {
    read: on(() => pools.reader),
    replica: on(() => pools.replica),
    get pool() {
      return pools.pool
    },
    async *stream<T>(query: Sql) {
      const client = await pools.replica.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        await client.query({ text: `declare reading no scroll cursor for ${query.text}`, values: query.values })
        for (;;) {
          const { rows } = await client.query('fetch 1000 from reading')
          if (rows.length === 0) return
          yield rows as T[]
        }
      } finally {
        await client.query('rollback').catch((error: unknown) => (broken = error as Error))
        client.release(broken)
      }
    },
    reopen() {
      if (manner() === opened) return
      const before = pools
      pools = open()
      opened = manner()
      void end(before)
    },
    async transaction(work) {
      for (let round = 1; ; round += 1) {
        try {
          return await attempt(pools.pool, work)
        } catch (error) {
          if (isRetryable(error) && round < 4) continue
          if (isConnectionLoss(error)) throw tryLater(2, 'The database is not reachable. Please try again.')
          throw error
        }
      }
    },
    listen: (channel, heard, isHeard) => listenOn({ connectionString: url, options: manner }, channel, heard, isHeard),
    async close() {
      await end(pools)
    },
  }
}
