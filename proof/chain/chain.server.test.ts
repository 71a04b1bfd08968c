// The whole chain at random: billed, routed, packed, sent, received or not, measured, signed, reported, amended, cancelled.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import { openWorld, walk, type Tally } from './walk.ts'

// CHAIN_STEPS and CHAIN_SEED take another walk: the figures of the documents were made so
const count = Number(process.env['CHAIN_STEPS'] ?? 600)
const seed = Number(process.env['CHAIN_SEED'] ?? 2026)

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test(
  'whatever happens on the way, in whatever order, what must hold holds after each step',
  { timeout: 60_000 + count * 2_000 },
  async () => {
    const tally: Tally = await walk(await openWorld(app, seed), count, seed)
    console.info(`chain: ${count} steps from seed ${seed}`, JSON.stringify(tally))
    const never = Object.entries(tally).flatMap(([name, { done, nothing }]) => (done + nothing === 0 ? [name] : []))
    expect(never).toEqual([])
  },
)
