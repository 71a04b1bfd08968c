// Live events to the browser: notifications, jobs, "list has changed", changed settings. They never extend a session
// and end with it.
import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isStaff } from '../../core/user.ts'
import type { Database } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import type { Heard, Listener } from '../db/notify.ts'
import { tokenOf } from '../http/headers.ts'
import type { Sessions } from '../session/kept.ts'
import { readSession } from '../session/session.ts'

/** Most streams of one session: about the tabs that a user works in. */
const mostStreams = 5
type Stream = { user: Caller; session: string; raw: ServerResponse }

/**
 * Whether an event concerns a user: own notifications and jobs, the network's settings, and readable lists of the own
 * employer. Changes of other lists would only show how busy strangers are.
 */
const concerns = (heard: Heard, user: Caller): boolean =>
  heard.kind === 'notification' || heard.kind === 'job'
    ? heard.user === user.UserId
    : heard.kind === 'network' ||
      (heard.kind === 'list' &&
        isStaff(user) &&
        (heard.employer === null || heard.employer === user.EmployerId) &&
        user.Permissions.some((p) => p.ModuleId === heard.module && p.Permit === 'list'))

/** One that has ended is among the streams until its line is closed; to write to it would end the server. */
const write = ({ raw }: Stream, text: string): void => {
  if (!raw.writableEnded) raw.write(text)
}

/** GET /api/events: a stream for the signed-in user; ends with the session. */
export const registerLive = (app: FastifyInstance, db: Database, kept: Sessions, news: Listener): void => {
  const streams = new Set<Stream>()
  const stop = news.subscribe((heard) => {
    for (const stream of streams)
      if (heard.kind === 'end') {
        if (heard.session === stream.session || heard.user === stream.user.UserId) stream.raw.end()
      } else if (concerns(heard, stream.user))
        write(
          stream,
          `event: ${heard.kind}\ndata: ${JSON.stringify(heard.kind === 'list' ? { ModuleId: heard.module } : {})}\n\n`,
        )
  })
  // a stream never ends by itself, so a stop would wait for it
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.raw.end()
  })
  app.addHook('onClose', async () => stop())
  app.get('/api/events', async (request, reply) => {
    const token = tokenOf(request)
    const asking = token === undefined ? undefined : { token, requestId: request.id, address: request.ip }
    const session = asking && (await kept.read(asking)).session
    if (!session?.user || token === undefined)
      return reply.code(401).send({ message: 'Sign in to go on', requestId: request.id })
    const own = session.tokenHash.toString('hex')
    if ([...streams].filter((stream) => stream.session === own).length >= mostStreams)
      return reply
        .code(429)
        .header('retry-after', '60')
        .send({ message: 'Too many tabs of this session are open. Close one', requestId: request.id })
    reply.hijack()
    // the line was closed while the session was read: one kept now would count among the streams for ever
    if (reply.raw.destroyed) return reply
    const stream: Stream = { user: session.user, session: own, raw: reply.raw }
    streams.add(stream)
    stream.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-content-type-options': 'nosniff',
    })
    stream.raw.write('retry: 3000\n\n')
    const pulse = setInterval(() => {
      void readSession(db.read, token, request.id).then(
        (still) => (still ? write(stream, ': still here\n\n') : stream.raw.end()),
        () => stream.raw.end(),
      )
    }, 25_000)
    pulse.unref()
    stream.raw.on('close', () => {
      clearInterval(pulse)
      streams.delete(stream)
    })
    return reply
  })
}
