// Detects a screen that is missing because the server was updated under an open tab.

/** How the three kinds of browsers and the loader of styles report a missing file. */
const missing = /dynamically imported module|Importing a module script failed|Unable to preload CSS/

export const isMissingScreen = (error: unknown): boolean => error instanceof Error && missing.test(error.message)

// all scripts are compared: the first one seldom changes
const entries = /<script[^>]+src="(\/assets\/[^"]+)"/g
const ownEntries = (): string[] =>
  [...document.scripts].map((script) => script.getAttribute('src') ?? '').filter((src) => src.startsWith('/assets/'))

/**
 * Whether the server has another version than this tab, read from its page; undefined where it does not answer. Only a
 * newer one reloads, so that no tab reloads again and again.
 */
export const askVersion = async (): Promise<'newer' | 'same' | undefined> => {
  const own = new Set(ownEntries())
  const answer = await fetch('/login', { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const theirs = [...(await answer.text()).matchAll(entries)].map(([, src]) => src ?? '')
  return own.size > 0 && theirs.some((src) => !own.has(src)) ? 'newer' : 'same'
}
