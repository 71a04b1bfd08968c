// How transactions of a test wait for each other.
import { sql, type Database } from '../db/db.ts'

type WithDatabase = { readonly db: Database }

/** How many transactions wait for a lock now. */
export const waitersOf = async ({ db }: WithDatabase): Promise<number> =>
  (
    await db.read.one<{ Count: number }>(sql`
      select
        count(*)::int as count
      from
        pg_stat_activity
      where
        datname = current_database()
        and wait_event_type = 'Lock'
    `)
  ).Count

/** How many transactions PostgreSQL has ended because two waited for each other; the server repeats them. */
export const deadlocksOf = async ({ db }: WithDatabase): Promise<number> =>
  (
    await db.read.one<{ Count: number }>(sql`
      select
        deadlocks::int as count
      from
        pg_stat_database
      where
        datname = current_database()
    `)
  ).Count
