// npm run restore -- FILE [--database URL] [--try]: restores a backup into an empty database, or tries it in one
// that is removed afterwards; exit code 1 when not.
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { restoreEmbedded } from '../../server/backup/embedded.ts'
import { leave } from '../../server/backup/format/disk.ts'
import { openBackup, type Backup } from '../../server/backup/format/open.ts'
import { restoreInto, type Restored, type Restoring } from '../../server/backup/restore.ts'
import { restoredText } from '../../server/backup/texts.ts'
import { tryRestore } from '../../server/backup/trial.ts'
import { ConfigError, readConfig, type Config } from '../../server/config.ts'
import { startProblem } from '../../start/problem.ts'
import { progressOn } from '../../start/progress.ts'

const usage = 'Usage: npm run restore -- FILE [--database URL] [--try]'
type Asked = { file: string; database: string | undefined; isTrial: boolean }

const asked = (): Asked => {
  try {
    const { values, positionals } = parseArgs({
      options: { database: { type: 'string' }, try: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new Error()
    return { file, database: values.database, isTrial: values.try }
  } catch {
    throw new ConfigError(usage)
  }
}

const restore = async (backup: Backup, config: Config, { isTrial }: Asked, how: Restoring): Promise<Restored> => {
  if (isTrial) {
    await mkdir(config.dataDir, { recursive: true })
    return tryRestore(config, backup, how)
  }
  const { databaseUrl: url } = config
  return url === undefined
    ? restoreEmbedded(config.dataDir, backup, how)
    : restoreInto({ url, ownerUrl: url }, backup, how)
}

/** Each step has its own estimate: what the next takes is not known before. */
const steps = {
  rows: 'Step 1 of 3, the rows',
  keys: 'Step 2 of 3, indexes and keys',
  proof: 'Step 3 of 3, history and records',
}
const shown = (): Restoring => {
  const begun = new Map<string, (share: number) => void>()
  return {
    log: (line) => console.log(line),
    onProgress: (step, share) => {
      const show = begun.get(step) ?? progressOn(process.stdout, steps[step])
      begun.set(step, show)
      show(share)
    },
  }
}

const main = async (): Promise<void> => {
  const what = asked()
  const env = what.database === undefined ? process.env : { ...process.env, DATABASE_URL: what.database }
  const config = readConfig(env)
  const begun = performance.now()
  const { passphrase, diskSeconds } = config.backup
  const backup = await openBackup(what.file, passphrase, diskSeconds)
  try {
    const restored = await restore(backup, config, what, shown()).catch((error: unknown) => {
      throw startProblem(error, config)
    })
    console.log(restoredText(backup, restored, (performance.now() - begun) / 1000))
    if (what.isTrial) console.log('It was a trial: what was restored is removed again.')
    else console.log('Start it with DEMO=false npm start, and with the same DATA_DIR or DATABASE_URL.')
  } finally {
    await backup.close()
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error)
  leave(1)
})
