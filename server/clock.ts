// The moment that work is recorded at: now, or the simulated day for the demo network's past.
import { AsyncLocalStorage } from 'node:async_hooks'

const played = new AsyncLocalStorage<Date>()
export const now = (): Date => played.getStore() ?? new Date()
/** Runs work as if it were that moment; only the demo loader uses it. */
export const at = <T>(moment: Date, work: () => Promise<T>): Promise<T> => played.run(moment, work)
