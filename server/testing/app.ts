// The real, complete server for tests, on a database of its own; with or without a port.
import { createApp } from '../../start/app.ts'
import { readConfig } from '../config.ts'
import { testDatabase, type Template, type TestDatabase } from './database.ts'
import { portOf } from './port.ts'

type App = Awaited<ReturnType<typeof createApp>>
export type TestApp = App & { url: string; ownerUrl: string }

/** `jobs`: the server runs them too; `database`: an existing one, instead of a template's copy. */
type AppOptions = {
  template?: Template
  env?: Record<string, string>
  jobs?: boolean
  log?: { write(line: string): void }
  database?: TestDatabase
}

/** The server without a port, called through http.inject; close() removes its database too. */
export const testApp = async ({
  template = 'network',
  env = {},
  jobs = false,
  log,
  database: given,
}: AppOptions = {}): Promise<TestApp> => {
  const database = given ?? (await testDatabase({ template }))
  const config = readConfig({
    DATABASE_URL: database.url,
    DEMO: 'false',
    PORT: '0',
    LOG_LEVEL: 'silent',
    SESSION_SECONDS: '0',
    ...env,
  })
  const app = await createApp(database.url, config, { jobs, ...(log && { log }) })
  return {
    ...app,
    url: database.url,
    ownerUrl: database.ownerUrl,
    async close() {
      await app.close()
      await database.drop()
    },
  }
}

/** The port of the last server of this process: at the same address a browser has the scripts that it once read. */
let lastPort = 0

/** The server on a free port of this machine, for a browser; the address is like http://127.0.0.1:41234. */
export const servedApp = async (options: AppOptions = {}): Promise<TestApp & { address: string }> => {
  const app = await testApp(options)
  const host = '127.0.0.1'
  await app.http.listen({ port: lastPort, host }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return app.http.listen({ port: 0, host })
  })
  const port = portOf(app.http.server)
  lastPort = port
  return { ...app, address: `http://127.0.0.1:${port}` }
}
