// The current time for display, to the minute; updated each minute.
import { useSyncExternalStore } from 'react'

const minute = 60_000
const began = (): number => Math.floor(Date.now() / minute) * minute
const watch = (tell: () => void) => {
  const timer = setInterval(tell, minute / 4)
  return () => clearInterval(timer)
}

/** Milliseconds, by whole minutes. */
export const useNow = (): number => useSyncExternalStore(watch, began)
