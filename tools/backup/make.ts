// npm run backup [-- --to FOLDER|FILE]: makes a backup of the database while people work in it; exit code 1 when not.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { leave } from '../../server/backup/format/disk.ts'
import { backupAndNote } from '../../server/backup/nightly/note.ts'
import { madeText } from '../../server/backup/texts.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { startEmbedded } from '../../server/embedded/launcher.ts'
import { startProblem } from '../../start/problem.ts'

const usage = 'Usage: npm run backup [-- --to FOLDER|FILE]'

const toOf = (): string | undefined => {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values.to
  } catch {
    throw new ConfigError(usage)
  }
}

const main = async (): Promise<void> => {
  const to = toOf()
  const config = readConfig(process.env)
  const folder = to ?? config.backup.folder
  if (folder === undefined) throw new ConfigError(`Name the folder of the backup, or set BACKUP_FOLDER. ${usage}`)
  if (config.databaseUrl === undefined && !existsSync(config.dataDir))
    throw new ConfigError(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  if (to === undefined && config.backup.isOwnFolder) await mkdir(folder, { recursive: true })
  const database =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir })
      : { url: config.databaseUrl, stop: async () => undefined }
  try {
    const { passphrase, diskSeconds } = config.backup
    console.log(madeText(await backupAndNote({ url: database.url, to: folder, passphrase, diskSeconds }, 'by hand')))
  } catch (error) {
    throw startProblem(error, config)
  } finally {
    await database.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  leave(1)
})
