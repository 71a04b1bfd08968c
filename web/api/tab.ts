// The id of this browser tab: one tab holds a lock, so a second tab of the same user is warned.
import { newKey } from './request-key.ts'

const name = 'tab'

const read = (): string => {
  const fresh = newKey()
  try {
    const kept = sessionStorage.getItem(name)
    if (kept !== null) return kept
    sessionStorage.setItem(name, fresh)
  } catch {
    // a private window may refuse; the id still lasts until the tab closes
  }
  return fresh
}

let known: string | undefined
/** Stored for the life of the tab, through reloads. */
export const tabId = (): string => (known ??= read())
