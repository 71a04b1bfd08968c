// A screen that is missing because the server was updated under an open tab.

/** As the three kinds of browsers and the loader of styles name a file that is not there. */
const missing = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

export const isMissingScreen = (error: unknown): boolean => error instanceof Error && missing.test(error.message)

// all of them: the first script of the page seldom changes
const entries = /<script[^>]+src="(\/assets\/[^"]+)"/g
const ownEntries = (): string[] =>
  [...document.scripts].map((script) => script.getAttribute('src') ?? '').filter((src) => src.startsWith('/assets/'))

/**
 * Whether the server has another version than this tab. Asked of the page itself: an answer that names the same
 * version, or none at all, is no reason to load anything, so that no tab reloads again and again.
 */
export const isUpdated = async (): Promise<boolean> => {
  const own = new Set(ownEntries())
  if (own.size === 0) return false
  const answer = await fetch('/login', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return false
  const theirs = [...(await answer.text()).matchAll(entries)].map(([, src]) => src ?? '')
  return theirs.some((src) => !own.has(src))
}
