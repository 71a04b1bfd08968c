// A period of a bill cycle is billed up to its last past day.
import { expect, test } from 'vitest'
import { billCycle } from '../../lists/items.model.ts'
import { lastPeriodEnd } from './period.rules.ts'

test.each([
  ['Monthly', '2026-11-30', '2026-10-31'],
  ['Monthly', '2026-12-01', '2026-11-30'],
  ['Monthly', '2028-03-03', '2028-02-29'],
  ['Monthly', '2027-01-01', '2026-12-31'],
  ['Fortnightly', '2026-11-15', '2026-10-31'],
  ['Fortnightly', '2026-11-16', '2026-11-15'],
  ['Weekly', '2026-11-22', '2026-11-15'],
  ['Weekly', '2026-11-23', '2026-11-22'],
  ['Weekly', '2026-11-28', '2026-11-22'],
  ['Daily', '2026-03-01', '2026-02-28'],
  ['EverySale', '2026-03-01', '2026-03-01'],
  ['OnDemand', '2026-03-01', '2026-03-01'],
] as const)('%s on %s is billed up to %s', (cycle, today, until) => {
  expect(lastPeriodEnd(billCycle[cycle], today)).toBe(until)
})
