// The disk of a backup, which may be a network's: each piece of work on it is bounded, since one that hangs gives no
// error and would hold the backup, its snapshot and the schedule for ever.
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError, usualDiskSeconds } from '../../config.ts'

/** Work that was given up and has not ended: it still occupies a thread. */
let hanging = 0

/** The answer of a piece of work. `times` as long for work that takes long by its nature. */
export type OnDisk = <T>(work: Promise<T>, times?: number) => Promise<T>

/** The disk of a folder or a file does not answer. */
export class Silent extends ConfigError {}

/** @throws Silent with one line when the disk has not answered by then; the work itself cannot be called back */
export const onDisk =
  (place: string, seconds: number = usualDiskSeconds): OnDisk =>
  async (work, times = 1) => {
    const stop = new AbortController()
    const silence = wait(seconds * times * 1000, undefined, { signal: stop.signal }).then(() => {
      hanging += 1
      const over = (): void => void (hanging -= 1)
      work.then(over, over)
      throw new Silent(
        `The disk of ${place} does not answer: it was given up after ${seconds * times} s. ` +
          'Connect it again or name a folder on another disk.',
      )
    })
    try {
      return await Promise.race([work, silence])
    } finally {
      stop.abort()
      silence.catch(() => undefined)
    }
  }

/** Ends the process also where a thread hangs, for which an ordinary exit waits. */
export const leave = (code: number): void => {
  if (hanging > 0) process.kill(process.pid, 'SIGKILL')
  else process.exit(code)
}
