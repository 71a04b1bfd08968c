// `npm run proof`: what is proved beyond the tests, then a table of each proof beside its goal and its last run: the
// matrix, fuzz, faults and kills as the tests have them; 40 walks of 500 steps through the whole chain and a month of
// 20,000 steps against plain books, from the seed of the day or from `-- <seed>`; 1,000 patients judged as the
// specification says. CHAIN_WALKS, CHAIN_STEPS, MONTH_STEPS and PATIENTS set more or longer ones.
// `CHAIN_WALKS=1 CHAIN_STEPS=20000 CHAIN_OFTEN=200 CHAIN_SEED=5 npm run proof -- chain`: one long walk, whose invariants
// are checked after every 200 steps and at its end; CHAIN_MINUTES=60 ends it there with the steps that it has taken.
// `npm run proof -- <name>`: one of them alone. `-- table`: the table alone.
// `npm run proof -- cluster [--rounds 20] [--install]`: fail-over of PostgreSQL behind PgBouncer.
// `npm run proof -- pitr [--install]`: point-in-time recovery with pgBackRest, as docs/operate.md has it.
// `npm run proof -- soak [--minutes 60]`: mixed work for an hour.
// `npm run proof -- starts`: first starts at 24 moments, and interrupted ones.
// `npm run proof -- keys`: a walk-in bill typed by keys alone at each pace on each line, ten times (KEYS_ROUNDS).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../core/same.ts'
import { isProof, lastRuns, noteRun, proofs, tableOf, type ProofName } from './proofs/runs.ts'

const [what, ...more] = process.argv.slice(2)

/** Runs the tests of these files; answers whether all passed, and how many. */
const tested = (project: string, files: readonly string[], env: NodeJS.ProcessEnv): { passed: number; all: number } => {
  const folder = mkdtempSync(path.join(tmpdir(), 'aliquot-proof-'))
  const report = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`]
    const { status } = spawnSync('vitest', ['run', '--project', project, ...reporters, ...files], {
      stdio: 'inherit',
      env: { ...env, ...process.env },
    })
    const found: unknown = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
    const count = (name: string): number => Number((isObject(found) ? found[name] : undefined) ?? 0)
    const [all, passed] = [count('numTotalTests'), count('numPassedTests')]
    return { all: Math.max(all, 1), passed: status === 0 ? passed : Math.min(passed, all - 1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a program of proof/ and ends with it. */
const program = (name: string): never => {
  const file = fileURLToPath(new URL(`../proof/${name}/run.ts`, import.meta.url))
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...more], {
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

if (what === 'starts' || what === 'cluster' || what === 'soak' || what === 'pitr') program(what)
if (what === 'keys') {
  const { all, passed } = tested('e2e', ['e2e/counter/typing/typed-on-a-line'], { KEYS_ROUNDS: '10' })
  process.exit(passed === all ? 0 : 1)
}
const names = Object.keys(proofs).filter(isProof)
const seed = what === undefined || isProof(what) ? String(Math.floor(Date.now() / 86_400_000) * 1000) : what
const env = {
  CHAIN_WALKS: '40',
  CHAIN_STEPS: '500',
  CHAIN_OFTEN: '1',
  MONTH_STEPS: '20000',
  MONTH_OFTEN: '250',
  PATIENTS: '1000',
  CHAIN_SEED: seed,
  MONTH_SEED: seed,
  PATIENTS_SEED: seed,
}

const prove = (name: ProofName): boolean => {
  const proof = proofs[name]
  if (!('tests' in proof)) return true
  console.info(`${name}: ${proof.goal}`)
  const begun = performance.now()
  const { all, passed } = tested('server', proof.tests, env)
  const seconds = ((performance.now() - begun) / 1000).toFixed(0)
  noteRun(name, { isGood: passed === all, result: `${passed} of ${all} tests in ${seconds} s, seed ${seed}` })
  return passed === all
}

let areGood = true
if (what !== 'table') {
  console.info(`From seed ${seed}`)
  for (const name of names) if (what === undefined || what === name || what === seed) areGood = prove(name) && areGood
}
console.info(tableOf(lastRuns()).join('\n'))
process.exit(areGood ? 0 : 1)
