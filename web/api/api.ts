// Talks HTTP with the server: JSON both ways, credentials, idempotency, and one kind of error.
import type { AddressOf, AnswerTo, Question } from '../../core/answer/answer.ts'
import { isObject } from '../../core/same.ts'
import { hostOf, isDevelopment } from './host.ts'
import { tabId } from './tab.ts'
import { newKey } from './request-key.ts'

/** Texts of an invalid field, by field name; rows as `SaleProducts.0.Price`. */
export type FieldErrors = Record<string, string[]>

/** Any refused or failed call. `status` 0: the server was not reached. `message` is always fit to show. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: FieldErrors
  readonly requestId: string | undefined
  readonly body: unknown
  /** The refusal's code, for screens to compare; `message` is for people. */
  readonly code: string | undefined
  /** Of an act that needs a second person: whether one was asked, once the user has decided. */
  asked: Promise<boolean> | undefined
  constructor(
    status: number,
    message: string,
    errors: FieldErrors = {},
    requestId?: string,
    body?: unknown,
    code?: string,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.requestId = requestId
    this.body = body
    this.code = code
  }
}
export const unreachable = "The server can't be reached."
export const generic = 'Something went wrong. Please try again.'

/** The text to show for anything thrown: the server's message, else the transport's, else the generic one. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.message ? error.message : generic

/** What the server says of a refusal; a proxy may say anything. */
type Refused = {
  readonly message?: unknown
  readonly errors?: unknown
  readonly requestId?: unknown
  readonly code?: unknown
}
const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const isErrors = (value: unknown): value is FieldErrors =>
  isObject(value) &&
  Object.values(value).every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'))
/** The error that an answer with a failing status means. */
export const errorOf = (status: number, body: unknown): ApiError => {
  const { message, errors, requestId, code }: Refused = isObject(body) ? body : {}
  return new ApiError(
    status,
    textIn(message) || generic,
    isErrors(errors) ? errors : {},
    textIn(requestId),
    body,
    textIn(code),
  )
}

/** Query values: objects and arrays travel as JSON; absent and null ones are left out. */
export type Query = Readonly<Record<string, unknown>>
export const withQuery = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  if (given.length === 0) return path
  const written = given.map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return `${path}?${new URLSearchParams(written).toString()}`
}

let whenSignedOut = (_refusal: ApiError): void => undefined
/** What happens when the server no longer knows the session. */
export const onSignedOut = (act: (refusal: ApiError) => void): void => {
  whenSignedOut = act
}

/** An act that a second person may agree to: what was sent, why it was refused, and the roles that may agree. */
export type Needing = {
  readonly path: string
  readonly body: unknown
  readonly message: string
  readonly by: readonly number[]
}
/** The roles that a refusal names, if it is one. */
const rolesIn = (content: unknown): readonly number[] | undefined => {
  const { needs }: { readonly needs?: unknown } = isObject(content) ? content : {}
  const { by }: { readonly by?: unknown } = isObject(needs) ? needs : {}
  return Array.isArray(by) ? by.filter((id) => typeof id === 'number') : undefined
}
let whenNeeded = (_needing: Needing): Promise<boolean> => Promise.resolve(false)
/** What happens when an act needs a second person; answers whether one was asked. */
export const onNeedsSecond = (act: typeof whenNeeded): void => {
  whenNeeded = act
}

export type Answer<T> = { data: T; headers: Headers }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Options = {
  query?: Query | undefined
  body?: unknown
  key?: string | undefined
  signal?: AbortSignal | undefined
  /** Sent as it is, instead of a body in JSON. */ raw?: { readonly type: string; readonly content: string | Blob }
  /** The call outlives its page. */ keepalive?: boolean
}

let isUnasked = false
/** Runs calls that the user did not ask for: they do not keep the session awake. */
export const unasked = <T>(act: () => T): T => {
  isUnasked = true
  try {
    return act()
  } finally {
    isUnasked = false
  }
}

const headersOf = (method: Method, options: Options): Record<string, string> => {
  const type = options.raw?.type ?? (options.body === undefined ? undefined : 'application/json')
  const token = isDevelopment(location) ? localStorage.getItem('token') : null
  return {
    Accept: 'application/json',
    'X-Tab': tabId(),
    ...(isUnasked && { 'X-Passive': '1' }),
    ...(type !== undefined && { 'Content-Type': type }),
    ...((method === 'POST' || method === 'PUT') && { 'Idempotency-Key': options.key ?? newKey() }),
    ...(token && { Authorization: `Bearer ${token}` }),
  }
}

/** Milliseconds before a call without an answer is sent once more: a process that has ended is left out by then. */
const pause = 300
/**
 * Sends a call. A question that had no answer, since a server's process ended with it, is asked once more. A change is
 * not: it stays on the screen, and who sent it sends it again with its key.
 */
const answered = async (address: string, init: RequestInit, isRepeatable: boolean): Promise<Response> => {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await fetch(address, init)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      if (!isFirst || !isRepeatable) throw new ApiError(0, unreachable)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

const send = async (method: Method, path: string, options: Options): Promise<Response> => {
  const init = {
    method,
    credentials: 'include',
    headers: headersOf(method, options),
    body: options.raw?.content ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  } as const
  const isRepeatable = method === 'GET'
  const answer = await answered(hostOf(location) + withQuery(path, options.query), init, isRepeatable)
  if (answer.ok) return answer
  const content: unknown = await answer.json().catch(() => undefined)
  const refusal = errorOf(answer.status, content)
  if (answer.status === 401 && path !== '/api/login') whenSignedOut(refusal)
  const by = rolesIn(content)
  if (by) refusal.asked = whenNeeded({ path, body: options.body ?? options.query ?? {}, message: refusal.message, by })
  throw refusal
}

/** One call; the answer's JSON and headers. Throws ApiError. */
export const call = async <T>(method: Method, path: string, options: Options = {}): Promise<Answer<T>> => {
  const answer = await send(method, path, options)
  const text = await answer.text()
  let data: unknown
  try {
    data = text === '' ? undefined : JSON.parse(text)
  } catch {
    data = text
  }
  // a cast: what an address answers is declared where it is called, and checked where the server answers it
  return { data: data as T, headers: answer.headers }
}
export const get = async <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  (await call<T>('GET', path, { query, signal })).data
export const post = async <T>(path: string, body?: unknown, key?: string): Promise<T> =>
  (await call<T>('POST', path, { body, key })).data
/**
 * What a question answers; its declaration is checked where the server answers it. A page that loads first names the
 * address alone: `answerTo<typeof question>({ path })`.
 */
export const answerTo = <Q extends Question>(
  question: Q | AddressOf<Q>,
  query?: Query,
  signal?: AbortSignal,
): Promise<AnswerTo<Q>> => get<AnswerTo<Q>>(`/api/${question.path}`, query, signal)
/** Does an act, and answers what it declares. */
export const postTo = <Q extends Question>(act: Q | AddressOf<Q>, body?: unknown, key?: string): Promise<AnswerTo<Q>> =>
  post<AnswerTo<Q>>(`/api/${act.path}`, body, key)
/** The same of an act that is sent to one record. */
export const putTo = <Q extends Question>(act: Q | AddressOf<Q>, body?: unknown, key?: string): Promise<AnswerTo<Q>> =>
  put<AnswerTo<Q>>(`/api/${act.path}`, body, key)
/** The same of one that removes. */
export const delTo = <Q extends Question>(act: Q | AddressOf<Q>, query?: Query): Promise<AnswerTo<Q>> =>
  del<AnswerTo<Q>>(`/api/${act.path}`, query)
export const put = async <T>(path: string, body?: unknown, key?: string): Promise<T> =>
  (await call<T>('PUT', path, { body, key })).data
export const del = async <T>(path: string, query?: Query): Promise<T> => (await call<T>('DELETE', path, { query })).data
/** The same while the tab closes: the browser still sends it. */
export const delAtClose = (path: string, query?: Query): void =>
  void call('DELETE', path, { query, keepalive: true }).catch(() => undefined)
/** A file, as bytes: exports by GET, printed reports by POST of their location. */
export const file = async (method: 'GET' | 'POST', path: string, query?: Query): Promise<Blob> =>
  (await send(method, path, { query })).blob()
