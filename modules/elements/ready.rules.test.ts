// What a dry run reports of elements: what stops, what only needs review, and which people no range covers.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candidateRanges, type Measurement } from './ranges.rules.ts'
import { checksOfElements, missingIn, rangeGaps, type ReadyElement } from './ready.rules.ts'

const row = (changes: Partial<Measurement> = {}): Measurement => ({
  ElementMeasurementId: 1,
  InstrumentId: null,
  GenderId: null,
  MinAge: null,
  MaxAge: null,
  LowValue: 1,
  HighValue: 2,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PrintableRange: null,
  PossibleValues: null,
  ...changes,
})
const element = (changes: Partial<ReadyElement> = {}): ReadyElement => ({
  ElementId: 7,
  Name: 'Sodium',
  IsActive: true,
  ResultTypeId: 30,
  ResultType: 'Numeric',
  Formula: null,
  Specimens: ['Serum'],
  Measurements: [row()],
  ...changes,
})
const said = (...elements: ReadyElement[]) =>
  missingIn(checksOfElements(elements)).map(({ Text, Stops }) => `${Stops ? '! ' : ''}${Text}`)

describe('what is missing of an element', () => {
  test('no gap where it is drawn, numeric and has a range for every person', () => {
    expect(said(element())).toEqual([])
  })
  test.each([
    [{ IsActive: false }, '! Sodium is not active'],
    [{ Specimens: [] }, '! Sodium has no specimen'],
    [{ ResultTypeId: null }, '! Sodium has no result type'],
    [{ ResultTypeId: 33 }, '! Sodium is picked from possible values, and has none'],
    [{ Measurements: [] }, 'Sodium has no reference range'],
    [{ Measurements: [row({ MinAge: 18 })] }, 'Sodium has no reference range for age 0 to 17'],
  ])('%o', (changes, text) => {
    expect(said(element(changes))).toEqual([text])
  })
  test('a picked or written result needs no range', () => {
    expect(said(element({ ResultTypeId: 31, Measurements: [] }))).toEqual([])
    const values = element({ ResultTypeId: 33, Measurements: [row({ PossibleValues: 'Nil|1+' })] })
    expect(said(values)).toEqual([])
  })
  test('a calculated element needs a readable formula, its inputs measured with it, and no tube of its own', () => {
    const ratio = { ElementId: 8, Name: 'Ratio', ResultTypeId: 32, Specimens: [], Formula: '{7} * 2' }
    expect(said(element(), element(ratio))).toEqual([])
    expect(said(element(ratio))).toEqual(['Ratio is calculated from element 7, which is not measured here'])
    expect(said(element(), element({ ...ratio, Formula: '{7} *' }))).toEqual([
      '! Ratio has no specimen',
      expect.stringMatching(/^! Ratio has a formula that cannot be calculated: /),
    ])
  })
  test('what stops comes first, and each links to its element', () => {
    const found = missingIn(checksOfElements([element({ Measurements: [], Specimens: [] })]))
    expect(found.map(({ Stops, Module, Keys }) => [Stops, Module, Keys])).toEqual([
      [true, 'elements', { ElementId: 7 }],
      [false, 'elements', { ElementId: 7 }],
    ])
  })
})

describe('people without a range', () => {
  test('are named by sex where they differ, and by days only as the year they are in', () => {
    expect(rangeGaps([row({ GenderId: 1 })])).toEqual(['women of any age'])
    expect(rangeGaps([row({ GenderId: 1, MinAge: 18 }), row({ GenderId: 2 })])).toEqual(['men of age 0 to 17'])
    expect(rangeGaps([row({ MinAge: 1 }), row({ MinAgeDays: 0, MaxAgeDays: 27 })])).toEqual(['age 0'])
    expect(rangeGaps([row({ MinAge: 1 }), row({ MinAgeDays: 0, MaxAgeDays: 366 })])).toEqual([])
  })
  test('an interval of an instrument counts', () => {
    expect(rangeGaps([row({ InstrumentId: 3 })])).toEqual([])
  })

  const bound = fc.option(fc.integer({ min: 0, max: 120 }), { nil: null })
  const someRow = fc.record({ GenderId: fc.constantFrom(1, 2, null), MinAge: bound, MaxAge: bound }).map(row)
  test('a gap is reported exactly where a person has no range', () => {
    fc.assert(
      fc.property(fc.array(someRow, { maxLength: 5 }), (rows) => {
        const isHeld = (genderId: number, ageYears: number): boolean =>
          candidateRanges(rows, {
            instrumentId: null,
            genderId,
            ageYears,
            ageDays: ageYears * 365,
            pregnancy: null,
          }).length > 0
        const everybody = [1, 2].every((sex) =>
          Array.from({ length: 121 }, (_, age) => age).every((age) => isHeld(sex, age)),
        )
        expect(rangeGaps(rows).length === 0).toBe(everybody)
      }),
    )
  })
})
