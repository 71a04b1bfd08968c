// A first start loads the whole demo network at a moment chosen from the date; another day tries another one.
import { expect, test } from 'vitest'
import { drawn } from '../proof/starts/dates.ts'
import { startAt } from '../proof/starts/first-start.ts'

const moment = drawn(new Date())
test(`a first start at ${moment} serves a whole demo network`, async () => {
  expect(await startAt(moment)).toBeGreaterThan(0)
}, 600_000)
