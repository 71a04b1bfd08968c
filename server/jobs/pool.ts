// The connections of the jobs. While the database is away they wait for it.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isConnectionLoss } from '../db/failure.ts'

/** Milliseconds until the first try again, and the longest. */
const [soon, late] = [100, 2000]

type Connected = (err: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * The worker does not wait for its own note that a job has failed or is done: where that note finds no database, the
 * job would stay locked for four hours. So it gets its connection when the database is back.
 */
export class JobPool extends pg.Pool {
  #isStopping = false

  /** Nobody waits any more: the process ends. */
  stopWaiting(): void {
    this.#isStopping = true
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    return connected ? super.connect(connected) : this.#connectOnceBack()
  }

  async #connectOnceBack(): Promise<pg.PoolClient> {
    for (let pause = soon; ; pause = Math.min(pause * 2, late)) {
      try {
        return await this.#connectSeen()
      } catch (error) {
        if (this.#isStopping || !isConnectionLoss(error)) throw error
      }
      await wait(pause)
    }
  }

  /** A connection that was lost while nobody used it may not have noticed yet. */
  async #connectSeen(): Promise<pg.PoolClient> {
    const client = await super.connect()
    try {
      await client.query('select')
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
