// `npm run bench [-- --sales 100000]`: loads the generated network, runs our server and pgbench in turns on the same
// PostgreSQL, prints medians and ratios.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadNetwork } from '../demo/load.ts'
import { createApp } from '../start/app.ts'
import { readConfig } from '../server/config.ts'
import { sql, type Database } from '../server/db/db.ts'
import { startEmbedded } from '../server/embedded/launcher.ts'
import { migrate } from '../server/db/migrate.ts'
import { hashToken } from '../server/session/session.ts'
import { measureLaboratory, measureReports } from './single.ts'
import { generate } from './network.ts'
import { works, type Work } from './works.ts'

const argument = (name: string, fallback: string): string =>
  process.argv[process.argv.indexOf(`--${name}`) + 1] ?? fallback
const wanted = (name: string, fallback: string): string =>
  process.argv.includes(`--${name}`) ? argument(name, fallback) : fallback
const sales = Number(wanted('sales', '100000'))
const rounds = Number(wanted('rounds', '3'))
const seconds = wanted('seconds', '6')
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const findPgbench = (): string | undefined => {
  const folder = '/usr/lib/postgresql'
  const found = existsSync(folder)
    ? readdirSync(folder)
        .map((version) => path.join(folder, version, 'bin', 'pgbench'))
        .filter((file) => existsSync(file))
    : []
  return found.at(-1) ?? (spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : undefined)
}

/** Sessions enough that the rate limit of each is not what is measured. */
const openSessions = (db: Database): Promise<string[]> =>
  db.transaction(async (tx) => {
    const tokens = Array.from({ length: 400 }, () => randomBytes(24).toString('base64url'))
    for (const token of tokens)
      await tx.run(sql`
        insert into
          sessions (token_hash, user_id, role_id, entity_id)
        select
          ${hashToken(token)},
          user_id,
          2,
          1
        from
          users
        where
          user_name = 'manager'
      `)
    return tokens
  })

/** Runs a program without holding up our server, which answers from this process. */
const run = (program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...environment } })
    let out = ''
    let problem = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    child.stderr.on('data', (part: Buffer) => (problem += part.toString()))
    child.on('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(problem || `${program} ended with ${code}`)),
    )
  })

type Measured = { tps: number; p50: number; p95: number; refused: Record<number, number> }
const runOurs = async (work: Work, base: string, top: number, tokens: readonly string[]): Promise<Measured> =>
  JSON.parse(
    await run(process.execPath, [
      fileURLToPath(new URL('./drive.ts', import.meta.url)),
      base,
      work.id,
      seconds,
      String(top),
      tokens.join(','),
    ]),
  ) as Measured

const runCeiling = async (pgbench: string, work: Work, ownerUrl: string, top: number): Promise<number> => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'aliquot-bench-')), `${work.id}.sql`)
  writeFileSync(file, `${work.ceiling}\n`)
  const url = new URL(ownerUrl)
  const out = await run(
    pgbench,
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      '8',
      '-j',
      '1',
      '-T',
      seconds,
      '-D',
      `top=${top}`,
      '-f',
      file,
      '-h',
      decodeURIComponent(url.hostname),
      '-p',
      url.port || '5432',
      '-U',
      url.username,
      url.pathname.slice(1),
    ],
    { PGPASSWORD: url.password },
  )
  const found = /tps = ([0-9.]+)/.exec(out)
  if (!found?.[1]) throw new Error(`pgbench: ${out}`)
  return Number(found[1])
}

const dataDir = path.resolve(wanted('data', path.join('data', `bench-${sales}`)))
const database = await startEmbedded({ dataDir, log: () => undefined })
await migrate(database.ownerUrl)
const app = await createApp(database.url, { ...readConfig({ PORT: '0', DEMO: 'false' }), logLevel: 'silent' })
if (await loadNetwork(app.db)) {
  console.log(`Generating ${sales} sales`)
  await generate(database.ownerUrl, sales, console.log)
}
const base = await app.http.listen({ port: 0, host: '127.0.0.1' })
const tokens = await openSessions(app.db)
const { top } = await app.db.read.one<{ top: number }>(sql`
  select
    1000000 + ${sales}::int as top
`)
const pgbench = findPgbench()
console.log(
  [
    `\n${sales} sales`,
    `${cpus().length} cores (${cpus()[0]?.model.trim() ?? ''})`,
    `Node ${process.version}`,
    new Date().toISOString().slice(0, 10),
    `${rounds} rounds of ${seconds} s`,
    '8 clients',
  ].join(', '),
)
console.log(pgbench ? '' : 'pgbench is not installed: ours only, without the ceiling')
console.log('| work | ours/s | ceiling/s | ratio | p50 ms | p95 ms | refused |\n|---|---|---|---|---|---|---|')
for (const work of works.filter((one) => wanted('only', one.id).split(',').includes(one.id))) {
  await runOurs(work, base, top, tokens)
  const ours: Measured[] = []
  const ceiling: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await runOurs(work, base, top, tokens))
    if (pgbench) ceiling.push(await runCeiling(pgbench, work, database.ownerUrl, top))
  }
  const mine = median(ours.map((o) => o.tps))
  const best = median(ceiling)
  const refused = Object.entries(ours.reduce<Record<string, number>>((all, o) => Object.assign(all, o.refused), {}))
    .map(([status, n]) => `${n} x ${status}`)
    .join(' ')
  console.log(
    `| ${[
      work.id,
      mine.toFixed(0),
      pgbench ? best.toFixed(0) : '–',
      pgbench ? (mine / best).toFixed(2) : '–',
      median(ours.map((o) => o.p50)).toFixed(1),
      median(ours.map((o) => o.p95)).toFixed(1),
      refused || 0,
    ].join(' | ')} |`,
  )
}
if (wanted('only', 'W5').includes('W5')) {
  await measureLaboratory(app, console.log)
  if (!process.argv.includes('--only')) await measureReports(console.log)
}
await app.close()
await database.stop()
process.exit(0)
