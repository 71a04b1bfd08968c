// Replaces the server for tests: no call reaches one, and each is recorded.
let before: typeof fetch | undefined
const tried: string[] = []

/** The attempted calls, method and address. */
export const asked = (): readonly string[] => tried
/** Those of them that would change data. */
export const sent = (): readonly string[] => tried.filter((call) => !call.startsWith('GET'))

/** An attempted call. */
export type Tried = { readonly method: string; readonly url: URL; readonly body: unknown }
/** What was sent: JSON as it is read, a file as its text. */
const bodyOf = (body: unknown): unknown =>
  typeof body === 'string' ? (/^[[{]/.test(body) ? JSON.parse(body) : body) : undefined

/**
 * Answers some calls while the screen is open, in JSON or by a whole response; calls without an answer fail. Each is
 * recorded.
 */
export const answerSome = (answer: (call: Tried) => unknown): readonly Tried[] => {
  const calls: Tried[] = []
  const away = globalThis.fetch
  globalThis.fetch = async (to, init) => {
    const url = new URL(to instanceof Request ? to.url : to, location.href)
    const body = bodyOf(init?.body)
    const call = { method: init?.method ?? 'GET', url, body }
    calls.push(call)
    const answered = answer(call)
    if (answered === undefined) return away(to, init)
    return answered instanceof Response ? answered : Response.json(answered)
  }
  return calls
}

export const bringServerBack = (): void => {
  if (before) globalThis.fetch = before
  before = undefined
}
/** A server that gives the same answer to every call. */
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
