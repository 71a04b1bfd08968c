// Puts the server together: modules, routes, pages, live events, jobs. Tests start it the same way as main.
import type { FastifyInstance } from 'fastify'
import { backupRoutes } from '../server/backup/nightly/routes.ts'
import { backupJobs } from '../server/backup/nightly/schedule.ts'
import { accountRoutes } from '../server/routes/account/account.ts'
import type { Config } from '../server/config.ts'
import { openDatabase, type Database } from '../server/db/db.ts'
import { keptFileRoutes } from '../server/files/routes.ts'
import { fileRoutes } from '../server/routes/files.ts'
import { getdataRoutes, statementsOf } from '../server/routes/getdata.ts'
import { registerHealth } from '../server/routes/health.ts'
import type { PresenceChange } from '../server/db/presence.ts'
import { createHttp } from '../server/http/http.ts'
import { startJobs } from '../server/jobs/jobs.ts'
import { jobRoutes } from '../server/routes/jobs.ts'
import { registerLive } from '../server/routes/live.ts'
import { platformRoutes, platformStatements, printers, serverModules } from '../server/modules.ts'
import { followNetwork, loadNetwork } from '../server/db/network.ts'
import { hearSlow } from '../server/db/statements.ts'
import { keepSessions } from '../server/session/kept.ts'
import { openNews } from '../server/db/notify.ts'
import { docsPage, openApi } from '../server/routes/openapi.ts'
import { registerPages } from '../server/routes/pages.ts'
import { printRoutes } from '../server/routes/print.ts'
import { recordRoutes } from '../server/routes/records.ts'
import { viewRoutes } from '../server/routes/views.ts'
import type { Route } from '../server/route.ts'
import { firstStepRoutes } from '../setup/first-steps.ts'
import { setupRoutes } from '../setup/setup.ts'

export type App = { http: FastifyInstance; db: Database; close(): Promise<void> }

type AppOptions = {
  /** This process also runs the jobs. */
  readonly jobs?: boolean
  /** Where the log goes instead of the standard output. */
  readonly log?: { write(line: string): void }
  /** Earlier requests wait for it. */
  readonly opened?: Promise<void>
  /** The figures of all processes that serve on this machine, where there are several. */
  readonly figures?: () => Promise<string>
}

/** Connections of a process that do not serve requests: four for the jobs, one listener. */
const others = 5
/** A third of the connections for requests read, at least four; the others write. */
export const writersOf = (connections: number): number => {
  const most = connections - others
  return Math.min(Math.floor((most * 2) / 3), most - 4)
}

/** Logs each outage and return of the database and its replica once. */
const logPresence = (http: FastifyInstance, { part, isAway, code, seconds }: PresenceChange): void =>
  isAway ? http.log.error({ part, code }, `${part} away`) : http.log.info({ part, seconds }, `${part} back`)

/** The server, not yet listening. `url` is the address of the database, with role aliquot_app granted. */
export const createApp = async (
  url: string,
  config: Config,
  { jobs: withJobs = false, log, opened, figures }: AppOptions = {},
): Promise<App> => {
  await loadNetwork(url)
  const { replicaUrl, poolerUrl } = config
  const db = openDatabase(url, { replicaUrl, poolerUrl, connections: writersOf(config.connections) })
  const statements = statementsOf(serverModules, platformStatements)
  const routes: Route[] = [
    ...accountRoutes,
    ...setupRoutes(config),
    ...firstStepRoutes,
    ...backupRoutes(config),
    ...fileRoutes,
    ...platformRoutes(statements),
    ...getdataRoutes(statements),
    ...printRoutes(serverModules, printers),
    ...viewRoutes,
    ...jobRoutes(serverModules),
    ...recordRoutes(serverModules),
    ...keptFileRoutes(serverModules),
  ]
  const documents: Route[] = [
    {
      method: 'GET',
      path: 'openapi.json',
      access: 'public',
      scope: 'none: the description of the API',
      summary: 'This description',
      handler: async () => ({ json: openApi([...routes, ...documents], statements.values()) }),
    },
    {
      method: 'GET',
      path: 'docs',
      access: 'public',
      scope: 'none: the description of the API',
      summary: 'This description as a page',
      handler: async () => ({
        text: docsPage([...routes, ...documents]),
        headers: { 'content-type': 'text/html; charset=utf-8' },
      }),
    },
  ]
  const news = await openNews(db)
  const unfollow = followNetwork(db, news)
  const kept = keepSessions(db, news, config.sessionSeconds * 1000)
  const http = await createHttp(db, config, kept, [...routes, ...documents], log)
  if (opened) http.addHook('onRequest', () => opened)
  db.watch((change) => logPresence(http, change))
  const unhear = hearSlow((found) => http.log.warn(found, 'slow statement'))
  registerHealth(http, db, config, figures)
  registerLive(http, db, kept, news)
  await registerPages(http)
  const stopping = new AbortController()
  const jobs = withJobs
    ? await startJobs(
        url,
        db,
        config,
        (job) => http.log.error(job, job.task === undefined ? 'job worker failed' : 'job failed'),
        {
          sealed: (block) => http.log.info(block, 'audit sealed'),
          asked: [...serverModules.flatMap((module) => module.jobs ?? []), ...backupJobs(url, config, stopping.signal)],
        },
      )
    : undefined
  http.log.info(
    {
      routes: routes.length,
      connections: config.connections,
      jobs: withJobs,
      mail: config.smtpUrl !== undefined,
      replica: config.replicaUrl !== undefined,
    },
    'server assembled',
  )
  return {
    http,
    db,
    async close() {
      await http.close()
      stopping.abort()
      await jobs?.stop()
      kept.close()
      unfollow()
      unhear()
      await news.close()
      const { closePrint } = await import('../server/print/render.ts')
      await closePrint()
      await db.close()
    },
  }
}
