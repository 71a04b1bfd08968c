// Starts the product: configuration, database, migrations, demo network, then serves until told to stop.
import { pathToFileURL } from 'node:url'
import { createApp } from './app.ts'
import { ConfigError, readConfig, type Config } from '../server/config.ts'
import { startEmbedded } from '../server/embedded/launcher.ts'
import { migrateJobs } from '../server/jobs/jobs.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase, type Database } from '../server/db/db.ts'
import { offerSetup, setupLink } from '../setup/link.ts'
import { lockDemoAccounts } from '../setup/setup.ts'

type Running = { address: string; close(): Promise<void> }

const openDatabaseServer = async (
  config: Config,
): Promise<{ url: string; ownerUrl: string; stop(): Promise<void> }> => {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, ownerUrl: config.databaseUrl, stop: async () => undefined }
  return startEmbedded({ dataDir: config.dataDir, log: (line: string) => console.log(line) })
}

/** Outside the demo nobody signs in with a public password. */
const lockDemo = async (db: Database): Promise<void> => {
  const locked = await lockDemoAccounts(db)
  if (locked > 0)
    console.log(
      `This database was filled as a demo: ${locked} accounts with its public password ` +
        'are locked until they get another.',
    )
}
/** Where no administrator can sign in, one link lets the first one in. */
const tellSetup = async (db: Database, config: Config, address: string): Promise<void> => {
  const token = await offerSetup(db)
  if (token === undefined) return
  const { place, link } = setupLink(config, new URL(address).port, token)
  console.log(`\nNo administrator can sign in yet. Within 30 minutes, once, ${place}: ${link}\n`)
}

const portTaken = (error: unknown, config: Config): Error =>
  (error as { code?: string }).code === 'EADDRINUSE'
    ? new ConfigError(
        `Port ${config.port} is taken. Set PORT to another number, for example PORT=${config.port + 1} npm start`,
      )
    : (error as Error)

/**
 * Brings everything up; answers the address and how to stop. Throws ConfigError with one clear line for what the user
 * can mend.
 */
export const start = async (env: NodeJS.ProcessEnv): Promise<Running> => {
  const config = readConfig(env)
  const database = await openDatabaseServer(config)
  try {
    await migrate(database.ownerUrl)
    await migrateJobs(database.ownerUrl)
    const app = await createApp(database.url, config, { jobs: true })
    if (config.demo) {
      const { loadDemo } = await import('../demo/load.ts')
      const hasty = openDatabase(database.url, { connections: 4, isHasty: true })
      await loadDemo(hasty, { log: (line: string) => console.log(line) }).finally(() => hasty.close())
    } else await lockDemo(app.db)
    const address = await app.http.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      throw portTaken(error, config)
    })
    if (!config.demo) await tellSetup(app.db, config, address)
    return {
      address,
      async close() {
        await app.close()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

const signIns = `Demo sign-ins, password aliquot-demo for all:
  admin (administrator)      manager (business manager)   pathologist, pathologist2
  technologist               labdesk (front desk, lab)    frontdesk, frontdesk2 (centres)
  phlebotomist               accounts                     logistics
  salesmanager               quality                      auditor
  nashik                     doctor, institution, referrer, patient, courier`

const main = async (): Promise<void> => {
  try {
    const running = await start(process.env)
    console.log(`\nAliquot is at ${running.address}\n`)
    if (readConfig(process.env).demo)
      console.log(`${signIns}\n\nDemo mode: reachable from this machine only. Stop with Ctrl+C.`)
    let stopping = false
    const stop = (): void => {
      // who asks twice does not wait; the embedded database is taken over at the next start
      if (stopping) process.exit(1)
      stopping = true
      void running.close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }
    // a slip in one request is no reason to end those of everybody else; what it was about is not told
    process.on('unhandledRejection', (error) =>
      console.error(
        'not handled:',
        error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1, 4) : typeof error,
      ),
    )
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
