// The servers that use the embedded database: each holds a shared lock in it, which ends with the process.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { lockOf } from '../db/advisory.ts'

/** A connection that holds the lock for as long as this server uses the database. */
export type Use = {
  /** Releases the lock; answers whether no other server has it, so that the database may be stopped. */
  end(): Promise<boolean>
}

/** Takes the shared lock, and again after the database was lost. */
export const useOf = (url: string): Use => {
  let isOver = false
  let client: pg.Client | undefined
  const hold = async (): Promise<void> => {
    while (!isOver) {
      const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'aliquot in use' })
      const ended = new Promise<void>((resolve) => next.once('end', () => resolve()))
      next.on('error', () => undefined)
      try {
        await next.connect()
        await next.query('select pg_advisory_lock_shared($1)', [lockOf.inUse])
        if (!isOver) {
          client = next
          await ended
          client = undefined
        }
      } catch {
        // the database is lost, or has just returned
      }
      await next.end().catch(() => undefined)
      if (!isOver) await wait(500, undefined, { ref: false })
    }
  }
  const holding = hold()
  return {
    async end() {
      isOver = true
      const mine = client
      // without a connection the database is lost: stopping it shows that
      if (!mine) return true
      try {
        await mine.query('select pg_advisory_unlock_shared($1)', [lockOf.inUse])
        const { rows } = await mine.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
          lockOf.inUse,
        ])
        return rows[0]?.alone === true
      } catch {
        return true
      } finally {
        await mine.end().catch(() => undefined)
        await holding
      }
    },
  }
}
