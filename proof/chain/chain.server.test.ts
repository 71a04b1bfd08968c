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

/** A step that is hardly ever done proves nothing: out of so many tries, one in twenty at least. */
const enough = { tries: 60, share: 0.05 }
afterAll(() => {
  const shares = sharesOf(walked)
  console.info(`All walks: ${shares.map(({ text }) => text).join(', ')}`)
  expect(shares.filter(({ tried, share }) => tried >= enough.tries && share < enough.share)).toEqual([])
})

test.each(seeds)(
  'whatever happens on the way, in whatever order, what must hold holds after each step: seed %i',
  { timeout: 60_000 + steps * 2_000 },
  async (seed) => {
    const app = await testApp()
    try {
      const tally = await walk(await openWorld(app, seed), steps, seed)
      walked.push(tally)
      const told = sharesOf([tally]).map(({ text }) => text)
      console.info(`${steps} steps from seed ${seed}: ${told.join(', ')}`)
      // a walk that never gets to a report proves little
      for (const name of ['accession', 'dispatch', 'receive', 'enter', 'approve'] as const)
        expect([name, tally[name].done > 0]).toEqual([name, true])
      expect(tally.release.done + tally.finish.done).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  },
)
