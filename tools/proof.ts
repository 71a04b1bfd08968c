// `npm run proof`: 40 walks of 500 steps through the whole chain, from the seed of the day or from `-- <seed>`, and what
// must hold after each step; and a month of 20,000 steps beside plain books. CHAIN_WALKS, CHAIN_STEPS
// and MONTH_STEPS take more or longer ones. `npm run proof -- starts`: first starts on 24 moments, and others cut off.
import { spawnSync } from 'node:child_process'

if (process.argv[2] === 'starts') {
  const program = new URL('../proof/starts/run.ts', import.meta.url).pathname
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(3)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const seed = process.argv[2] ?? String(Math.floor(Date.now() / 86_400_000) * 1000)
console.info(`From seed ${seed}`)
const { status } = spawnSync('vitest', ['run', '--project', 'server', 'proof'], {
  stdio: 'inherit',
  env: {
    CHAIN_WALKS: '40',
    CHAIN_STEPS: '500',
    MONTH_STEPS: '20000',
    MONTH_OFTEN: '250',
    ...process.env,
    CHAIN_SEED: seed,
    MONTH_SEED: seed,
  },
})
process.exit(status ?? 1)
