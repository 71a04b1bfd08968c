// Detects a screen that is missing because the server was updated under an open tab.

/** How the three kinds of browsers and the loader of styles report a missing file. */
const missing = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

export const isMissingScreen = (error: unknown): boolean => error instanceof Error && missing.test(error.message)

// all scripts are compared: the first one seldom changes
const entries = /<script[^>]+src="(\/assets\/[^"]+)"/g
const ownEntries = (): string[] =>
  [...document.scripts].map((script) => script.getAttribute('src') ?? '').filter((src) => src.startsWith('/assets/'))

/**
 * Whether the server has another version than this tab, read from its page. An answer with the same version, or none,
 * reloads nothing, so that no tab reloads again and again.
 */
export const isUpdated = async (): Promise<boolean> => {
  const own = new Set(ownEntries())
  if (own.size === 0) return false
  const answer = await fetch('/login', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return false
  const theirs = [...(await answer.text()).matchAll(entries)].map(([, src]) => src ?? '')
  return theirs.some((src) => !own.has(src))
}
