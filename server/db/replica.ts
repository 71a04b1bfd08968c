// The lag of a replica, by the primary's log: what it had written at a moment, and whether the replica has it now.
// Clocks of two machines are never compared, and an idle primary gives no lag.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from './failure.ts'
import { presenceOf, repeat, type PresenceChange } from './presence.ts'

/** The primary's log position at a moment. */
export type Sample = { readonly at: number; readonly written: bigint }

/** A position in the log as a number: `0/16B3748`. */
export const positionOf = (text: string): bigint => {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Milliseconds since the replica last had all that the primary had written, as far as the samples go back. */
export const lagOf = (samples: readonly Sample[], replayed: bigint, at: number): number => {
  const missing = samples.find(({ written }) => written > replayed)
  return missing === undefined ? 0 : at - missing.at
}

/** The position up to which a standby has read the log; undefined for a database that is none. */
const replayedBy = async (replica: pg.Pool): Promise<bigint | undefined> => {
  const { rows } = await replica.query<{ lsn: string | null }>('select pg_last_wal_replay_lsn()::text as lsn')
  const lsn = rows[0]?.lsn ?? null
  return lsn === null ? undefined : positionOf(lsn)
}

/** @throws when the replica has not answered by then: one whose machine hangs gives no error for many minutes */
const replayedWithin = (replica: pg.Pool, milliseconds: number): Promise<bigint | undefined> =>
  Promise.race([
    replayedBy(replica),
    wait(milliseconds, undefined, { ref: false }).then(() => {
      throw new Error('The replica does not answer')
    }),
  ])

/**
 * Compares the positions of both. Answers milliseconds of lag; a database that is not a standby has none. @throws when
 * the replica is silent for longer than it may lag
 */
const lagMeter = (primary: pg.Pool, replica: pg.Pool, mostLag: number): (() => Promise<number>) => {
  let samples: readonly Sample[] = []
  return async () => {
    const position = await replayedWithin(replica, mostLag)
    if (position === undefined) return 0
    const at = performance.now()
    const lag = lagOf(samples, position, at)
    const written = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    samples = [
      ...samples.filter((sample) => sample.written > position).slice(0, 1000),
      { at, written: positionOf(written.rows[0]?.lsn ?? '0/0') },
    ]
    return lag
  }
}

export type Replica = {
  readonly pool: pg.Pool
  readonly isAway: boolean
  readonly lagSeconds: number
  /** Whether it has all that the primary had written up to this position; a database that is no standby has. */
  hasPassed(position: bigint): Promise<boolean>
  lost(error: unknown): void
  stop(): void
}
type Following = {
  readonly pool: pg.Pool
  readonly primary: pg.Pool
  /** Milliseconds of lag before it counts as lost. */
  readonly mostLag: number
  readonly isPrimaryAway: () => boolean
  readonly changed: (change: PresenceChange) => void
}
/** Milliseconds between two checks of a replica. */
const measuring = 2000

/** Monitors the replica: whether it answers, and its lag. */
export const followReplica = ({ pool, primary, mostLag, isPrimaryAway, changed }: Following): Replica => {
  const presence = presenceOf('replica', changed)
  const measure = lagMeter(primary, pool, mostLag)
  let lag = 0
  let passed = -1n
  const lost = (error: unknown): void => presence.lost(codeOf(error) || 'no answer')
  const look = async (): Promise<void> => {
    try {
      lag = await measure()
      if (lag > mostLag) presence.lost(`${Math.round(lag / 1000)} s behind`)
      else presence.found()
    } catch (error) {
      if (!isPrimaryAway()) lost(error)
    }
  }
  void look()
  const stop = repeat(look, measuring)
  return {
    pool,
    get isAway() {
      return presence.isAway
    },
    get lagSeconds() {
      return lag / 1000
    },
    // it only ever goes on: a position once passed needs no question
    async hasPassed(position) {
      if (passed >= position) return true
      const replayed = await replayedWithin(pool, mostLag).catch((error: unknown) => {
        if (!isPrimaryAway()) lost(error)
        return -1n
      })
      if (replayed === undefined) return true
      if (replayed > passed) passed = replayed
      return replayed >= position
    },
    lost,
    stop,
  }
}
