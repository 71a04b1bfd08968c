// The measured system: the generated network in a database of its own, served by our server.
import path from 'node:path'
import { role } from '../core/user.ts'
import { loadNetwork } from '../demo/load.ts'
import { readConfig } from '../server/config.ts'
import { sql, type Database } from '../server/db/db.ts'
import { migrate } from '../server/db/migrate.ts'
import { startEmbedded } from '../server/embedded/launcher.ts'
import { sumLedger } from '../modules/trialbalance/sums.server.ts'
import { hashToken } from '../server/session/session.ts'
import { createApp, type App } from '../start/app.ts'
import { randomBytes } from 'node:crypto'
import { generate } from './network.ts'

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

/** Opens the database of this many sales, generated once and reused, and starts our server on it. */
export const stand = async (
  sales: number,
  say: (line: string) => void,
  dataDir = path.resolve('data', `bench-${sales}`),
): Promise<Standing> => {
  const database = await startEmbedded({ dataDir, log: () => undefined })
  await migrate(database.ownerUrl)
  const app = await createApp(database.url, { ...readConfig({ PORT: '0', DEMO: 'false' }), logLevel: 'silent' })
  if (await loadNetwork(app.db)) {
    say(`Generating ${sales} sales`)
    await generate(database.ownerUrl, sales, say)
  }
  // as the job does every ten minutes
  while ((await app.db.transaction((tx) => sumLedger(tx, new Date().toISOString()))) > 0) continue
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
