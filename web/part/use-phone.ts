// Whether the page is as narrow as a phone, or as a screen of 1366 pixels at 200 % zoom.
import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 700px)')
const watch = (watcher: () => void) => {
  narrow.addEventListener('change', watcher)
  return () => narrow.removeEventListener('change', watcher)
}
export const usePhone = (): boolean => useSyncExternalStore(watch, () => narrow.matches)
