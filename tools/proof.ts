// `npm run proof`: 40 walks of 500 steps through the whole chain, from the seed of the day or from `-- <seed>`, with
// the invariants checked after each step; a month of 20,000 steps against plain books; and 1,000 patients judged as the
// specification says. CHAIN_WALKS, CHAIN_STEPS, MONTH_STEPS and PATIENTS set more or longer ones.
// `npm run proof -- starts`: first starts at 24 moments, and interrupted ones.
// `npm run proof -- keys`: a walk-in bill typed by keys alone at each pace on each line, ten times (KEYS_ROUNDS).
import { spawnSync } from 'node:child_process'

const run = (project: string, what: string, env: Readonly<Record<string, string>>): never => {
  const { status } = spawnSync('vitest', ['run', '--project', project, '--reporter', 'default', what], {
    stdio: 'inherit',
    env: { ...env, ...process.env },
  })
  process.exit(status ?? 1)
}

if (process.argv[2] === 'starts') {
  const program = new URL('../proof/starts/run.ts', import.meta.url).pathname
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(3)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
if (process.argv[2] === 'keys') run('e2e', 'e2e/typed-on-a-line', { KEYS_ROUNDS: '10' })
const seed = process.argv[2] ?? String(Math.floor(Date.now() / 86_400_000) * 1000)
console.info(`From seed ${seed}`)
run('server', 'proof', {
  CHAIN_WALKS: '40',
  CHAIN_STEPS: '500',
  MONTH_STEPS: '20000',
  MONTH_OFTEN: '250',
  PATIENTS: '1000',
  CHAIN_SEED: seed,
  MONTH_SEED: seed,
  PATIENTS_SEED: seed,
})
