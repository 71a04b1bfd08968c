// The lag of a replica, by the primary's log: what it had written at a moment, and whether the replica has it now.
// Clocks of two machines are never compared, and an idle primary gives no lag.
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

/** Compares the positions of both. Answers milliseconds of lag; a database that is not a standby has none. */
const lagMeter = (primary: pg.Pool, replica: pg.Pool): (() => Promise<number>) => {
  let samples: readonly Sample[] = []
  return async () => {
    const replayed = await replica.query<{ lsn: string | null }>('select pg_last_wal_replay_lsn()::text as lsn')
    const { lsn } = replayed.rows[0] ?? { lsn: null }
    if (lsn === null) return 0
    const position = positionOf(lsn)
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
  const measure = lagMeter(primary, pool)
  let lag = 0
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
    lost,
    stop,
  }
}
