// Puts the server together: modules, routes, pages, live events, jobs. Tests start it the same way as main.
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '../server/routes/account/account.ts'
import type { Config } from '../server/config.ts'
import { openDatabase, type Database } from '../server/db/db.ts'
import { keptFileRoutes } from '../server/files/routes.ts'
import { fileRoutes } from '../server/routes/files.ts'
import { getdataRoutes, statementsOf } from '../server/routes/getdata.ts'
import { registerHealth } from '../server/routes/health.ts'
import { createHttp } from '../server/http/http.ts'
import { startJobs } from '../server/jobs/jobs.ts'
import { jobRoutes } from '../server/routes/jobs.ts'
import { registerLive } from '../server/routes/live.ts'
import { platformRoutes, platformStatements, printers, serverModules } from '../server/modules.ts'
import { followNetwork, loadNetwork } from '../server/db/network.ts'
import { keepSessions } from '../server/session/kept.ts'
import { openNews } from '../server/db/notify.ts'
import { docsPage, openApi } from '../server/routes/openapi.ts'
import { registerPages } from '../server/routes/pages.ts'
import { printRoutes } from '../server/routes/print.ts'
import { recordRoutes } from '../server/routes/records.ts'
import { viewRoutes } from '../server/routes/views.ts'
import type { Route } from '../server/route.ts'
import { setupRoutes } from '../setup/setup.ts'

export type App = { http: FastifyInstance; db: Database; close(): Promise<void> }

/**
 * The server before it listens. `url` is the address of the database, with role aliquot_app granted; `jobs`: this
 * process also does the jobs; `opened`: requests that come before wait for it.
 */
export const createApp = async (
  url: string,
  config: Config,
  { jobs: withJobs, opened }: { jobs: boolean; opened?: Promise<void> } = { jobs: false },
): Promise<App> => {
  await loadNetwork(url)
  const db = openDatabase(url, { replicaUrl: config.replicaUrl })
  const statements = statementsOf(serverModules, platformStatements)
  const routes: Route[] = [
    ...accountRoutes,
    ...setupRoutes(config),
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
      handler: async () => ({ json: openApi([...routes, ...documents]) }),
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
  const http = await createHttp(db, config, kept, [...routes, ...documents])
  if (opened) http.addHook('onRequest', () => opened)
  registerHealth(http, db)
  registerLive(http, db, news)
  await registerPages(http)
  const jobs = withJobs
    ? await startJobs(url, db, config, (job) => http.log.error(job, 'job failed'), {
        sealed: (block) => http.log.info(block, 'audit sealed'),
        asked: serverModules.flatMap((module) => module.jobs ?? []),
      })
    : undefined
  return {
    http,
    db,
    async close() {
      await http.close()
      await jobs?.stop()
      kept.close()
      unfollow()
      await news.close()
      const { closePrint } = await import('../server/print/render.ts')
      await closePrint()
      await db.close()
    },
  }
}
