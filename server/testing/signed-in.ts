// A person of the demo network who works through HTTP: signed in, with role and entity chosen.
import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { now } from '../clock.ts'
import type { App } from '../../start/app.ts'
import type { Answer, AnsweredAt, Json } from './answers.ts'

export const demoPassword = 'aliquot-demo'
export type { Json }
export type Answered<T = Answer> = {
  status: number
  body: T
  text: string
  headers: Headers
  bytes: Buffer
}
type Either<T, Other> = [T] extends [never] ? Other : T
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** The answer of a request: of the given type, or the one declared for its method and path. */
export type AnsweredTo<T, M extends Method, P extends string> = Answered<Either<T, AnsweredAt<M, P>>>

/** Headers of an injected request as those of any other. */
export const headersOf = (sent: Readonly<Record<string, unknown>>): Headers =>
  new Headers(
    Object.entries(sent).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])),
  )

/** One request; the body is sent as JSON, the answer is parsed if it is JSON. */
export const ask = async <T = never, M extends Method = Method, P extends string = string>(
  app: App,
  method: M,
  url: P,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<AnsweredTo<T, M, P>> => {
  const answer = await app.http.inject({
    method,
    url,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const received = headersOf(answer.headers)
  const isJson = received.get('content-type')?.startsWith('application/json')
  return {
    status: answer.statusCode,
    // what is declared of an address is what it answers: http.ts compares each answer in the tests
    body: (isJson ? JSON.parse(answer.body) : {}) as Either<T, AnsweredAt<M, P>>,
    text: answer.body,
    headers: received,
    bytes: answer.rawPayload,
  }
}

/** Signs in, chooses role and entity, and sends requests with the session's token. */
export class Person {
  readonly app: App
  token: string
  userId = 0
  constructor(app: App, token = '') {
    this.app = app
    this.token = token
  }
  /** Chooses role and entity if given; otherwise the choice is left open. */
  async signIn(username: string, role?: number, entity?: number, password = demoPassword): Promise<void> {
    const answer = await ask<{ token: string; user: { UserId: number } }>(this.app, 'POST', '/api/login', {
      username,
      password,
    })
    if (answer.status !== 200) throw new Error(`${username} could not sign in: ${answer.text}`)
    this.token = answer.body.token
    this.userId = answer.body.user.UserId
    if (role !== undefined && entity !== undefined) await this.choose(role, entity)
  }
  /** Signs in for the first time in a role that requires a second factor. */
  async signInSafely(username: string, role: number, entity: number, password: string): Promise<void> {
    await this.signIn(username, undefined, undefined, password)
    const { Secret: secret } = (await this.post<{ Secret: string }>('/api/secondfactor/begin', {})).body
    await this.post('/api/secondfactor/confirm', {
      Code: new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() }),
    })
    await this.choose(role, entity)
  }
  /** One request, with any answer. */
  hastily<T = never, M extends Method = Method, P extends string = string>(
    method: M,
    url: P,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<AnsweredTo<T, M, P>> {
    return ask<T, M, P>(this.app, method, url, body, { authorization: `Bearer ${this.token}`, ...headers })
  }
  /** One request that waits and tries again when the session exceeded its rate: a test sends faster than a person. */
  async call<T = never, M extends Method = Method, P extends string = string>(
    method: M,
    url: P,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<AnsweredTo<T, M, P>> {
    const answer = await this.hastily<T, M, P>(method, url, body, headers)
    if (answer.status !== 429 || !answer.text.includes('Too many requests')) return answer
    await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
    return this.call<T, M, P>(method, url, body, headers)
  }
  /** The answer has the type of its path, or the given one. */
  get<T = never, P extends string = string>(url: P): Promise<AnsweredTo<T, 'GET', P>> {
    return this.call<T, 'GET', P>('GET', url)
  }
  post<T = never, P extends string = string>(
    url: P,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<AnsweredTo<T, 'POST', P>> {
    return this.call<T, 'POST', P>('POST', url, body, headers)
  }
  put<T = never, P extends string = string>(
    url: P,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<AnsweredTo<T, 'PUT', P>> {
    return this.call<T, 'PUT', P>('PUT', url, body, headers)
  }
  /** Changes role and entity; the session continues under a new token. */
  async choose(RoleId: number, EntityId: number): Promise<void> {
    const chosen = await this.post<{ token: string }>('/api/entityrole', { RoleId, EntityId })
    if (chosen.status !== 200) throw new Error(`Role ${RoleId} at ${EntityId} was not given: ${chosen.text}`)
    this.token = chosen.body.token
  }
}

/** A signed-in demo user. */
export const signedIn = async (
  app: App,
  username: string,
  role?: number,
  entity?: number,
  password = demoPassword,
): Promise<Person> => {
  const person = new Person(app)
  await person.signIn(username, role, entity, password)
  return person
}
