// The database handle: prepared, named statements over node-postgres, read-only reads, and transactions that retry when
// PostgreSQL says so.
import type pg from 'pg'
import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag'
import { errorOf } from '../thrown.ts'
import { tryLater } from '../refusal.ts'
import { answered } from './answered.ts'
import { codeOf, isConnectionLoss, isRetryable } from './failure.ts'
import { listenOn } from './listener.ts'
import { named, type Answer, type Named } from './names.ts'
import { ask, askPooled, beginOn, gather, isPooled, manner, openPool, type Question, type Settings } from './pool.ts'
import { presenceOf, repeat, type PresenceChange } from './presence.ts'
import { followReplica, type Replica } from './replica.ts'
import { streaming } from './stream.ts'
import { factsOf, timed } from './statements.ts'

export { sqlTag as sql, empty, join, raw, Sql }

/**
 * Ids that the program knows by name, as literal numbers: `status_id in (${literal(sampleStatus.Collected,
 * sampleStatus.Delivered)})`. As bound parameters they would be unknown to a generic plan, which could then not use a
 * partial index (`where status_id in (150, 155)`).
 */
export const literal = (...ids: readonly number[]): Sql => raw(ids.map((id) => BigInt(id)).join(', '))

/** The database handle of a handler, inside its transaction; it has no other. */
export type Tx = {
  rows<T = Record<string, unknown>>(query: Sql): Promise<T[]>
  /** First row, or undefined. */
  maybe<T = Record<string, unknown>>(query: Sql): Promise<T | undefined>
  /** First row; throws when there is none. */
  one<T = Record<string, unknown>>(query: Sql): Promise<T>
  /** Number of rows written. */
  run(query: Sql): Promise<number>
  /**
   * Deferred until `doLate` or the commit, so that rows others wait for, like the counter of numbers, are locked as
   * briefly as possible.
   */
  late(work: (tx: Tx) => Promise<unknown>): void
  /** Runs the deferred work now; later statements see its effects. */
  doLate(): Promise<void>
  /**
   * Sent together with the commit, after all else: for writes whose result is not needed. If it fails, the transaction
   * fails.
   */
  last(query: Sql): void
  /** The number of statements so far that may have written. */
  writes(): number
}
export type Database = {
  /** For sessions and records: read-only, on the primary. */
  read: Tx
  /** For reports and lists: read-only, at most 15 s, on the replica if there is one. */
  replica: Tx
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** `isHeard` is called when the listener connects and when it is lost: notifications in between are missed. */
  listen(
    channel: string,
    heard: (payload: string) => void,
    isHeard?: (now: boolean) => void,
  ): Promise<() => Promise<void>>
  readonly pool: pg.Pool
  /**
   * Rows of a long read, some at a time, on the replica; the connection is reserved until the last row or until the
   * reader stops.
   */
  stream<T>(query: Sql): AsyncGenerator<T[]>
  /** The same, with lists and reports read on the primary. */
  onPrimary(): Database
  /** The present state of the database and of requests waiting for it. */
  readonly state: DatabaseState
  /** Calls `heard` when the database or its replica is lost or returns, and at once for one already lost. */
  watch(heard: (change: PresenceChange) => void): void
  close(): Promise<void>
}

export type DatabaseState = {
  readonly pools: Readonly<Record<'write' | 'read', pg.Pool> & Partial<Record<'replica', pg.Pool>>>
  /** Undefined where there is none. */
  readonly replica: Pick<Replica, 'hasPassed' | 'isAway' | 'lagSeconds'> | undefined
}

/** The number of statements run, for the test that counts them per request. */
export const statementCount = { value: 0 }
/** The number of round trips to the database: statements sent together are one. */
export const tripCount = { value: 0 }

type Client = pg.Pool | pg.PoolClient
/** Text and values of a statement: a Sql joins its text each time that it is read. */
type Written = Pick<Sql, 'text' | 'values'>
const asked = ({ text, values }: Written, isPrepared = true): Question => {
  statementCount.value += 1
  const { hasOnePlan, name } = factsOf(text)
  return { ...(isPrepared && hasOnePlan && { name }), text, values, rowMode: 'array' }
}
/** Whether the client is a pool behind a pooler. */
const isPool = (client: Client): client is pg.Pool => isPooled(client)
/** A pool behind a pooler has no session for a prepared statement, and no settings outside a transaction. */
const sent = (client: Client, q: Written, isPrepared?: boolean): Promise<Answer> =>
  isPool(client) ? askPooled(client, asked(q, false)) : ask(client, asked(q, isPrepared))

/** The reaction to failed statements. */
type Failing = {
  readonly last?: Sql[]
  readonly failed?: (error: unknown) => void
  /** Statements are not prepared in this handle. */
  readonly isPrepared?: boolean
  /** Another connection to send the statement to, if any. */
  readonly instead?: (error: unknown, used: Client) => Client | undefined
}
/** `last` collects the statements sent with the commit; undefined for a handle that does not commit. */
const on = (client: () => Client, { last, failed, instead, isPrepared }: Failing = {}): Tx => {
  let waiting = 0
  let writes = 0
  let late: ((tx: Tx) => Promise<unknown>)[] = []
  const query = async ({ text, values }: Sql): Promise<Named> => {
    if (waiting === 0) tripCount.value += 1
    if (factsOf(text).mayWrite) writes += 1
    waiting += 1
    const used = client()
    const hears = answered.asks?.(text)
    const begun = performance.now()
    try {
      const answer = named(text, await sent(used, { text, values }, isPrepared))
      hears?.(answer)
      return answer
    } catch (error) {
      failed?.(error)
      const other = instead?.(error, used)
      if (!other) throw error
      return named(text, await sent(other, { text, values }))
    } finally {
      waiting -= 1
      timed(text, begun)
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
    run: async (q: Sql) => (await query(q)).count,
    late: (work) => {
      if (!last) throw new Error('This handle does not commit')
      late.push(work)
    },
    doLate: async () => {
      const begun = late.map((work) => work(tx))
      late = []
      await Promise.all(begun)
    },
    last: (q) => {
      if (!last) throw new Error('This handle does not commit')
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
  // statements started in parallel with a failed one must not run for the next user of the connection
  const own = (): pg.PoolClient => {
    if (isOver) throw new Error('The transaction is over')
    gather(client)
    return client
  }
  try {
    gather(client)
    // pipelined: the first statement does not wait for the answer to `begin`; if that fails, so does the statement
    client.query(beginOn(pool)).catch(() => undefined)
    const last: Sql[] = []
    const isPrepared = !isPooled(pool)
    const tx = on(own, { last, isPrepared, failed: (error) => (first ??= error) })
    const answer = await work(tx)
    await tx.doLate()
    isOver = true
    gather(client)
    tripCount.value += 1
    await Promise.all([...last.map((q) => client.query(asked(q, isPrepared))), client.query('commit')])
    return answer
  } catch (error) {
    isOver = true
    if (isConnectionLoss(error)) broken = errorOf(error)
    else await client.query('rollback').catch((e: unknown) => (broken = errorOf(e)))
    // of statements sent together only the first failure has the reason; those after it fail as a consequence
    throw codeOf(error) === '25P02' && first !== undefined ? first : error
  } finally {
    client.release(broken)
  }
}

export type DatabaseSettings = {
  readonly replicaUrl?: string | undefined
  /** The address of a pooler before the database, which gives each transaction another session. */
  readonly poolerUrl?: string | undefined
  /** Connections for writing; half as many read. */
  readonly connections?: number
  readonly isHasty?: boolean
  /** Milliseconds that the replica may be behind. */
  readonly mostLag?: number
}
/** Milliseconds between two checks whether a lost database is back. */
const asking = 1000

/**
 * Opens the pools; what needs a session of its own goes to `url`. The application works as role aliquot_app, which
 * cannot change the audit.
 */
export const openDatabase = (url: string, settings: DatabaseSettings = {}): Database => {
  const { connections: max = 16, mostLag = 10_000, poolerUrl } = settings
  const few = Math.max(4, Math.floor(max / 2))
  const bounded = { statement_timeout: '15000' }
  const readOnly = { ...bounded, default_transaction_read_only: 'on' }
  const planned = {
    ...bounded,
    idle_in_transaction_session_timeout: '30000',
    // writes find rows by key: planning each save again gives no better plan
    plan_cache_mode: 'force_generic_plan',
    // in haste commits do not wait for the disk: work lost in a crash is repeated
    ...(settings.isHasty && { synchronous_commit: 'off' }),
  }
  const open = (most: number, how: Settings): pg.Pool => openPool(poolerUrl ?? url, most, how, poolerUrl !== undefined)
  const pool = open(max, planned)
  const reader = open(few, readOnly)
  const listeners: ((change: PresenceChange) => void)[] = []
  const away = new Map<string, PresenceChange>()
  const changed = (change: PresenceChange): void => {
    if (change.isAway) away.set(change.part, change)
    else away.delete(change.part)
    for (const heard of listeners) heard(change)
  }
  const primary = presenceOf('database', changed)
  const isLost = (error: unknown): boolean => {
    if (isConnectionLoss(error)) primary.lost(codeOf(error))
    return isConnectionLoss(error)
  }
  // a replica lags: lists and reports may use it, sessions and records may not
  const replica =
    settings.replicaUrl === undefined
      ? undefined
      : followReplica({
          pool: openPool(settings.replicaUrl, few, readOnly),
          primary: reader,
          mostLag,
          isPrimaryAway: () => primary.isAway,
          changed,
        })
  const lists = (): pg.Pool => (replica === undefined || replica.isAway ? reader : replica.pool)
  /** Reads a list from the primary when the replica fails. */
  const insteadOfReplica = (error: unknown, used: Client): pg.Pool | undefined => {
    if (used !== replica?.pool) return void isLost(error)
    if (isConnectionLoss(error)) replica.lost(error)
    return isConnectionLoss(error) || isRetryable(error) ? reader : undefined
  }
  const stop = repeat(async () => primary.isAway && reader.query('select 1').then(primary.found), asking)
  const database: Database = {
    read: on(() => reader, { failed: isLost }),
    replica: on(lists, { instead: insteadOfReplica }),
    pool,
    get state() {
      return {
        pools: { write: pool, read: reader, ...(replica && { replica: replica.pool }) },
        replica,
      }
    },
    watch(heard) {
      listeners.push(heard)
      for (const change of away.values()) heard(change)
    },
    stream: streaming(lists, insteadOfReplica),
    onPrimary: () => ({ ...database, replica: database.read, stream: streaming(() => reader) }),
    async transaction(work) {
      for (let round = 1; ; round += 1) {
        try {
          return await attempt(pool, work)
        } catch (error) {
          if (isRetryable(error) && round < 4) continue
          if (isLost(error)) throw tryLater(2, 'The database is not reachable. Please try again.')
          throw error
        }
      }
    },
    listen: (channel, heard, isHeard) => listenOn({ connectionString: url, options: manner }, channel, heard, isHeard),
    async close() {
      stop()
      replica?.stop()
      await Promise.all([pool.end(), reader.end(), replica?.pool.end()])
    },
  }
  return database
}
