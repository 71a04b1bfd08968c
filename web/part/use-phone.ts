// Whether the page is as narrow as a phone.
import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 640px)')
const watch = (watcher: () => void) => {
  narrow.addEventListener('change', watcher)
  return () => narrow.removeEventListener('change', watcher)
}
export const usePhone = (): boolean => useSyncExternalStore(watch, () => narrow.matches)
