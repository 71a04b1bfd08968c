// The log of the embedded database, which is rotated while the database writes it.
import { copyFileSync, statSync, truncateSync } from 'node:fs'

/** Bytes of the log before it is rotated. */
const largest = 20_000_000

/** Copies the log aside and empties it. The database appends, so it continues in the empty file. */
export const turnOver = (file: string, most = largest): void => {
  try {
    if (statSync(file).size <= most) return
    copyFileSync(file, `${file}.1`)
    truncateSync(file)
  } catch {
    // it does not exist yet, or the platform locks it: tried again later
  }
}
