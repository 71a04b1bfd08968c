// Is the process alive, is the database ready, and numbers for Prometheus (from this machine only).
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { sql, type Database } from '../db/db.ts'
import { migrationNames } from '../db/migrate.ts'

export const registerHealth = (app: FastifyInstance, db: Database): void => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'other'
    requests.inc({ route, status: String(reply.statusCode) })
    seconds.observe({ route }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      const done = await db.read.one<{ n: number }>(sql`
        select
          count(*)::int as n
        from
          migrations
      `)
      const wanted = (await migrationNames()).length
      return done.n >= wanted ? { status: 'ready' } : reply.code(503).send({ status: 'migrations are missing' })
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'the database is not reachable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    // a proxy on this machine that nobody announced would let everybody in
    const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined
    if (forwarded || !['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) return reply.code(404).send()
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}
