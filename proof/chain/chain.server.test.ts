// The whole chain at random: billed, routed, packed, sent, received or not, measured, signed, reported, amended,
// cancelled: a thousand steps in `npm test`. `npm run proof` takes more walks and checks after each step; a failure
// names its step and seed.
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../server/testing/app.ts'
import { openWorld, sharesOf, walk, type Tally } from './walk.ts'

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const steps = setting('CHAIN_STEPS', 250)
const first = setting('CHAIN_SEED', 1)
const every = setting('CHAIN_OFTEN', 10)
const minutes = setting('CHAIN_MINUTES', 24 * 60)
const seeds = Array.from({ length: setting('CHAIN_WALKS', 4) }, (_, at) => first + at)
const walked: Tally[] = []
let all = 0

/** A step that hardly ever succeeds is no proof: of 60 tries or more, at least one in ten succeeds. */
const enough = { tries: 60, share: 0.1 }
/** What makes results go out succeeds more often than not. */
const often = { names: ['approve', 'release', 'finish'], tries: 30, share: 0.5 }
/** From so many steps on, each act has succeeded. How often says little in one long walk: people to merge run out. */
const long = 2_000
afterAll(() => {
  const shares = sharesOf(walked)
  console.info(`All walks: ${shares.map(({ text }) => text).join(', ')}`)
  if (all >= long) expect(shares.filter(({ share }) => share === 0)).toEqual([])
  if (steps >= long) return
  expect(shares.filter(({ tried, share }) => tried >= enough.tries && share < enough.share)).toEqual([])
  const seldom = shares.filter(({ name, tried, share }) => {
    const isOften = often.names.includes(name)
    return isOften && tried >= often.tries && share < often.share
  })
  expect(seldom).toEqual([])
})

test.each(seeds)(
  'in a random walk every invariant holds: seed %i',
  { timeout: 60_000 + steps * 2_000 },
  async (seed) => {
    const app = await testApp()
    try {
      const { tally, taken } = await walk(await openWorld(app, seed), { seed, steps, often: every, minutes })
      walked.push(tally)
      all += taken
      const parts = sharesOf([tally]).map(({ text }) => text)
      console.info(`${taken} steps from seed ${seed}: ${parts.join(', ')}`)
      // a walk without a report is a weak proof
      for (const name of ['accession', 'dispatch', 'receive', 'enter', 'approve'] as const)
        expect([name, tally[name].done > 0]).toEqual([name, true])
      expect(tally.release.done + tally.finish.done).toBeGreaterThan(0)
    } finally {
      await app.close()
    }
  },
)
