// Whether the process is alive and the database ready, and figures for Prometheus (from this machine or bypassing the
// proxy).
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Config } from '../config.ts'
import { sql, type Database } from '../db/db.ts'
import { migrationNames } from '../db/migrate.ts'
import { headerOf } from '../http/headers.ts'
import { registerGauges } from './gauges.ts'

type Readiness = {
  readonly database: 'up' | 'away'
  readonly migrations: 'complete' | 'missing' | 'unknown'
  readonly replica: 'none' | 'up' | 'away'
}
const readiness = async (db: Database): Promise<Readiness> => {
  const copy = db.state.replica
  const replica = copy === undefined ? 'none' : copy.isAway ? 'away' : 'up'
  try {
    const { N } = await db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        migrations
    `)
    const migrations = N >= (await migrationNames()).length ? 'complete' : 'missing'
    return { database: 'up', migrations, replica }
  } catch {
    return { database: 'away', migrations: 'unknown', replica }
  }
}

/** `figures` are those of all processes of this machine, where there are several. */
export const registerHealth = (
  app: FastifyInstance,
  db: Database,
  config: Pick<Config, 'trustProxy'>,
  figures?: () => Promise<string>,
): void => {
  const registry = new Registry()
  AggregatorRegistry.setRegistries(registry)
  collectDefaultMetrics({ register: registry })
  registerGauges(registry, db)
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
  // both names are in use
  for (const path of ['/livez', '/healthz']) app.get(path, async () => ({ status: 'up' }))
  app.get('/readyz', async (_request, reply) => {
    const found = await readiness(db)
    // a lost replica only costs speed: its lists come from the primary
    if (found.database === 'up' && found.migrations === 'complete') return { status: 'ready', ...found }
    const status = found.database === 'up' ? 'migrations are missing' : 'the database is not reachable'
    return reply
      .code(503)
      .header('retry-after', '2')
      .send({ status, ...found })
  })
  app.get('/metrics', async (request, reply) => {
    // an unconfigured proxy on this machine would open the figures to all
    const forwarded = headerOf(request, 'x-forwarded-for') !== undefined || headerOf(request, 'forwarded') !== undefined
    const isLocal = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    // a configured proxy marks all requests that it passes on: one without the mark bypassed it
    if (forwarded || !(isLocal || config.trustProxy)) return reply.code(404).send()
    const text = await (figures?.() ?? registry.metrics())
    // a process that hangs does not tell its own
    if (text === '') return reply.code(503).header('retry-after', '30').send()
    return reply.header('content-type', registry.contentType).send(text)
  })
}
