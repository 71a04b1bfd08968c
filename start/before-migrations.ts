// Before a start changes the database: a restore that was cut off is refused, and an embedded network that an update is
// about to change is backed up first.
import { mkdir } from 'node:fs/promises'
import pg from 'pg'
import { makeBackup } from '../server/backup/make.ts'
import { checkRestored } from '../server/backup/target.ts'
import { madeText } from '../server/backup/texts.ts'
import { ConfigError, type Config } from '../server/config.ts'
import { migrationNames } from '../server/db/migrate.ts'
import type { Addresses } from '../server/embedded/launcher.ts'

/** Whether there is a network, and migrations that it has not had. */
const isUpdate = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.clients') is not null as there`)
  if (rows[0]?.there !== true) return false
  if ((await client.query('select from public.clients limit 1')).rowCount === 0) return false
  const applied = await client.query<{ name: string }>('select name from public.migrations')
  const has = new Set(applied.rows.map(({ name }) => name))
  return (await migrationNames()).some((name) => !has.has(name))
}

/** @throws ConfigError with one line */
export const beforeMigrations = async (
  { url, ownerUrl }: Addresses,
  { databaseUrl, demo, backup: { folder, isOwnFolder, passphrase, diskSeconds } }: Config,
  say: (line: string) => void,
): Promise<void> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await checkRestored(client)
    // a server's operator has point-in-time recovery, and a demo can be loaded again
    if (databaseUrl !== undefined || demo || folder === undefined || !(await isUpdate(client))) return
  } finally {
    await client.end()
  }
  if (isOwnFolder) await mkdir(folder, { recursive: true }).catch(() => undefined)
  const made = await makeBackup({ url, to: folder, passphrase, diskSeconds }).catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(`The update is not begun, since the backup before it failed: ${error.message}`)
  })
  say(`Before the update: ${madeText(made)}`)
}
