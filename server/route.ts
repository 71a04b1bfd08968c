// A route declares who may call it and how its rows are limited; otherwise the server does not start.
import type { Readable } from 'node:stream'
import type { Shape } from '../core/answer/answer.ts'
import type { DraftOf, Fields, Permit } from '../core/model.ts'
import type { Database } from './db/db.ts'
import type { Caller } from './caller.ts'

/**
 * public: every caller; begun: the password was right, a second factor may still be required; signed in: role not
 * chosen yet; role: role and entity chosen; else the permit of a module.
 */
type Access = 'public' | 'begun' | 'signed in' | 'role' | { module: string; permit: Permit }

/** The keys in a path, by their names: `jobs/:key/file` has `key`. */
type Keys<P extends string> = string extends P
  ? string
  : P extends `${string}:${infer Rest}`
    ? Rest extends `${infer Name}/${infer Further}`
      ? Name | Keys<Further>
      : Rest
    : never
/** A call of a route: its query and body typed by the declared fields, the keys in its address by its path. */
export type Call<Q extends Fields = Fields, B extends Fields = Fields, P extends string = string> = {
  db: Database
  user: Caller
  params: Readonly<Record<Keys<P>, string>>
  query: DraftOf<Q>
  body: DraftOf<B>
  /** The sent file, if the route takes one: the handler reads it, up to the allowed size. */
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
  /** What is answered, where the route alone does not say it. */
  answers?: Shape
  /** JSON value; `text` and `bytes` are sent unchanged. */
  json?: unknown
  text?: string
  bytes?: Uint8Array
  /** Sent part by part, as each is produced. */
  stream?: AsyncIterable<string | Uint8Array>
  /** Called once when the answer is sent or the caller has left, also before its first part. */
  closed?: () => void
  setToken?: string
  clearToken?: boolean
  /** Sent automatically: does not count as activity of the session. */
  passive?: boolean
}
/** `handler` is a method, so that a route with its own fields is assignable to one with any. */
export type Route<Q extends Fields = Fields, B extends Fields = Fields, P extends string = string> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ACTION'
  /** Under /api, with :name parameters. */
  path: P
  access: Access
  /** How the rows answered or changed are limited, in words. */
  scope: string
  summary: string
  query?: Q
  body?: B
  /** Takes any query parameter (statements check their own). */
  openQuery?: boolean
  openBody?: boolean
  /** The body is a file (application/octet-stream), not JSON. */
  takesFile?: boolean
  /** The body may also be a text (text/csv): it is the field `text`. */
  takesCsv?: boolean
  /** What it answers to a call that was done; the API's description and the tests read it. */
  answers?: Shape
  /** Callable without a session, so it is limited by address, at the rate of a session. */
  perAddress?: boolean
  /** Larger bodies than 1 MB, in bytes. */
  bodyLimit?: number
  handler(call: Call<Q, B, P>): Promise<Answer>
}
/** Of a route without query or body. */
export type NoFields = Record<never, never>
/** A route whose handler has the types of the declared fields, and the keys of the path. */
export const routeOf = <const P extends string, Q extends Fields = NoFields, B extends Fields = NoFields>(
  route: Route<Q, B, P>,
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
