import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contradictions, formulaErrors, rangeErrors, switchOffErrors, type OtherElement } from './elements.rules.ts'

const element = (Formula: string | null, ResultTypeId = 32, IsActive = true) => ({
  ResultTypeId,
  Formula,
  IsActive,
  Name: 'Ratio',
})
const other = (Name: string, Formula: string | null = null, IsActive = true) => ({ Name, Formula, IsActive })
const none = new Map<number, OtherElement>()

test('a calculated element needs a readable formula; another type needs none', () => {
  expect(formulaErrors(element(null), null, none)).toEqual({ Formula: ['Formula is required'] })
  expect(formulaErrors(element('  '), null, none)).toEqual({ Formula: ['Formula is required'] })
  expect(formulaErrors(element('{1} +'), null, none)).toEqual({ Formula: [expect.any(String)] })
  expect(formulaErrors(element('{1} +', 30), null, none)).toEqual({})
  expect(formulaErrors(element('2 * 3'), null, none)).toEqual({})
})

test('every element that a formula names exists, by key or by name', () => {
  expect(formulaErrors(element('{1} + {2} + {3}'), null, new Map([[2, other('Two')]]))).toEqual({
    Formula: ['There is no element 1, 3'],
  })
  expect(formulaErrors(element('{2} + {Tow} + {}'), null, new Map([[2, other('Two')]]))).toEqual({
    Formula: ['There is no element "Tow", ""'],
  })
})

test('an active element is not calculated from an inactive one, and a used one cannot be switched off', () => {
  const others = new Map([
    [2, other('Two', null, false)],
    [3, other('Three', '{1} * 2')],
    [4, other('Four', '{1} * 2', false)],
  ])
  expect(formulaErrors(element('{2} + {3}'), null, others)).toEqual({ Formula: ['Two is not active'] })
  expect(formulaErrors(element('{2} + {3}', 32, false), null, others)).toEqual({})
  expect(switchOffErrors({ IsActive: false }, 1, others)).toEqual({ IsActive: ['Three is calculated from it'] })
  expect(switchOffErrors({ IsActive: true }, 1, others)).toEqual({})
  expect(switchOffErrors({ IsActive: false }, 2, others)).toEqual({})
  expect(switchOffErrors({ IsActive: false }, null, others)).toEqual({})
})

test('however long the chain of formulas, one that comes back to itself is refused, and one that does not is fine', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 40 }), fc.boolean(), (length, closes) => {
      // 1 uses 2, 2 uses 3, ...; the last one is measured, or uses the first
      const others = new Map<number, OtherElement>()
      for (let id = 2; id <= length; id += 1)
        others.set(id, other(`E${id}`, id < length ? `{${id + 1}} * 2` : closes ? '{1} + 1' : null))
      const circle = ['Ratio', ...Array.from({ length: length - 1 }, (_, at) => `E${at + 2}`), 'Ratio']
      expect(formulaErrors(element('{2} + 1'), 1, others)).toEqual(
        closes ? { Formula: [`The formula uses its own result: ${circle.join(' → ')}`] } : {},
      )
    }),
  )
})

test('a circle among other elements ends the search and is not reported here', () => {
  const others = new Map([
    [2, other('Two', '{3}')],
    [3, other('Three', '{2}')],
  ])
  expect(formulaErrors(element('{2}'), 1, others)).toEqual({})
})

test('a bound may equal the next one, and not pass it; an empty one sets no bound', () => {
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

test('a second range for the same people is refused, and a printed range that says other bounds', () => {
  const man = { GenderId: 1, MinAge: 0, MaxAge: 120, LowValue: 3.5, HighValue: 5.1 }
  expect(contradictions([man, { ...man, LowValue: 3.8, HighValue: 4.6 }])).toEqual({
    'ElementMeasurements.1.MinAge': ['There is a range for the same people already'],
  })
  // another instrument, sex or age is other people
  expect(contradictions([man, { ...man, InstrumentId: 4 }, { ...man, GenderId: 2 }, { ...man, MinAge: 60 }])).toEqual(
    {},
  )
  expect(contradictions([{ ...man, PrintableRange: '3.5 - 9.9' }])).toEqual({
    'ElementMeasurements.0.PrintableRange': ['Printable Range differs from Low and High'],
  })
  for (const PrintableRange of ['3.5 - 5.1', '3.50–5.10', 'Up to 5.1', null])
    expect(contradictions([{ ...man, PrintableRange }])).toEqual({})
})
