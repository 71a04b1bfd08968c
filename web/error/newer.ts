// A screen that is missing because the server was updated under an open tab.

/** As the three kinds of browsers and the loader of styles name a file that is not there. */
const missing = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

export const isMissingScreen = (error: unknown): boolean => error instanceof Error && missing.test(error.message)

const entry = /<script[^>]+src="(\/assets\/[^"]+)"/
const ownEntry = (): string | undefined =>
  [...document.scripts].map((script) => script.getAttribute('src') ?? '').find((src) => src.startsWith('/assets/'))

/**
 * Whether the server has another version than this tab. Asked of the page itself: an answer that names the same
 * version, or none at all, is no reason to load anything, so that no tab reloads again and again.
 */
export const isUpdated = async (): Promise<boolean> => {
  const own = ownEntry()
  if (own === undefined) return false
  const answer = await fetch('/login', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return false
  const theirs = entry.exec(await answer.text())?.[1]
  return theirs !== undefined && theirs !== own
}
