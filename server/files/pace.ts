// How slowly a file may come: a telephone in a lift is waited for, somebody who holds a place is not.

const firstBytes = 65_536
const firstMs = 10_000
/** Bytes a second from then on, over the whole. */
const leastRate = 8192

/** Whether so few bytes have come in so many milliseconds that no more of them is waited for. */
export const isTooSlow = (bytes: number, ms: number): boolean =>
  ms >= firstMs && bytes < firstBytes + ((ms - firstMs) / 1000) * leastRate
