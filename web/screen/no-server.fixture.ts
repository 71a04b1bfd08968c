// No server at all: whatever is asked is not reached, and what was tried is known.
let before: typeof fetch | undefined
const tried: string[] = []

/** Calls that were tried, method and address. */
export const asked = (): readonly string[] => tried
/** Those of them that would have changed something. */
export const sent = (): readonly string[] => tried.filter((call) => !call.startsWith('GET'))

export const bringServerBack = (): void => {
  if (before) globalThis.fetch = before
  before = undefined
}
export const takeServerAway = (): void => {
  bringServerBack()
  before = globalThis.fetch
  tried.length = 0
  globalThis.fetch = (to, init) => {
    tried.push(`${init?.method ?? 'GET'} ${new URL(to instanceof Request ? to.url : to, location.href).pathname}`)
    return Promise.reject(new TypeError('There is no server here'))
  }
}
