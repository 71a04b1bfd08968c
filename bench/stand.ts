// The measured system: the generated network in a database of its own, served by our server.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { role } from '../core/user.ts'
import { loadNetwork } from '../demo/load.ts'
import { readConfig } from '../server/config.ts'
import { sql, type Database } from '../server/db/db.ts'
import { migrate } from '../server/db/migrate.ts'
import { migrateJobs } from '../server/jobs/jobs.ts'
import { startEmbedded, type Embedded } from '../server/embedded/launcher.ts'
import { sumPlaces } from '../modules/widgets/sums/kept.server.ts'
import { sumLedger } from '../modules/trialbalance/sums.server.ts'
import { hashToken } from '../server/session/session.ts'
import { createApp, type App } from '../start/app.ts'
import { randomBytes } from 'node:crypto'
import { generate, nextNumber } from './network/network.ts'

/** The entity of a user whose lists are measured: the whole network, its central lab, or a centre. */
type Place = 'network' | 'lab' | 'centre'
const seats: Readonly<Record<Place, { name: string; role: number; entity: number }>> = {
  network: { name: 'manager', role: role.BusinessManager, entity: 1 },
  lab: { name: 'manager', role: role.BusinessManager, entity: 2 },
  centre: { name: 'frontdesk2', role: role.FrontDesk, entity: 11 },
}
/** Opens enough sessions that their rate limits do not affect the measurement. */
const openSessions = async (db: Database, place: Place): Promise<string[]> => {
  const { name, role: roleId, entity } = seats[place]
  const tokens = Array.from({ length: 400 }, () => randomBytes(24).toString('base64url'))
  await db.transaction((tx) =>
    tx.run(sql`
      insert into
        sessions (token_hash, user_id, role_id, entity_id)
      select
        hash,
        user_id,
        ${roleId},
        ${entity}
      from
        users,
        unnest(${tokens.map(hashToken)}::bytea[]) hash
      where
        user_name = ${name}
    `),
  )
  return tokens
}

/** The address of our server, the sessions, and the key of the newest sale. */
export type Stand = {
  readonly base: string
  readonly tokens: readonly string[]
  /** Sessions of users who see a part of the network. */
  readonly scoped: Readonly<Record<'lab' | 'centre', readonly string[]>>
  readonly top: number
}
type Standing = Stand & { readonly app: App; readonly ownerUrl: string; close(): Promise<void> }

/** The last that a generation does is to move the numbers past its own. */
const isWhole = async ({ read }: Database): Promise<boolean> =>
  (
    await read.one<{ Next: number }>(sql`
      select
        last_value as next
      from
        invoices_invoice_id_seq
    `)
  ).Next >= nextNumber

type Begun = { readonly database: Embedded; readonly app: App }
const begun = async (dataDir: string, { disposable = false, jobs = false } = {}): Promise<Begun> => {
  const database = await startEmbedded({ dataDir, disposable, log: () => undefined })
  await migrate(database.ownerUrl)
  await migrateJobs(database.ownerUrl)
  const config = { ...readConfig({ PORT: '0', DEMO: 'false' }), logLevel: 'silent' } as const
  const app = await createApp(database.url, config, { jobs: false })
  if (!jobs) return { database, app }
  // the night's backup is not tried again before an hour has passed: it would be measured, too
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        backups (kind, asked, seconds, problem)
      values
        ('backup', 'schedule', 0, 'Not while the network is measured')
    `),
  )
  await app.close()
  return { database, app: await createApp(database.url, config, { jobs }) }
}

/** What is opened: its folder, and whether it has the books alone, whose month's end is billed by a job. */
type Wanted = { readonly dataDir?: string; readonly booksAlone?: boolean }
const folderOf = (sales: number, { dataDir, booksAlone = false }: Wanted): string =>
  path.resolve(dataDir ?? path.join('data', `bench-${sales}${booksAlone ? '-books' : ''}`))

/** Generates the network in a new folder, without the journal that a server keeps. */
const fill = async (
  sales: number,
  say: (line: string) => void,
  dataDir: string,
  booksAlone: boolean,
): Promise<void> => {
  const { database, app } = await begun(dataDir, { disposable: true })
  await loadNetwork(app.db)
  await app.close()
  say(`Generating ${sales} sales`)
  await generate(database.ownerUrl, sales, say, booksAlone)
  await database.stop()
}

/** Opens the database of this many sales, generated once and reused, and starts our server on it. */
export const stand = async (sales: number, say: (line: string) => void, what: Wanted = {}): Promise<Standing> => {
  const dataDir = folderOf(sales, what)
  const { booksAlone = false } = what
  if (!existsSync(dataDir)) await fill(sales, say, dataDir, booksAlone)
  const { database, app } = await begun(dataDir, { jobs: booksAlone })
  if (!(await isWhole(app.db))) throw new Error(`${dataDir} was left half generated. Delete it, and start again`)
  // as the job does every ten minutes
  while ((await app.db.transaction((tx) => sumLedger(tx, new Date().toISOString()))) > 0) continue
  while ((await app.db.transaction((tx) => sumPlaces(tx, new Date()))) > 0) continue
  return {
    app,
    ownerUrl: database.ownerUrl,
    base: await app.http.listen({ port: 0, host: '127.0.0.1' }),
    tokens: await openSessions(app.db, 'network'),
    scoped: { lab: await openSessions(app.db, 'lab'), centre: await openSessions(app.db, 'centre') },
    top: 1_000_000 + sales,
    async close() {
      await app.close()
      await database.stop()
    },
  }
}
