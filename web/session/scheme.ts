// The colours of the product: light, dark, or the system's; remembered in this browser and with the user.
import { useSyncExternalStore } from 'react'
import { remembered, remember } from './preferences.ts'

type Scheme = 'light' | 'dark' | 'system'
const dark = window.matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

const chosen = (): Scheme => {
  const value = remembered('scheme')
  return value === 'light' || value === 'dark' ? value : 'system'
}
/** The colours on screen now, `system` resolved. */
const shownScheme = (): 'light' | 'dark' => {
  const scheme = chosen()
  return scheme === 'system' ? (dark.matches ? 'dark' : 'light') : scheme
}
/** Sets the colours on the document; called before the first paint and at each change. */
export const applyScheme = (): void => {
  document.documentElement.setAttribute('data-scheme', shownScheme())
  for (const watcher of watchers) watcher()
}
/** Shows light or dark colours; a choice equal to the system's continues to follow the system. */
export const chooseScheme = (scheme: 'light' | 'dark'): void => {
  remember('scheme', (scheme === 'dark') === dark.matches ? 'system' : scheme)
  applyScheme()
}
dark.addEventListener('change', applyScheme)

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const useShownScheme = (): 'light' | 'dark' => useSyncExternalStore(watch, shownScheme)
