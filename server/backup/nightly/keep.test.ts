// Which backups are kept, and when one is due.
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../../core/dates.ts'
import { isDue, replaced } from './keep.ts'

const nightly = (nights: number) =>
  Array.from({ length: nights }, (_, id) => ({ Id: id, At: `${addDays('2026-01-01', id)}T20:30:00.000Z` }))

test('of two years of nights the newest of 7 days, 5 weeks and 12 months stay', () => {
  const files = nightly(730)
  const gone = new Set(replaced(files, { daily: 7, weekly: 5, monthly: 12 }))
  const stays = files.filter(({ Id }) => !gone.has(Id)).map(({ At }) => dayOf(At))
  // a night belongs to the next day in India
  expect(stays.slice(-7)).toEqual(
    nightly(730)
      .slice(-7)
      .map(({ At }) => dayOf(At)),
  )
  expect(new Set(stays.map((day) => day.slice(0, 7))).size).toBe(12)
  expect(stays.length).toBeGreaterThanOrEqual(7 + 3 + 10)
  expect(stays.length).toBeLessThanOrEqual(7 + 5 + 12)
})

test('what stays does not depend on how often it is asked', () => {
  const how = { daily: 3, weekly: 2, monthly: 2 }
  let files: { Id: number; At: string }[] = []
  for (const file of nightly(200)) {
    const gone = new Set(replaced([...files, file], how))
    files = [...files, file].filter(({ Id }) => !gone.has(Id))
  }
  const gone = new Set(replaced(nightly(200), how))
  expect(files.map(({ Id }) => Id).slice(-3)).toEqual(
    nightly(200)
      .filter(({ Id }) => !gone.has(Id))
      .map(({ Id }) => Id)
      .slice(-3),
  )
  expect(files.length).toBeLessThanOrEqual(7)
})

test('the newest always stays', () => {
  expect(replaced(nightly(1), { daily: 0, weekly: 0, monthly: 0 })).toEqual([])
})

test('it is due from the hour of the day on, and at once after a night that was missed', () => {
  // 02:00 in India is 20:30 UTC
  const due = (last: string | undefined, now: string): boolean => isDue(last, now, 2)
  expect(due(undefined, '2026-11-26T10:00:00.000Z')).toBe(true)
  expect(due('2026-11-24T20:35:00.000Z', '2026-11-25T20:29:00.000Z')).toBe(false)
  expect(due('2026-11-24T20:35:00.000Z', '2026-11-25T20:30:00.000Z')).toBe(true)
  expect(due('2026-11-25T20:35:00.000Z', '2026-11-26T03:00:00.000Z')).toBe(false)
  expect(due('2026-11-24T20:35:00.000Z', '2026-11-26T03:00:00.000Z')).toBe(true)
})
