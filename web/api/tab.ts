// Which tab of the browser this is: a lock is held by one tab, so a second tab of the same user is told.
import { newKey } from './request-key.ts'

const name = 'tab'

const read = (): string => {
  const fresh = newKey()
  try {
    const kept = sessionStorage.getItem(name)
    if (kept !== null) return kept
    sessionStorage.setItem(name, fresh)
  } catch {
    // a private window may refuse: the tab is known until it is closed all the same
  }
  return fresh
}

let known: string | undefined
/** Kept for the life of the tab, through reloads. */
export const tabId = (): string => (known ??= read())
