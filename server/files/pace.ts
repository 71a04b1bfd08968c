// The slowest rate at which a file may arrive: enough for a phone in a lift, too fast for a sender who only blocks a
// place.

const firstBytes = 65_536
const firstMs = 10_000
/** Least bytes a second after that, as the average of the whole. */
const leastRate = 8192

/** Whether the bytes received in this time are too few to wait for more. */
export const isTooSlow = (bytes: number, ms: number): boolean =>
  ms >= firstMs && bytes < firstBytes + ((ms - firstMs) / 1000) * leastRate
