// Figures of turn-around as they are drawn: ranges, hours in words, totals, and an axis for the longest bar.
import { expect, test } from 'vitest'
import { axisOf, byDepartment, daysFault, hoursText, lastDays, mostDays, notDue, totalOf } from './turnaround.rules.ts'
import type { DepartmentFigures, StepFigures } from './turnaround.rules.ts'

const department = (some: Partial<DepartmentFigures>): DepartmentFigures => ({
  Department: 'Haematology',
  Reports: 0,
  Out: 0,
  InTime: 0,
  Late: 0,
  MedianHours: null,
  NinetiethHours: null,
  InTimePercent: null,
  ...some,
})
const step = (Department: string, Step: string, NinetiethHours: number): StepFigures => ({
  Department,
  Step,
  Reports: 3,
  MedianHours: 1,
  NinetiethHours,
})

test('the last seven days are today and the six before', () => {
  expect(lastDays(7, '2026-11-23')).toEqual({ From: '2026-11-17', To: '2026-11-23' })
  expect(lastDays(1, '2026-11-23')).toEqual({ From: '2026-11-23', To: '2026-11-23' })
})

test('a range cannot be reversed, and spans at most 92 days beyond its first', () => {
  expect(daysFault({ From: '2026-11-23', To: '2026-11-23' })).toBeUndefined()
  expect(daysFault({ From: '2026-11-23', To: '2026-11-22' })).toBe('To Date cannot be before From Date')
  expect(daysFault({ From: '2026-08-23', To: '2026-11-23' })).toBeUndefined()
  expect(daysFault({ From: '2026-08-22', To: '2026-11-23' })).toBe(`Choose ${mostDays} days at most`)
})

test('hours read as minutes below one, as days from two days on', () => {
  expect([0, 0.4, 1, 5.25, 47.9, 48, 71.6].map(hoursText)).toEqual([
    '0 min',
    '24 min',
    '1.0 h',
    '5.3 h',
    '47.9 h',
    '2 d 0 h',
    '3 d 0 h',
  ])
})

test('a report neither in time nor late is not due yet; the share counts only what is decided', () => {
  const [blood, chemistry] = [
    department({ Reports: 10, Out: 7, InTime: 6, Late: 2 }),
    department({ Reports: 4, Out: 1, InTime: 0, Late: 2 }),
  ]
  expect([notDue(blood), notDue(chemistry)]).toEqual([2, 2])
  expect(totalOf([blood, chemistry])).toEqual({ reports: 14, out: 8, inTime: 6, late: 4, notDue: 4, percent: 60 })
  expect(totalOf([department({ Reports: 1 })]).percent).toBeNull()
})

test('the axis is round and holds the longest step', () => {
  expect([0, 0.7, 3.9, 4, 4.1, 17, 41, 60].map((hours) => axisOf([step('A', 'B', hours)]))).toEqual([
    0.5, 1, 4, 4, 5, 20, 50, 100,
  ])
  expect(axisOf([])).toBe(0.5)
})

test('steps are under their department in their given order', () => {
  const steps = [step('A', 'one', 1), step('A', 'two', 1), step('B', 'one', 1)]
  expect(byDepartment(steps).map(({ department: name, steps: of }) => [name, of.map(({ Step }) => Step)])).toEqual([
    ['A', ['one', 'two']],
    ['B', ['one']],
  ])
})
