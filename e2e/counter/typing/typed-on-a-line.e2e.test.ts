// The bill of a walk-in typed by keys alone on a real line: every character arrives in its field. `npm run proof --
// keys` runs each pace ten times.
import { expect, test } from 'vitest'
import { journeyForTests } from '../../hands/journey.ts'
import { typeWalkIn, type Pace } from '../../hands/walk-in.ts'

const { here } = journeyForTests()
const rounds = Number(process.env['KEYS_ROUNDS'] ?? 0)
const all = [60, 30, 15].flatMap((key) => [0, 100, 300].map((line): Pace => ({ key, line })))
/** The quickest keys on the slowest line; e2e/counter/typing/typed-at-speed has the usual ones. */
const short: readonly Pace[] = [{ key: 15, line: 300 }]
const paces = rounds > 0 ? Array.from({ length: rounds }, () => all).flat() : short

test.each(paces.map((pace, at) => ({ ...pace, lrn: 740_001 + at })))(
  'a walk-in bill typed at $key ms a key on a line of $line ms is saved whole, bill $lrn',
  async ({ lrn, ...pace }) => {
    const { wanted, kept, papers } = await typeWalkIn(here, lrn, pace)
    expect({ ...kept, papers }).toEqual({ ...wanted, papers: 2 })
  },
  180_000,
)
