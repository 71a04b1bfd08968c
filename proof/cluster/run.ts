// `npm run proof -- cluster [--rounds 20] [--install]`: PostgreSQL with a synchronous standby behind PgBouncer, and a
// server that reads lists there. In each round the primary is killed with -9 under eight writers, the standby promoted,
// the address moved: nothing acknowledged is lost or doubled, and the server is back within 15 s by itself.
import { spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadNetwork } from '../../demo/load.ts'
import { takeZone } from '../../server/backup/invariants.ts'
import { openDatabase } from '../../server/db/db.ts'
import { migrate } from '../../server/db/migrate.ts'
import { createDatabase, prepareRoles } from '../../server/embedded/launcher.ts'
import { migrateJobs } from '../../server/jobs/jobs.ts'
import { freePort, startServer } from '../../start/spawned.fixture.ts'
import { noteRun } from '../../tools/proofs/runs.ts'
import { movableAddress } from './address.ts'
import { asked, followedBy, killed, promoted, removed, startNode, type Node } from './nodes.ts'
import { startPooler } from './pooler.ts'
import { programsOf } from './programs.ts'
import { startWriters } from './writers.ts'

/** Seconds from the end of the primary until the next act is acknowledged. */
const goal = 15
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, install: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const say = (line: string): void => console.log(line)

const programs = programsOf(values.install, ['pgbouncer'])
const home = mkdtempSync(path.join(tmpdir(), 'aliquot-cluster-'))
chmodSync(home, 0o755)

const ownerOf = ({ cluster }: Node): string =>
  cluster.url('aliquot', { name: 'aliquot_owner', password: cluster.secrets.owner })

const fill = async (node: Node): Promise<void> => {
  await prepareRoles(node.cluster)
  await createDatabase(node.cluster, 'aliquot')
  await migrate(ownerOf(node))
  await migrateJobs(ownerOf(node))
  const db = openDatabase(ownerOf(node))
  await loadNetwork(db)
  await db.close()
}

/** What the start says to an address, until it ends. */
const startSays = (env: Record<string, string>): string => {
  const program = fileURLToPath(new URL('../../start/main.ts', import.meta.url))
  const { stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, DEMO: 'false', PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 30_000,
  })
  return stderr.trim()
}

/** Acknowledged sales that are not in the database once, and invariants that do not hold. */
const wrongIn = async (node: Node, acknowledged: readonly string[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerOf(node) })
  await client.connect()
  const { rows: sales } = await client.query<{ lrn: string; times: number }>(
    `select asked.lrn, count(s.sale_id)::int as times
    from unnest($1::text[]) asked (lrn) left join sales s on s.lrn = asked.lrn
    group by asked.lrn having count(s.sale_id) <> 1`,
    [acknowledged],
  )
  await takeZone(client)
  const text = readFileSync(new URL('../invariants.sql', import.meta.url), 'utf8')
  const { rows: broken } = await client.query<{ invariant: string; record: string }>(text)
  await client.end()
  return [
    ...sales.map(({ lrn, times }) => `sale ${lrn} is there ${times} times`),
    ...broken.map(({ invariant, record }) => `${invariant}: ${record}`),
  ]
}

const times: number[] = []
const faults: string[] = []
const children: ChildProcess[] = []
let nodes: readonly Node[] = []
try {
  say('A primary, its standby, PgBouncer in transaction mode, and a server')
  let primary = await startNode(programs.bin, path.join(home, 'node-0'))
  nodes = [primary]
  await fill(primary)
  let standby = await followedBy(programs.bin, primary, path.join(home, 'node-1'))
  nodes = [primary, standby]
  const toPrimary = await movableAddress(ownerOf(primary))
  const toStandby = await movableAddress(ownerOf(standby))
  const { owner } = primary.cluster.secrets
  const reached = { at: toPrimary.port, user: 'aliquot_owner', password: owner }
  const pooler = await startPooler(programs.pgbouncer, path.join(home, 'pooler'), reached)
  children.push(pooler.child)
  const at = (port: number): string => `postgres://aliquot_owner:${owner}@127.0.0.1:${port}/aliquot`

  const unannounced = startSays({ DATABASE_URL: at(pooler.port) })
  say(`A pooler that is not announced: ${unannounced}`)
  if (!unannounced.startsWith('DATABASE_URL leads through a pooler that keeps no sessions.'))
    faults.push('The start does not refuse a pooler that is not announced')

  const port = await freePort()
  children.push(
    await startServer(at(pooler.port), port, {
      DATABASE_SESSION_URL: at(toPrimary.port),
      DATABASE_REPLICA_URL: at(toStandby.port),
    }),
  )
  const writers = await startWriters(`http://127.0.0.1:${port}`)
  for (let round = 1; round <= rounds && writers.faults.length === 0; round += 1) {
    await writers.further(3)
    await killed(primary)
    const moment = performance.now()
    await promoted(standby)
    toPrimary.moveTo(ownerOf(standby))
    const back = (await writers.backSince(moment)) / 1000
    times.push(back)
    const before = writers.acknowledged.length
    await writers.further(2)
    const dead = primary
    primary = standby
    rmSync(dead.home, { recursive: true, force: true })
    standby = await followedBy(programs.bin, primary, path.join(home, `node-${round + 1}`))
    nodes = [primary, standby]
    toStandby.moveTo(ownerOf(standby))
    say(`round ${round}: back after ${back.toFixed(1)} s, ${before} sales acknowledged so far`)
  }
  await writers.stop()
  const [synced] = await asked<{ state: string }>(primary, 'select sync_state as state from pg_stat_replication')
  if (synced?.state !== 'sync') faults.push('The last standby is not synchronous')
  faults.push(...writers.faults, ...(await wrongIn(primary, writers.acknowledged)))
  say(`${writers.acknowledged.length} sales acknowledged by eight writers`)
  toPrimary.close()
  toStandby.close()
} catch (error) {
  faults.push((error as Error).message)
} finally {
  for (const child of children) child.kill('SIGTERM')
  await wait(1500)
  for (const child of children) child.kill('SIGKILL')
  for (const node of nodes) await removed(node)
  rmSync(home, { recursive: true, force: true })
}
for (const fault of faults.slice(0, 20)) say(`FAILED ${fault}`)
const slowest = Math.max(0, ...times)
if (slowest > goal) faults.push('too slow')
const result = `${times.length} fail-overs, back after ${slowest.toFixed(1)} s at most, ${faults.length} faults`
say(`${faults.length === 0 ? 'ok' : 'FAILED'} ${result}`)
noteRun('cluster', { isGood: faults.length === 0 && times.length === rounds, isPart: rounds < 20, result })
process.exit(faults.length === 0 ? 0 : 1)
