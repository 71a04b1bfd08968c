// Which jobs of the worker wait, and which are given up: predicates over graphile_worker.jobs.
import { sql } from '../db/db.ts'

/** Due, and not taken by a worker. */
export const isDue = sql`
  run_at <= now()
  and locked_at is null
  and attempts < max_attempts
`
/** Failed in every attempt. */
export const isGivenUp = sql`
  attempts >= max_attempts
  and locked_at is null
`
