// Which tab of the browser this is: a lock is held by one tab, so a second tab of the same user is told.

const name = 'tab'
const fresh = (): string => {
  const id = crypto.randomUUID()
  try {
    sessionStorage.setItem(name, id)
  } catch {
    // a private window may refuse: the tab is known until it is closed all the same
  }
  return id
}
/** Kept for the life of the tab, through reloads. */
export const tabId: string = sessionStorage.getItem(name) ?? fresh()
