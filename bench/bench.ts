// `npm run bench [-- --sales 100000] [--books]`: loads the generated network, runs our server and pgbench in turns on
// the same PostgreSQL, prints medians and ratios.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { median, medianOf, refusedText, run, runOurs, wanted, type Measured } from './run.ts'
import { measureBooks } from './books.ts'
import { runMemory } from './memory.ts'
import { measureDashboard, measureLaboratory, measureRelease, measureReports } from './single.ts'
import { stand } from './stand.ts'
import { works, type Work } from './works.ts'

const sales = Number(wanted('sales', '100000'))
const rounds = Number(wanted('rounds', '3'))
const seconds = wanted('seconds', '6')
const findPgbench = (): string | undefined => {
  const folder = '/usr/lib/postgresql'
  const found = existsSync(folder)
    ? readdirSync(folder)
        .map((version) => path.join(folder, version, 'bin', 'pgbench'))
        .filter((file) => existsSync(file))
    : []
  return found.at(-1) ?? (spawnSync('pgbench', ['--version']).status === 0 ? 'pgbench' : undefined)
}

const runCeiling = async (pgbench: string, { id, ceiling }: Work, ownerUrl: string, top: number): Promise<number> => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'aliquot-bench-')), `${id}.sql`)
  writeFileSync(file, `${ceiling}\n`)
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

// ten million sales with their laboratory take more room than most machines have: their books fit
const booksAlone = process.argv.includes('--books')
const standing = await stand(sales, console.log, {
  booksAlone,
  ...(process.argv.includes('--data') && { dataDir: wanted('data', '') }),
})
const { app, ownerUrl, top } = standing
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
console.log(
  '| work | ours/s | ceiling/s | ratio | p50 ms | p95 ms | refused | from memory/s |\n|---|---|---|---|---|---|---|---|',
)
const measured = works.filter((one) => wanted('only', one.id).split(',').includes(one.id))
for (const work of booksAlone ? measured.filter((one) => one.by === undefined) : measured) {
  await runOurs(work, standing, seconds)
  const ours: Measured[] = []
  const ceiling: number[] = []
  const memory: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await runOurs(work, standing, seconds))
    if (pgbench && work.ceiling !== undefined) ceiling.push(await runCeiling(pgbench, work, ownerUrl, top))
    const kept = await runMemory(work, standing, seconds)
    if (kept) memory.push(kept)
  }
  const mine = medianOf(ours)
  const best = median(ceiling)
  console.log(
    `| ${[
      work.id,
      mine.tps.toFixed(0),
      ceiling.length > 0 ? best.toFixed(0) : '–',
      ceiling.length > 0 ? (mine.tps / best).toFixed(2) : '–',
      mine.p50.toFixed(1),
      mine.p95.toFixed(1),
      refusedText(mine) || 0,
      memory.length > 0 ? medianOf(memory).tps.toFixed(0) : '–',
    ].join(' | ')} |`,
  )
}
if (booksAlone) await measureBooks(standing, console.log)
else if (wanted('only', 'W5').includes('W5')) {
  await measureLaboratory(app, console.log)
  await measureRelease(app, console.log)
  if (!process.argv.includes('--only')) await measureReports(console.log)
}
if (wanted('only', 'dashboard').includes('dashboard')) await measureDashboard(standing, console.log)
await standing.close()
process.exit(0)
