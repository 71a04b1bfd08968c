// `npm run proof`: 40 walks of 500 steps through the whole chain, from the seed of the day or from `-- <seed>`, and what
// must hold after each step. CHAIN_WALKS and CHAIN_STEPS take more or longer ones.
import { spawnSync } from 'node:child_process'

const seed = process.argv[2] ?? String(Math.floor(Date.now() / 86_400_000) * 1000)
console.info(`From seed ${seed}`)
const { status } = spawnSync('vitest', ['run', '--project', 'server', 'proof/chain'], {
  stdio: 'inherit',
  env: { CHAIN_WALKS: '40', CHAIN_STEPS: '500', ...process.env, CHAIN_SEED: seed },
})
process.exit(status ?? 1)
