// Live events to the browser: notifications and "list has changed"; they never extend a session.
import type { FastifyInstance } from 'fastify'
import type { Database } from './db.ts'
import type { openNews } from './notify.ts'
import { readSession } from './session.ts'

type News = Awaited<ReturnType<typeof openNews>>

/** GET /api/events: a stream for the signed-in user; ends with the session. */
export const registerLive = (app: FastifyInstance, db: Database, news: News): void => {
  app.get('/api/events', async (request, reply) => {
    const token =
      request.cookies['__Host-aliquot'] ?? request.cookies['aliquot'] ?? /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const session = token === undefined ? undefined : await readSession(db.read, token, request.id)
    if (!session?.user || token === undefined) return reply.code(401).send({ message: 'Sign in to go on', requestId: request.id })
    const { user } = session
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-content-type-options': 'nosniff',
    })
    stream.write('retry: 3000\n\n')
    const stop = news.subscribe((heard) => {
      if (
        heard.kind === 'notification'
          ? heard.user === user.UserId
          : user.Permissions.some((p) => p.ModuleId === heard.module && p.Permit === 'list')
      )
        stream.write(`event: ${heard.kind}\ndata: ${JSON.stringify(heard.kind === 'list' ? { ModuleId: heard.module } : {})}\n\n`)
    })
    const pulse = setInterval(() => {
      void readSession(db.read, token, request.id).then(
        (still) => (still ? stream.write(': still here\n\n') : stream.end()),
        () => stream.end(),
      )
    }, 25_000)
    pulse.unref()
    stream.on('close', () => {
      clearInterval(pulse)
      stop()
    })
    return reply
  })
}
