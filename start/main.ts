// Starts the product: configuration, database, migrations, demo network, then serves until stopped.
import { pathToFileURL } from 'node:url'
import { createApp } from './app.ts'
import { leave } from '../server/backup/format/disk.ts'
import { ConfigError, readConfig, type Config } from '../server/config.ts'
import { bringToRelease } from '../setup/fill.ts'
import { isPart } from '../setup/part.ts'
import { startEmbedded, type Addresses, type Embedded } from '../server/embedded/launcher.ts'
import { serveInProcesses, type Serving } from './processes.ts'
import { migrateJobs } from '../server/jobs/jobs.ts'
import { migrate } from '../server/db/migrate.ts'
import { openDatabase, type Database } from '../server/db/db.ts'
import { offerSetup, setupLink } from '../setup/link.ts'
import { lockDemoAccounts } from '../setup/setup.ts'
import { beforeMigrations } from './before-migrations.ts'
import { listenProblem, startProblem } from './problem.ts'
import { checkSessions } from './sessions.ts'
import { progressOn } from './progress.ts'

type Running = { address: string; close(): Promise<void> }
const say = (line: string): void => console.log(line)

/** The start was stopped before it was complete. */
class Stopped extends Error {}

/** Fills an empty database with the demo network; the load ends at the next step when the start is stopped. */
const fillDemo = async ({ url, ownerUrl }: Addresses, signal: AbortSignal): Promise<void> => {
  await migrate(ownerUrl, { log: say })
  await migrateJobs(ownerUrl)
  const show = progressOn(process.stdout, 'Loading the demo network and 60 days of work')
  const onProgress = (share: number): void => {
    if (signal.aborted) throw new Stopped()
    show(share)
  }
  const { loadDemo } = await import('../demo/load.ts')
  const hasty = openDatabase(url, { connections: 4, isHasty: true })
  try {
    if (await loadDemo(hasty, { onProgress })) show(1)
  } finally {
    await hasty.close()
  }
}

/** @throws for a part of a network. A network of an earlier release gets the beginning of this one */
const checkAndBring = async (db: Database): Promise<void> => {
  if (await isPart(db))
    throw new ConfigError(
      'This database holds only a part of the demo network: an earlier start was cut off while it loaded. ' +
        'Empty the database, or name another one in DATABASE_URL, and start again.',
    )
  const { changed, kept } = await bringToRelease(db)
  if (changed > 0) say(`Lists, permits and dashboards were brought to this release: ${changed} changes.`)
  if (kept.length > 0) say(`Not updated, since this network had changed them: ${kept.join(', ')}.`)
}

/** The database to serve from, brought up to date. A demo network is complete in it, or absent. */
const openDatabaseServer = async (config: Config, signal: AbortSignal): Promise<Embedded> => {
  const isEmbedded = config.databaseUrl === undefined
  await checkSessions(config)
  const fill = (database: Addresses): Promise<void> => fillDemo(database, signal)
  const database =
    config.databaseUrl === undefined
      ? await startEmbedded({
          dataDir: config.dataDir,
          log: say,
          fill: config.demo ? fill : undefined,
          connections: config.processes * config.connections,
        })
      : { url: config.databaseUrl, ownerUrl: config.databaseUrl, stop: async () => undefined }
  try {
    await beforeMigrations(database, config, say)
    await migrate(database.ownerUrl, { log: say })
    await migrateJobs(database.ownerUrl)
    // DATABASE_URL is filled in place: the mark of a part prevents a server from serving it meanwhile
    if (config.demo && !isEmbedded) await fill(database)
    await withDatabase(database.url, checkAndBring)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** Locks accounts with a public password outside the demo. */
const lockDemo = async (db: Database): Promise<void> => {
  const locked = await lockDemoAccounts(db)
  if (locked > 0)
    console.log(
      `This database was filled as a demo: ${locked} accounts with its public password ` +
        'are locked until they get another.',
    )
}
/** Prints a one-time link where no administrator can sign in. */
const printSetupLink = async (db: Database, config: Config, address: string): Promise<void> => {
  const token = await offerSetup(db)
  if (token === undefined) return
  const { place, link } = setupLink(config, new URL(address).port, token)
  console.log(`\nNo administrator can sign in yet. Within 30 minutes, once, ${place}: ${link}\n`)
}

const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = openDatabase(url, { connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
const openAccounts = async (db: Database, config: Config, address: string): Promise<void> => {
  await lockDemo(db)
  await printSetupLink(db, config, address)
}

/** Serves in this process; requests wait until `open`, and are refused when it is closed before. */
const serveHere = async (url: string, config: Config): Promise<Serving> => {
  const opening = Promise.withResolvers<void>()
  opening.promise.catch(() => undefined)
  const app = await createApp(url, config, { jobs: true, opened: opening.promise })
  const close = async (): Promise<void> => {
    opening.reject(new Error('The start was not complete'))
    await app.close()
  }
  try {
    const address = await app.http.listen({ port: config.port, host: config.host })
    return { address, open: opening.resolve, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Brings everything up; answers the address and how to stop. Throws ConfigError with one clear line when the user can
 * correct the cause.
 */
const bringUp = async (config: Config, signal: AbortSignal): Promise<Running> => {
  const goOn = (): void => {
    if (signal.aborted) throw new Stopped()
  }
  const database = await openDatabaseServer(config, signal)
  try {
    goOn()
    // listens first, so that a failed start changes no account; requests wait until the accounts are locked
    const serving = await (
      config.processes > 1 ? serveInProcesses(database.url, config.processes, say) : serveHere(database.url, config)
    ).catch((error: unknown) => {
      throw listenProblem(error, config)
    })
    try {
      goOn()
      if (!config.demo) await withDatabase(database.url, (db) => openAccounts(db, config, serving.address))
      serving.open()
      goOn()
      return {
        address: serving.address,
        async close() {
          await serving.close()
          await database.stop()
        },
      }
    } catch (error) {
      await serving.close()
      throw error
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

/** Milliseconds in which a second signal counts as the first: a process group gets each signal twice. */
const sameSignal = 3000

const main = async (): Promise<void> => {
  const stopping = new AbortController()
  let signalledAt = 0
  const ended = Promise.withResolvers<void>()
  const stop = (): void => {
    if (!stopping.signal.aborted) {
      signalledAt = performance.now()
      stopping.abort()
      ended.resolve()
      // a second signal exits at once; the guard of the embedded database then stops that
    } else if (performance.now() - signalledAt > sameSignal) process.exit(1)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // an error in one request must not end the others; its message may hold patient data, so only the stack is logged
  process.on('unhandledRejection', (error) =>
    console.error(
      'not handled:',
      error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1, 4) : typeof error,
    ),
  )
  try {
    const config = readConfig(process.env)
    const running = await bringUp(config, stopping.signal).catch((error: unknown) => {
      throw startProblem(error, config)
    })
    say(`\nAliquot is at ${running.address}\n`)
    if (config.demo) say(`${signIns}\n\nDemo mode: reachable from this machine only. Stop with Ctrl+C.`)
    await ended.promise
    await running.close()
    process.exit(0)
  } catch (error) {
    if (stopping.signal.aborted) {
      say('\nStopped before the start was complete. What was not complete is removed; the next start begins again.')
      process.exit(0)
    }
    console.error(error instanceof ConfigError ? error.message : error)
    leave(1)
  }
}
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
