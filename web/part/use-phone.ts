// Whether the page is as narrow as a phone, or as a screen of 1366 pixels at 200 % zoom; and whether a finger uses it.
import { useSyncExternalStore } from 'react'

const watching = (media: MediaQueryList) => (watcher: () => void) => {
  media.addEventListener('change', watcher)
  return () => media.removeEventListener('change', watcher)
}
const narrow = window.matchMedia('(max-width: 700px)')
const watchNarrow = watching(narrow)
export const usePhone = (): boolean => useSyncExternalStore(watchNarrow, () => narrow.matches)

// up to 820 pixels the modules are a drawer
const touched = window.matchMedia('(max-width: 820px), (pointer: coarse)')
const watchTouched = watching(touched)
export const useTouch = (): boolean => useSyncExternalStore(watchTouched, () => touched.matches)
