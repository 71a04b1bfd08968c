// The moment that work is recorded as: now, or for the demo network's past the day it plays on.
import { AsyncLocalStorage } from 'node:async_hooks'

const played = new AsyncLocalStorage<Date>()
export const now = (): Date => played.getStore() ?? new Date()
/** Runs work as if it were that moment; only the demo loader does. */
export const at = <T>(moment: Date, work: () => Promise<T>): Promise<T> => played.run(moment, work)
