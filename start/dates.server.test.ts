// A first start loads the whole demo network at three moments chosen from the date; another day tries three others.
import { expect, test } from 'vitest'
import { drawn } from '../proof/starts/dates.ts'
import { startAt } from '../proof/starts/first-start.ts'

test.each(drawn(new Date()))(
  'a first start at %s serves a whole demo network',
  async (moment) => {
    expect(await startAt(moment)).toBeGreaterThan(0)
  },
  600_000,
)
