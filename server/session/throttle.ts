// A session may send 20 requests a second with bursts of 100; then 429 until the bucket fills again.
import { Refusal } from '../refusal.ts'

const rate = 20
const burst = 100
const buckets = new Map<string, { left: number; at: number }>()

/** How many requests were taken from the buckets, by session or address. */
export type Taken = readonly (readonly [token: string, count: number])[]
/** Since the last time that other processes of this machine heard of it; undefined where there are none. */
let sinceTold: Map<string, number> | undefined

const bucketOf = (token: string, now: number): { left: number; at: number } => {
  if (buckets.size > 10_000) buckets.clear()
  const bucket = buckets.get(token) ?? { left: burst, at: now }
  bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * rate)
  bucket.at = now
  buckets.set(token, bucket)
  return bucket
}

/**
 * Takes one from the bucket of a session or an address; throws 429 with Retry-After when it is empty. `now` is in
 * milliseconds of a monotonic clock; if it goes back all the same, the bucket does not change.
 */
export const withinRate = (token: string, now: number = performance.now()): void => {
  const bucket = bucketOf(token, now)
  if (bucket.left < 1) throw new Refusal(429, 'Too many requests. Please wait a moment.', { retryAfter: 1 })
  bucket.left -= 1
  sinceTold?.set(token, (sinceTold.get(token) ?? 0) + 1)
}

/** Gives one back that turned out not to count. */
export const giveBack = (token: string, now: number = performance.now()): void => {
  const bucket = bucketOf(token, now)
  bucket.left = Math.min(burst, bucket.left + 1)
  sinceTold?.set(token, (sinceTold.get(token) ?? 0) - 1)
}

/** Milliseconds between two tellings: a burst through several processes gets that much more. */
const telling = 50
/** Tells other processes of this machine what was taken here. */
export const shareRate = (tell: (taken: Taken) => void): void => {
  const taken = new Map<string, number>()
  sinceTold = taken
  setInterval(() => {
    if (taken.size === 0) return
    tell([...taken])
    taken.clear()
  }, telling).unref()
}
/** Takes from the buckets what other processes have told. */
export const takenByOthers = (taken: Taken, now: number = performance.now()): void => {
  for (const [token, count] of taken) {
    const bucket = bucketOf(token, now)
    bucket.left = Math.max(0, bucket.left - count)
  }
}
