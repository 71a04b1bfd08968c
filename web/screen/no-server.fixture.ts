// No server at all: whatever is asked is not reached, and what was tried is known.
let before: typeof fetch | undefined
const tried: string[] = []

/** Calls that were tried, method and address. */
export const asked = (): readonly string[] => tried
/** Those of them that would have changed something. */
export const sent = (): readonly string[] => tried.filter((call) => !call.startsWith('GET'))

/** A call as it was tried. */
export type Tried = { readonly method: string; readonly url: URL; readonly body: unknown }
/** Answers some calls for as long as the screen is open; what it answers nothing for is not reached. Each is known. */
export const answerSome = (answer: (call: Tried) => unknown): readonly Tried[] => {
  const calls: Tried[] = []
  const away = globalThis.fetch
  globalThis.fetch = async (to, init) => {
    const url = new URL(to instanceof Request ? to.url : to, location.href)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const call = { method: init?.method ?? 'GET', url, body }
    calls.push(call)
    const answered = answer(call)
    return answered === undefined ? away(to, init) : Response.json(answered)
  }
  return calls
}

export const bringServerBack = (): void => {
  if (before) globalThis.fetch = before
  before = undefined
}
/** A server that answers one thing to everything. */
export const answerAll = (status: number, body: object): void => {
  bringServerBack()
  before = globalThis.fetch
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status }))
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
