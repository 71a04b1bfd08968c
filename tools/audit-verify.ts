// npm run audit:verify: says whether the chain of sealed audit blocks holds; exit code 1 when it does not.
import { existsSync } from 'node:fs'
import { verifyAudit } from '../server/audit.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase, sql } from '../server/db.ts'
import { startEmbedded } from '../server/embedded/launcher.ts'

const config = readConfig(process.env)
if (config.databaseUrl === undefined && !existsSync(config.dataDir)) {
  console.error(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  process.exit(1)
}
const database =
  config.databaseUrl === undefined
    ? await startEmbedded({ dataDir: config.dataDir, log: () => undefined })
    : { url: config.databaseUrl, stop: async () => undefined }
const db = openDatabase(database.url)
try {
  const { blocks, brokenAt } = await db.transaction(verifyAudit)
  const { rows } = await db.read.one<{ rows: number }>(
    sql`select count(*)::int as rows from audit where audit_id > coalesce((select max(last_audit_id) from audit_blocks), 0)`,
  )
  console.log(
    brokenAt === null
      ? `The audit holds: ${blocks} sealed blocks, ${rows} rows not sealed yet.`
      : `The audit does not hold: block ${brokenAt} of ${blocks} differs from its rows or from the block before it.`,
  )
  process.exitCode = brokenAt === null ? 0 : 1
} finally {
  await db.close()
  await database.stop()
}
