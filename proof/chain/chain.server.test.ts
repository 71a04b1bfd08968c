// The whole chain at random: billed, routed, packed, sent, received or not, measured, signed, reported, amended,
// cancelled. `npm run proof` takes many walks; a failure names its step and seed.
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../server/testing/app.ts'
import { openWorld, sharesOf, walk, type Tally } from './walk.ts'

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const steps = setting('CHAIN_STEPS', 150)
const first = setting('CHAIN_SEED', 1)
const seeds = Array.from({ length: setting('CHAIN_WALKS', 1) }, (_, at) => first + at)
const walked: Tally[] = []

/** A step that hardly ever succeeds is no proof: of 60 tries or more, at least one in twenty succeeds. */
const enough = { tries: 60, share: 0.05 }
afterAll(() => {
  const shares = sharesOf(walked)
  console.info(`All walks: ${shares.map(({ text }) => text).join(', ')}`)
  expect(shares.filter(({ tried, share }) => tried >= enough.tries && share < enough.share)).toEqual([])
})

test.each(seeds)(
  'after each step of a random walk every invariant holds: seed %i',
  { timeout: 60_000 + steps * 2_000 },
  async (seed) => {
    const app = await testApp()
    try {
      const tally = await walk(await openWorld(app, seed), steps, seed)
      walked.push(tally)
      const parts = sharesOf([tally]).map(({ text }) => text)
      console.info(`${steps} steps from seed ${seed}: ${parts.join(', ')}`)
      // a walk without a report is a weak proof
      for (const name of ['accession', 'dispatch', 'receive', 'enter', 'approve'] as const)
        expect([name, tally[name].done > 0]).toEqual([name, true])
      expect(tally.release.done + tally.finish.done).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  },
)
