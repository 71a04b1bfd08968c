// Processes that a test ends, stops or waits for.
import { readFileSync } from 'node:fs'

/**
 * Sends a signal to one process. Id 0 means the whole group to the system: the run of the tests itself would end,
 * without a word.
 * @throws when there is no such id
 */
export const signalTo = (pid: number | undefined, name: NodeJS.Signals): void => {
  if (pid === undefined || !(pid > 1)) throw new Error(`There is no process ${pid} to send ${name} to.`)
  process.kill(pid, name)
}

/** Sends a signal to the group that a process leads. @throws as signalTo */
export const signalToGroup = (pid: number | undefined, name: NodeJS.Signals): void => {
  if (pid === undefined || !(pid > 1)) throw new Error(`There is no group ${pid} to send ${name} to.`)
  process.kill(-pid, name)
}

/** Whether a process of any name runs; one that has ended and is not yet collected by its parent does not. */
export const lives = (pid: number): boolean => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
