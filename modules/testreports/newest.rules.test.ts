// The newest by day, and those new since the last visit.
import { expect, test } from 'vitest'
import { byDay, isNew, latestOf } from './newest.rules.ts'

const at = (ReportedDate: string) => ({ SaleDate: '2026-11-01T04:00:00.000Z', ReportedDate })
// half past midnight in India is still the evening before in UTC
const [tonight, noon, before, old] = [
  at('2026-11-24T19:00:00.000Z'),
  at('2026-11-25T06:30:00.000Z'),
  at('2026-11-24T06:30:00.000Z'),
  at('2026-11-02T06:30:00.000Z'),
]

test('reports are listed under the day of their release, in their order', () => {
  expect(byDay([noon, tonight, before, old], '2026-11-25')).toEqual([
    { name: 'Today', rows: [noon, tonight] },
    { name: 'Yesterday', rows: [before] },
    { name: '02-Nov-2026', rows: [old] },
  ])
  expect(byDay([], '2026-11-25')).toEqual([])
  // a sale has no report: the day of the sale
  expect(byDay([{ SaleDate: '2026-11-25T06:30:00.000Z' }], '2026-11-25')[0]?.name).toBe('Today')
})
test('rows newer than the newest of the last visit are new; at the first visit none is', () => {
  expect(latestOf([before, noon, old])).toBe(noon.ReportedDate)
  expect(latestOf([])).toBeUndefined()
  expect([noon, tonight, before].map((row) => isNew(row, before.ReportedDate))).toEqual([true, true, false])
  expect(isNew(noon, undefined)).toBe(false)
})
