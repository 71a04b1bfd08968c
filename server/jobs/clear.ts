// Deletes expired data: answers to repeated requests, printed files, locks, sessions, runs, notifications, the access
// log.
import { raw, sql, type Database, type Sql } from '../db/db.ts'

/** Rows deleted in one transaction, so that other work never waits long for them. */
const most = 5000

export type Ages = {
  /** Days that a notification is stored. */
  readonly notificationDays: number
  /** Days that the access log is stored; the database enforces at least a year and a day. */
  readonly accessLogDays: number
}

/** Deletes piece by piece, until less than a whole piece is left. */
const inPieces = async (db: Database, piece: Sql): Promise<void> => {
  let deleted: number
  do deleted = (await db.transaction((tx) => tx.one<{ N: number }>(piece))).N
  while (deleted >= most)
}

const pieceOf = (table: string, isOld: Sql): Sql => sql`
  with
    gone as (
      delete from ${raw(table)}
      where
        ctid in (
          select
            ctid
          from
            ${raw(table)}
          where
            ${isOld}
          limit
            ${most}
        )
      returning
        1
    )
  select
    count(*)::int as n
  from
    gone
`

/** Deletes all expired data. */
export const clearOld = async (db: Database, { notificationDays, accessLogDays }: Ages): Promise<void> => {
  const old: readonly (readonly [string, Sql])[] = [
    ['idempotency', sql`created_at < now() - interval '2 days'`],
    ['files', sql`created_at < now() - interval '10 minutes'`],
    ['locks', sql`leased_until < now() - interval '1 hour'`],
    // this also deletes the address at which a session began
    ['sessions', sql`created_at < now() - interval '30 days'`],
    ['sign_in_attempts', sql`at < now() - interval '1 day'`],
    ['job_runs', sql`created_at < now() - interval '2 days'`],
    ['notifications', sql`created_on < now() - make_interval(days => ${notificationDays}::int)`],
  ]
  for (const [table, isOld] of old) await inPieces(db, pieceOf(table, isOld))
  await inPieces(
    db,
    sql`
      select
        clear_access_log (${accessLogDays}::int, ${most}::int) as n
    `,
  )
}
