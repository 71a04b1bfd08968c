// A session may send 20 requests a second with bursts of 100; then 429 until the bucket fills again.
import { Refusal } from '../refusal.ts'

const rate = 20
const burst = 100
const buckets = new Map<string, { left: number; at: number }>()

/**
 * Takes one from the bucket of a session or an address; throws 429 with Retry-After when it is empty. Each process
 * counts for itself. `now` is in milliseconds of a monotonic clock; if it goes back all the same, the bucket does not
 * change.
 */
export const withinRate = (token: string, now: number = performance.now()): void => {
  if (buckets.size > 10_000) buckets.clear()
  const bucket = buckets.get(token) ?? { left: burst, at: now }
  bucket.left = Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * rate)
  bucket.at = now
  buckets.set(token, bucket)
  if (bucket.left < 1) throw new Refusal(429, 'Too many requests. Please wait a moment.', { retryAfter: 1 })
  bucket.left -= 1
}
