// The log of the embedded database, which is turned over while the database goes on writing it.
import { copyFileSync, statSync, truncateSync } from 'node:fs'

/** Bytes of the log before it is turned over. */
const largest = 20_000_000

/** Moves what is in the log aside. The database appends, so it goes on at the new beginning. */
export const turnOver = (file: string, most = largest): void => {
  try {
    if (statSync(file).size <= most) return
    copyFileSync(file, `${file}.1`)
    truncateSync(file)
  } catch {
    // it is not there yet, or the platform holds it: it is tried again later
  }
}
