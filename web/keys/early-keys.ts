// The first script of the page, alone and small: saves the keys typed before the application can answer them.
import { canBeHeld, keptOf } from './held-key.ts'
import type { Key } from './play-key.ts'

export type EarlyKeys = {
  /** The address that was open when they were typed. */
  readonly path: string
  /** Stops saving; answers the keys typed until now. */
  readonly end: () => readonly Key[]
}
declare global {
  interface Window {
    earlyKeys?: EarlyKeys
  }
}

let kept: readonly Key[] = []
const press = (event: KeyboardEvent): void => {
  if (!canBeHeld(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const key = keptOf(event)
  // Escape discards the keys typed so far
  kept = event.key === 'Escape' ? [] : key ? [...kept, key] : kept
}
window.addEventListener('keydown', press, { capture: true })
window.earlyKeys = {
  path: window.location.pathname,
  end: () => {
    window.removeEventListener('keydown', press, { capture: true })
    return kept
  },
}
