// The generated network in a database of its own with our server in front: what is measured.
import path from 'node:path'
import { role } from '../core/user.ts'
import { loadNetwork } from '../demo/load.ts'
import { readConfig } from '../server/config.ts'
import { sql, type Database } from '../server/db/db.ts'
import { migrate } from '../server/db/migrate.ts'
import { startEmbedded } from '../server/embedded/launcher.ts'
import { hashToken } from '../server/session/session.ts'
import { createApp, type App } from '../start/app.ts'
import { randomBytes } from 'node:crypto'
import { generate } from './network.ts'

/** Where a user sits, whose lists are measured: over the whole network, at its central lab, at a centre. */
type Place = 'network' | 'lab' | 'centre'
const seats: Readonly<Record<Place, { name: string; role: number; entity: number }>> = {
  network: { name: 'manager', role: role.BusinessManager, entity: 1 },
  lab: { name: 'manager', role: role.BusinessManager, entity: 2 },
  centre: { name: 'frontdesk2', role: role.FrontDesk, entity: 11 },
}
/** Sessions enough that the rate limit of each is not what is measured. */
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

/** Where our server answers, for whom, and the key of the newest sale. */
export type Stand = {
  readonly base: string
  readonly tokens: readonly string[]
  /** Of people who see a part of the network. */
  readonly scoped: Readonly<Record<'lab' | 'centre', readonly string[]>>
  readonly top: number
}
type Standing = Stand & { readonly app: App; readonly ownerUrl: string; close(): Promise<void> }

/** Opens the database of so many sales, generated once and kept, and our server before it. */
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
