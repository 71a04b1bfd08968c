// Proves the place of a result on its bar.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barOf } from './bar.rules.ts'
import { reportRow } from './department.fixture.ts'
import { FINAL } from './report.fixture.ts'

const rowNamed = (name: string) => {
  const found = FINAL.Departments.flatMap((department) => department.Tests.flatMap((t) => t.Rows)).find(
    (row) => row.Element === name,
  )
  if (!found) throw new Error(name)
  return found
}

test('the interval is always the middle 40 %', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e3, max: 1e3, noNaN: true }),
      fc.double({ min: 0.01, max: 1e3, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (low, width, part) => {
        const bar = barOf({
          ...reportRow({ Element: 'x' }),
          Result: (low + width * part).toFixed(6),
          Low: low,
          High: low + width,
        })
        expect(bar?.Grey).toEqual([0.3, 0.7])
        expect(bar?.At).toBeGreaterThanOrEqual(0.3 - 1e-3)
        expect(bar?.At).toBeLessThanOrEqual(0.7 + 1e-3)
      },
    ),
  )
})

test('one limit: the first 70 % or from 30 %', () => {
  expect(barOf(rowNamed('VLDL cholesterol'))).toMatchObject({ Grey: [0, 0.7], Marker: 'outside' })
  expect(barOf(rowNamed('HDL cholesterol'))).toMatchObject({ Grey: [0.3, 1], Marker: 'outside' })
  expect(barOf(rowNamed('HDL cholesterol'))?.At).toBeCloseTo(0.285)
})

test('beyond the end of the bar it is an arrow', () => {
  expect(barOf(rowNamed('Potassium'))?.Marker).toBe('above')
  expect(barOf(rowNamed('RBC count'))?.Marker).toBe('below')
  // low 10 and high 14 are at 0.3 and 0.7: 7 is the one end of the bar, 17 the other
  const marker = (Result: string, Flag: 'N' | 'L' | 'H') =>
    barOf(reportRow({ Element: 'x', Result, Flag, Low: 10, High: 14 }))?.Marker
  expect([marker('12', 'N'), marker('7', 'L'), marker('17', 'H')]).toEqual(['within', 'outside', 'outside'])
  expect([marker('6.9', 'L'), marker('17.1', 'H')]).toEqual(['below', 'above'])
  // an interval that is open at one side: within it, however far
  expect(barOf(reportRow({ Element: 'x', Result: '900', Flag: 'N', Low: 10, High: null }))?.Marker).toBe('within')
})

test('the earlier result is on the same bar, where it was a number', () => {
  const before = (PreviousResult: string | null) =>
    barOf(reportRow({ Element: 'x', Result: '12', PreviousResult, Low: 10, High: 14 }))?.Previous
  expect(before('14')).toBeCloseTo(0.7)
  expect(before('11')).toBeCloseTo(0.4)
  expect([before(null), before('Nil')]).toEqual([null, null])
})

test('classes are equal segments, the desirable one grey', () => {
  const bar = barOf(rowNamed('eGFR (CKD-EPI 2021)'))
  expect(bar?.Grey[0]).toBeCloseTo(5 / 6)
  expect(bar?.Ends).toHaveLength(1)
  expect(bar?.Ticks).toHaveLength(4)
  expect(bar?.At).toBeCloseTo((1 + 7 / 15) / 6)
})

test('no number or no limit: no bar', () => {
  expect(barOf(reportRow({ Element: 'x', Result: 'Nil', Low: 1, High: 2 }))).toBeNull()
  expect(barOf(reportRow({ Element: 'x', Result: '1' }))).toBeNull()
  expect(barOf(reportRow({ Element: 'x', Result: '1+', Low: 1, High: 2 }))).toBeNull()
})

test('`.5`, `+0.5` and `0.5` are at the same place of the bar, `<0.5` at its bound', () => {
  const at = (Result: string) => barOf(reportRow({ Element: 'x', Result, Low: 0, High: 1 }))?.At
  expect(at('0.5')).toBeCloseTo(0.5)
  for (const text of ['.5', '+0.5', '< 0.5']) expect(at(text)).toBe(at('0.5'))
})
