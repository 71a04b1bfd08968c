import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formulaErrors, rangeErrors } from './elements.rules.ts'

const element = (Formula: string | null, ResultTypeId = 32) => ({ ResultTypeId, Formula })
const none = new Map<number, string | null>()

test('a calculated element needs a formula that can be read; another type is asked for none', () => {
  expect(formulaErrors(element(null), null, none)).toEqual({ Formula: ['Formula is required'] })
  expect(formulaErrors(element('  '), null, none)).toEqual({ Formula: ['Formula is required'] })
  expect(formulaErrors(element('{1} +'), null, none)).toEqual({ Formula: [expect.any(String)] })
  expect(formulaErrors(element('{1} +', 30), null, none)).toEqual({})
  expect(formulaErrors(element('2 * 3'), null, none)).toEqual({})
})

test('every element that a formula names is there', () => {
  expect(formulaErrors(element('{1} + {2} + {3}'), null, new Map([[2, null]]))).toEqual({
    Formula: ['There is no element 1, 3'],
  })
})

test('however long the chain of formulas, one that comes back to itself is found, and one that does not is fine', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.boolean(), (length, closes) => {
      // 1 uses 2, 2 uses 3, ...; the last one is measured, or uses the first
      const others = new Map<number, string | null>()
      for (let id = 2; id <= length; id += 1)
        others.set(id, id < length ? `{${id + 1}} * 2` : closes ? '{1} + 1' : null)
      expect(formulaErrors(element('{2} + 1'), 1, others)).toEqual(
        closes ? { Formula: ['The formula uses its own result'] } : {},
      )
    }),
  )
})

test('a circle of others is theirs: it ends the search', () => {
  const others = new Map([
    [2, '{3}'],
    [3, '{2}'],
  ])
  expect(formulaErrors(element('{2}'), 1, others)).toEqual({})
})

test('a bound may equal the next one, and not pass it; what is empty bounds nothing', () => {
  const bounds = {
    MinAge: 18,
    MaxAge: 18,
    LowValue: 1,
    HighValue: 1,
    CriticallyLowValue: 1,
    CriticallyHighValue: 1,
    MinAgeDays: 3,
    MaxAgeDays: 3,
  }
  expect(rangeErrors([bounds, {}, { LowValue: 5, HighValue: null }, { LowValue: null, HighValue: 4 }])).toEqual({})
  for (const [name, value, at] of [
    ['MaxAge', 17, 'MaxAge'],
    ['MaxAgeDays', 2, 'MaxAgeDays'],
    ['HighValue', 0.999, 'HighValue'],
    ['CriticallyLowValue', 1.001, 'LowValue'],
    ['CriticallyHighValue', 0.999, 'CriticallyHighValue'],
  ] as const)
    expect(Object.keys(rangeErrors([{ ...bounds, [name]: value }]))).toContain(`ElementMeasurements.0.${at}`)
  expect(rangeErrors([{ CriticallyLowValue: 5, CriticallyHighValue: 4 }])).toEqual({
    'ElementMeasurements.0.CriticallyHighValue': ['Critically High is below Critically Low'],
  })
})
