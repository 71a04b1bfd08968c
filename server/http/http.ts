// The HTTP side: hardening, sessions, limits, and the registration of declared routes; a route without access and scope
// stops the start.
import { finished, Readable } from 'node:stream'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { errorOf } from '../thrown.ts'
import { now } from '../clock.ts'
import { isObject } from '../../core/same.ts'
import { unknownKeys, validate } from '../../core/validate.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { answerError, loggable, statusOf } from './failure.ts'
import { answersTo } from './host.ts'
import { cookieName, headerOf, tokenOf } from './headers.ts'
import { heard } from './heard.ts'
import { readJson } from './json-body.ts'
import type { Caller, Loaded } from '../caller.ts'
import { requirePermit } from '../door/permission.ts'
import { invalid, malformed, notPermitted, notSignedIn, Refusal, unknownFields } from '../refusal.ts'
import { readParameters } from '../read/statement.ts'
import { checkRoute, type Answer, type Call, type Route } from '../route.ts'
import { addressOf, networkOf } from '../session/address.ts'
import type { Sessions } from '../session/kept.ts'
import type { Session } from '../session/session.ts'
import { seeing, tellPosition } from './own-writes.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { withinRate } from '../session/throttle.ts'
import { keepAwake, logRefusal } from './trace.ts'

const development = ['http://localhost:4200', 'http://127.0.0.1:4200']
/** Requests in progress get this long when the server stops. */
const secondsToFinish = 8

const notJson = (): Refusal => new Refusal(415, 'Send application/json')

/** A change must come from our own pages (or a program without a page) and as JSON. */
const checkOrigin = (request: FastifyRequest, config: Config): void => {
  const origin = request.headers.origin
  if (origin !== undefined) {
    const own = URL.canParse(origin) && new URL(origin).host === request.headers.host
    if (!own && !(config.development && development.includes(origin)))
      throw notPermitted('This request comes from another site')
  }
  const type = headerOf(request, 'content-type')
  const hasBody = (headerOf(request, 'content-length') ?? '0') !== '0'
  if (hasBody && !/^(application\/json|text\/csv|application\/octet-stream)\b/.test(type ?? '')) throw notJson()
}

const authorize = (route: Route, session: Session | undefined): void => {
  if (route.access === 'public') return
  if (!session) throw notSignedIn()
  if (route.access === 'begun') return
  const { Factor, MustChangePassword } = session.row
  if (Factor !== null)
    throw notPermitted(
      Factor === 'asked' ? 'Enter the code of your authenticator first' : 'Set up your second factor first',
    )
  if (route.access === 'signed in') return
  if (!session.user)
    throw notPermitted(MustChangePassword ? 'Change your password first' : 'Choose a role and an entity first')
  if (typeof route.access === 'object') requirePermit(session.user, route.access.module, route.access.permit)
}

const readBody = (route: Route, request: FastifyRequest): Loaded => {
  const { body } = request
  if (body === undefined || body === null || body === '') return {}
  if (body instanceof Readable) {
    if (!route.takesFile) throw notJson()
    return {}
  }
  if (headerOf(request, 'content-type')?.startsWith('text/csv')) {
    if (!route.takesCsv) throw notJson()
    return { text: body }
  }
  if (!isObject(body)) throw malformed('Send a JSON object')
  if (!route.openBody && route.body) {
    const unknown = unknownKeys(route.body, body)
    if (unknown.length > 0) throw unknownFields(unknown)
    const errors = validate(route.body, body, now())
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
  return body
}

const textOf = ({ text, json }: Answer): string => text ?? JSON.stringify(json ?? {})
const isRefusal = ({ status = 200 }: Answer): boolean => status >= 400
const send = (reply: FastifyReply, answer: Answer, secure: boolean): FastifyReply => {
  const name = cookieName(secure)
  if (answer.setToken !== undefined)
    void reply.setCookie(name, answer.setToken, { httpOnly: true, sameSite: 'strict', path: '/', secure })
  if (answer.clearToken) void reply.clearCookie(name, { path: '/', secure })
  void reply.code(answer.status ?? 200)
  for (const [key, value] of Object.entries(answer.headers ?? {})) void reply.header(key, value)
  if (answer.stream !== undefined) return reply.send(Readable.from(answer.stream, { objectMode: false }))
  if (answer.bytes !== undefined) return reply.send(Buffer.from(answer.bytes))
  if (answer.text !== undefined) {
    if (!reply.hasHeader('content-type')) void reply.header('content-type', 'application/json; charset=utf-8')
    return reply.send(answer.text)
  }
  return reply.header('content-type', 'application/json; charset=utf-8').send(textOf(answer))
}

const callOf = (
  db: Database,
  route: Route,
  request: FastifyRequest,
  session: Session | undefined,
  secure: boolean,
): Call => {
  const sentVersion = headerOf(request, 'if-match')
  const version = sentVersion === undefined ? undefined : Number(sentVersion.replace(/"/g, ''))
  if (version !== undefined && !Number.isInteger(version)) throw malformed('If-Match must be a RowVersion')
  const rawQuery: Loaded = isObject(request.query) ? request.query : {}
  return {
    db,
    requestId: request.id,
    address: addressOf(request.ip),
    secure,
    origin: `${request.protocol}://${request.host}`,
    token: tokenOf(request),
    user: session?.user as Caller,
    params: request.params as Record<string, string>,
    query: route.openQuery ? rawQuery : readParameters(route.query ?? {}, rawQuery),
    body: readBody(route, request),
    file: request.body instanceof Readable ? request.body : undefined,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    ifMatch: version,
    tab: headerOf(request, 'x-tab')?.slice(0, 60) ?? '',
  }
}

/** The session of a call, for the routes that work before a role is chosen. */
export const sessions = new WeakMap<Call, Session>()
/** The session of a call, or 401. */
export const sessionOf = (call: Call): Session => {
  const session = sessions.get(call)
  if (!session) throw notSignedIn()
  return session
}

const register = (
  app: FastifyInstance,
  { db, config, kept }: { db: Database; config: Config; kept: Sessions },
  route: Route,
): void => {
  checkRoute(route)
  const methods = route.method === 'ACTION' ? (['PUT', 'POST'] as const) : ([route.method] as const)
  const url = route.path.startsWith('/') ? route.path : `/api/${route.path}`
  app.route({
    method: [...methods],
    url,
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    handler: async (request, reply) => {
      const secure = request.protocol === 'https'
      if (request.method !== 'GET') checkOrigin(request, config)
      const token = tokenOf(request)
      const { session, why } =
        token !== undefined && route.access !== 'public'
          ? await kept.read({ token, requestId: request.id, address: request.ip })
          : {}
      // refused requests count as well
      if (session && token) withinRate(token)
      else if (route.perAddress) withinRate(`${route.path} ${networkOf(request.ip)}`)
      try {
        if (!session && token !== undefined && route.access !== 'public') throw notSignedIn(why)
        authorize(route, session)
        // who has no session has saved nothing, and must not cost the replica a question
        const call = callOf(session ? await seeing(db, request) : db, route, request, session, secure)
        if (session) sessions.set(call, session)
        const answer = await route.handler(call).finally(() => {
          // sign-in, sign-out, role and own profile must take effect for the next request of this process
          if (request.method !== 'GET' && ['public', 'begun', 'signed in'].includes(String(route.access))) kept.forget()
        })
        if (request.method !== 'GET' && session) await tellPosition(db, reply)
        const { closed, answers = route.answers } = answer
        if (answers && !isRefusal(answer)) heard.answer?.(`${request.method} ${request.url}`, answers, textOf(answer))
        if (closed) finished(reply.raw, () => closed())
        if (session) await keepAwake(db, session, request, answer.status ?? 200, answer.passive)
        return send(reply, answer, secure)
      } catch (error) {
        if (session) await leaveTrace(db, session, route, request, statusOf(error))
        throw error
      }
    },
  })
}
/** Logs a refused request; if that fails, the answer does not change. */
const leaveTrace = async (
  db: Database,
  session: Session,
  route: Route,
  request: FastifyRequest,
  status: number,
): Promise<void> => {
  try {
    await keepAwake(db, session, request, status)
    await logRefusal(db, session, route, request, status)
  } catch (error) {
    request.log.error({ requestId: request.id, err: loggable(error) }, 'trace not written')
  }
}

/** The reading of a body by its content type. */
const readBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(String(body)))
    } catch (error) {
      done(errorOf(error))
    }
  })
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  // read by its handler, which knows the sender and the allowed size
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
}

/** The Fastify application with all declared routes. */
export const createHttp = async (
  db: Database,
  config: Config,
  kept: Sessions,
  routes: readonly Route[],
  log?: { write(line: string): void },
): Promise<FastifyInstance> => {
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            ...(log && { stream: log }),
            serializers: {
              req: (r) => ({ method: r.method, route: r.routeOptions?.url }),
              res: (r) => ({ status: r.statusCode }),
            },
          },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    // one proxy, ours: entries before its own in X-Forwarded-For were written by the caller
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: 1_048_576,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  await app.register(cookie)
  await setSecurityHeaders(app, config)
  readBodies(app)
  const isNamed = answersTo(config)
  app.addHook('onRequest', async (request, reply) => {
    // probes use any name that the machine has
    if (!isNamed(request.hostname) && !/^\/(livez|healthz|readyz|metrics)$/.test(request.url))
      throw new Refusal(
        421,
        'This server does not answer to this name. Its public address is a setting of the network.',
      )
    if (request.url.startsWith('/api') || request.url === '/login') void reply.header('cache-control', 'no-store')
    const origin = request.headers.origin
    if (config.development && origin !== undefined && development.includes(origin)) {
      void reply
        .header('access-control-allow-origin', origin)
        .header('access-control-allow-credentials', 'true')
        .header('access-control-expose-headers', 'x-total-count,x-columns,x-sort')
        .header('access-control-allow-headers', 'content-type,authorization,idempotency-key,if-match,x-tab,x-passive')
        .header('access-control-allow-methods', 'GET,POST,PUT,DELETE')
        .header('vary', 'origin')
      if (request.method === 'OPTIONS') return reply.code(204).send()
    }
  })
  // a browser opens connections that it may need later; without a request to finish, they would delay a stop by a
  // minute
  app.addHook(
    'preClose',
    async () => void setTimeout(() => app.server.closeAllConnections(), secondsToFinish * 1000).unref(),
  )
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  // a list has 43 KB, compressed 6 KB: a centre on a slow line gains more than the CPU time costs here
  await app.register(async (api) => {
    await api.register(compress, { threshold: 2048, encodings: ['gzip'], zlibOptions: { level: 1 } })
    for (const route of routes) register(api, { db, config, kept }, route)
  })
  return app
}
