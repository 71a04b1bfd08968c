// Runs a scheduled job once, as the worker does.
import { readConfig } from '../config.ts'
import type { ScheduledJob } from '../job.ts'
import { systemAuthor } from '../session/system.ts'
import type { TestApp } from './app.ts'

/** `env`: variables of the server on which it runs, beside its database. */
export const runScheduled = (
  app: Pick<TestApp, 'db' | 'url'>,
  job: ScheduledJob,
  env: NodeJS.ProcessEnv = {},
): Promise<void> =>
  job.run({
    db: app.db,
    actor: systemAuthor(job.name),
    send: undefined,
    config: readConfig({ DATABASE_URL: app.url, DEMO: 'false', ...env }),
  })
