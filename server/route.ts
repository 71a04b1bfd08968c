// A route says who may call it and how its rows are limited; the server does not start with one that does not.
import type { Readable } from 'node:stream'
import type { DraftOf, Fields, Permit } from '../core/model.ts'
import type { Database } from './db/db.ts'
import type { Caller } from './caller.ts'

/**
 * public: anybody; begun: the password fitted, a second factor may still be asked; signed in: role not chosen yet;
 * role: role and entity chosen; else the permit of a module.
 */
type Access = 'public' | 'begun' | 'signed in' | 'role' | { module: string; permit: Permit }

/** What a route is asked: its query and body typed by the fields it declares. */
export type Call<Q extends Fields = Fields, B extends Fields = Fields> = {
  db: Database
  user: Caller
  params: Record<string, string>
  query: DraftOf<Q>
  body: DraftOf<B>
  /** The file that is sent, where the route takes one: read by the handler, and no more of it than may be. */
  file: Readable | undefined
  requestId: string
  address: string
  idempotencyKey: string | undefined
  ifMatch: number | undefined
  tab: string
  token: string | undefined
  secure: boolean
  /** Scheme and host the caller used: http://localhost:3000. */
  origin: string
}
export type Answer = {
  status?: number
  headers?: Record<string, string>
  /** JSON value, or with `text`/`bytes` sent as it is. */
  json?: unknown
  text?: string
  bytes?: Uint8Array
  /** Sent part by part, as each is made. */
  stream?: AsyncIterable<string | Uint8Array>
  /** Called once when the answer has gone out, or whoever asked has left, also before its first part. */
  closed?: () => void
  setToken?: string
  clearToken?: boolean
  /** Was not asked by anybody's hand: does not count as activity of the session. */
  passive?: boolean
}
/** `handler` is a method, so that a route of its own fields is one of any. */
export type Route<Q extends Fields = Fields, B extends Fields = Fields> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ACTION'
  /** Under /api, with :name parameters. */
  path: string
  access: Access
  /** In words: how the rows answered or changed are limited. */
  scope: string
  summary: string
  query?: Q
  body?: B
  /** Takes any query parameter (statements check their own). */
  openQuery?: boolean
  openBody?: boolean
  /** The body is a file (application/octet-stream), not JSON. */
  takesFile?: boolean
  /** Anybody may ask, so it is counted by address: as many as a session may send. */
  perAddress?: boolean
  /** Larger bodies than 1 MB, in bytes. */
  bodyLimit?: number
  handler(call: Call<Q, B>): Promise<Answer>
}
/** A route whose handler knows the fields that the route declares. */
export const routeOf = <Q extends Fields = Record<never, never>, B extends Fields = Record<never, never>>(
  route: Route<Q, B>,
): Route => route
const scopeless = /^\s*$/
/** Checks a declaration: access, scope in words and a summary must be there. */
export const checkRoute = (route: Route): void => {
  if (
    route.access === undefined ||
    route.access === null ||
    scopeless.test(route.scope ?? '') ||
    scopeless.test(route.summary ?? '')
  )
    throw new Error(`Route ${route.method} /api/${route.path} declares no permit or scope; the server does not start`)
}
export const json = (value: unknown, status = 200): Answer => ({ status, json: value })
