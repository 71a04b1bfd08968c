// npm run audit:verify [HASH]: verifies the chain of sealed audit blocks, and whether a hash saved from the log is
// still in it; exit code 1 when not.
import { existsSync } from 'node:fs'
import { verifyAudit } from '../server/door/seal.ts'
import { readConfig } from '../server/config.ts'
import { openDatabase, sql } from '../server/db/db.ts'
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
  const { Rows } = await db.read.one<{ Rows: number }>(sql`
    select
      count(*)::int as rows
    from
      audit
    where
      audit_id > coalesce(
        (
          select
            max(last_audit_id)
          from
            audit_blocks
        ),
        0
      )
  `)
  console.log(
    brokenAt === null
      ? `The audit is intact: ${blocks} sealed blocks, ${Rows} rows not sealed yet.`
      : `The audit is not intact: block ${brokenAt} of ${blocks} differs from its rows or from the block before it.`,
  )
  const last = await db.read.maybe<{ Hash: string }>(sql`
    select
      encode(block_hash, 'hex') as hash
    from
      audit_blocks
    order by
      block_id desc
    limit
      1
  `)
  if (last) console.log(`Its last block is ${last.Hash}.`)
  const kept = process.argv[2]
  const there =
    kept === undefined ||
    (await db.read.maybe(sql`
      select
        1
      from
        audit_blocks
      where
        encode(block_hash, 'hex') = ${kept.toLowerCase()}
    `)) !== undefined
  if (!there) console.log(`Block ${kept} is not in it: the chain was rebuilt.`)
  process.exitCode = brokenAt === null && there ? 0 : 1
} finally {
  await db.close()
  await database.stop()
}
