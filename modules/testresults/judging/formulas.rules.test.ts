// Formulas of a whole set: order, reasons by name, one rounding.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formulaCycle } from '../../../core/expression/expression.formula.ts'
import { parseExpression } from '../../../core/expression/expression.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import type { Measurement } from '../../elements/ranges.rules.ts'
import { calculateFormulas, nearestInput } from './formulas.rules.ts'
import type { FormulaElement } from './formulas.rules.ts'

const element = (
  ElementId: number,
  Element: string,
  Result: string | null,
  Formula: string | null = null,
  DecimalPlaces = 0,
): FormulaElement => ({
  ElementId,
  Element,
  Result,
  Formula,
  DecimalPlaces,
})
const adult = { ageYears: 50, sex: 'M' }
const lipids = (total: string | null, triglycerides: string | null, hdl: string | null): FormulaElement[] => [
  element(1085, 'LDL/HDL ratio', null, '{1081} / {1079}', 1),
  element(1081, 'LDL', null, 'IF({1078} > 400, NULL, {1077} - {1079} - {1078} / 5)'),
  element(1080, 'VLDL', null, 'IF({1078} > 400, NULL, {1078} / 5)'),
  element(1083, 'Non-HDL', null, '{1077} - {1079}'),
  element(1084, 'Cholesterol/HDL ratio', null, '{1077} / {1079}', 1),
  element(1077, 'Cholesterol', total),
  element(1078, 'Triglycerides', triglycerides),
  element(1079, 'HDL', hdl),
]
const unbounded: Measurement = {
  ElementMeasurementId: 1,
  InstrumentId: null,
  GenderId: null,
  MinAge: null,
  MaxAge: null,
  LowValue: null,
  HighValue: null,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PrintableRange: null,
  PossibleValues: null,
}
const of = (elements: FormulaElement[], person = adult) => Object.fromEntries(calculateFormulas(elements, person))

test('an input in another unit than the formula was made for gives no value; a missing one is not in question', () => {
  const glucose = (Result: string | null, UnitOfMeasure: string | null) => ({
    ...element(1, 'Glucose', Result),
    UnitOfMeasure,
  })
  const made = (UnitOfMeasure: string | null) => ({
    ...element(2, 'Index', null, '{1} / 10', 1),
    InputUnits: { 1: UnitOfMeasure },
  })
  const index = (...elements: FormulaElement[]) => calculateFormulas(elements, adult).get(2)
  expect(index(glucose('99', 'mg/dL'), made('mg/dL'))).toEqual({ Result: '9.9' })
  // another spelling is the same unit
  expect(index(glucose('99', 'MG/dL '), made('mg/dL'))).toEqual({ Result: '9.9' })
  const Reason = 'Glucose is in mmol/L, and its formula asks for mg/dL'
  expect(index(glucose('5.5', 'mmol/L'), made('mg/dL'))).toEqual({ Reason })
  expect(index(glucose(null, 'mmol/L'), made('mg/dL'))).toEqual({ Reason: 'Waits for Glucose' })
})

describe('OPS-197 OPS-201 formulas follow entered values', () => {
  test('a lipid profile computed by hand: 213, 157, 47', () => {
    // VLDL 31.4, LDL 134.6, ratio 134.6 / 47 = 2.8638, non-HDL 166, 213 / 47 = 4.5319
    expect(of(lipids('213', '157', '47'))).toEqual({
      1080: { Result: '31' },
      1081: { Result: '135' },
      1083: { Result: '166' },
      1084: { Result: '4.5' },
      1085: { Result: '2.9' },
    })
  })

  test('eGFR 92 for a man of 50 with creatinine 1.0', () => {
    const formula =
      'IF(AGE < 18, NULL, 142 * POW(MIN({1048} / IF(SEX == "F", 0.7, 0.9), 1), IF(SEX == "F", -0.241, -0.302)) * POW(MAX({1048} / IF(SEX == "F", 0.7, 0.9), 1), -1.200) * POW(0.9938, AGE) * IF(SEX == "F", 1.012, 1))'
    const set = [element(1049, 'eGFR', null, formula), element(1048, 'Creatinine', '1.0')]
    expect(of(set)).toEqual({ 1049: { Result: '92' } })
    expect(of(set, { ageYears: 50, sex: 'F' })).toEqual({ 1049: { Result: '69' } })
    // neither the constants of women nor those of men hold in silence
    for (const sex of ['O', 'U'])
      expect(of(set, { ageYears: 50, sex })).toEqual({ 1049: { Reason: 'Its formula is for women and men' } })
    expect(of(set, { ageYears: 12, sex: 'F' })).toEqual({ 1049: { Reason: 'Not applicable' } })
    expect(of(set, { ageYears: null as never, sex: 'F' })).toEqual({ 1049: { Reason: 'Waits for the age' } })
  })

  test('a formula inside a formula is used unrounded', () => {
    const set = [element(3, 'C', null, '{2} * 10', 0), element(2, 'B', null, '{1} / 3', 0), element(1, 'A', '10')]
    expect(of(set)).toEqual({ 2: { Result: '3' }, 3: { Result: '33' } })
  })
})

test('a formula that cannot be read, or has no finite value, gives that reason', () => {
  const said = (formula: string) => of([element(1, 'A', '10'), element(2, 'B', null, formula)])[2]
  expect(said('{1} +')).toEqual({ Reason: 'The formula cannot be read' })
  expect(said('POW({1}, 400)')).toEqual({ Reason: 'No finite value' })
})
describe('OPS-199 reasons name the element', () => {
  test('a formula waits for a missing input', () => {
    const gap = [
      element(1056, 'Anion gap', null, '{1052} - {1054} - {1055}'),
      element(1052, 'Sodium', '140'),
      element(1054, 'Chloride', '100'),
      element(1055, 'Bicarbonate', ''),
    ]
    expect(of(gap)).toEqual({ 1056: { Reason: 'Waits for Bicarbonate' } })
    expect(of(lipids('200', null, '50'))).toMatchObject({
      1081: { Reason: 'Waits for Triglycerides' },
      1085: { Reason: 'Waits for LDL' },
      1083: { Result: '150' },
    })
    expect(of([element(1, 'A', null, '{99}')])).toEqual({ 1: { Reason: 'Waits for element 99' } })
  })

  test('above 400 LDL is not applicable, and its dependents are not calculated', () => {
    expect(of(lipids('300', '450', '40'))).toMatchObject({
      1080: { Reason: 'Not applicable' },
      1081: { Reason: 'Not applicable' },
      1085: { Reason: 'LDL is not calculated' },
      1084: { Result: '7.5' },
    })
  })

  test('a value below 0 is none where no range goes below 0, and its dependents are not calculated', () => {
    const ranged = (LowValue: number | null, HighValue: number): FormulaElement[] =>
      lipids('120', '395', '60').map((one) =>
        one.ElementId === 1081 ? { ...one, Measurements: [{ ...unbounded, LowValue, HighValue }] } : one,
      )
    expect(of(ranged(null, 100))).toMatchObject({
      1081: { Reason: 'Below 0: check the results it is calculated from' },
      1085: { Reason: 'LDL is not calculated' },
    })
    expect(of(ranged(-30, 100))).toMatchObject({ 1081: { Result: '-19' }, 1085: { Result: '-0.3' } })
    expect(of(ranged(0, 100).map((one) => (one.ElementId === 1078 ? { ...one, Result: '300' } : one)))).toMatchObject({
      1081: { Result: '0' },
    })
  })

  test('inexact input, zero, circle, malformed', () => {
    expect(of(lipids('200', '<10', '0'))).toMatchObject({
      1081: { Reason: 'Triglycerides is <10, not an exact number' },
      1084: { Reason: 'Division by zero' },
    })
    expect(of([element(1, 'A', null, '{1} + 1')])).toEqual({
      1: { Reason: 'The formulas refer to each other in a circle' },
    })
    expect(of([element(1, 'A', null, 'alert(1)')])).toEqual({ 1: { Reason: 'The formula cannot be read' } })
  })
})

test('every formula gets a result or a reason, for any references in any order', () => {
  const reference = fc.integer({ min: 1, max: 8 })
  const formula = fc.oneof(
    fc.tuple(reference, fc.constantFrom('+', '-', '*', '/'), reference).map(([a, op, b]) => `{${a}} ${op} {${b}}`),
    fc.constant(null),
  )
  const set = fc.array(fc.tuple(formula, fc.constantFrom('1', '0', '', '<2', '3.5')), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(set, (parts) => {
      const elements = parts.map(([Formula, Result], index) => element(index + 1, `E${index + 1}`, Result, Formula, 2))
      const answers = calculateFormulas(elements, adult)
      expect([...answers.keys()].sort()).toEqual(elements.filter((one) => one.Formula).map((one) => one.ElementId))
      const results = (from: FormulaElement[]) =>
        [...calculateFormulas(from, adult)].filter(([, answer]) => 'Result' in answer).sort(([a], [b]) => a - b)
      expect(results([...elements].reverse())).toEqual(results(elements))
    }),
  )
})

test('OPS-199 every formula of the demo catalogue can be read, and none refer to each other in a circle', () => {
  const catalogue = JSON.parse(
    readFileSync(new URL('../../../setup/catalogue/catalogue.json', import.meta.url), 'utf8'),
  ) as {
    elements: { ElementId: number; Formula: string | null }[]
  }
  const unreadable = catalogue.elements.filter(
    ({ Formula }) => Formula !== null && !parseExpression(Formula, { kind: 'formula' }).ok,
  )
  expect(unreadable).toEqual([])
  expect(catalogue.elements.filter(({ Formula }) => Formula !== null).length).toBeGreaterThan(20)
  expect(formulaCycle(catalogue.elements)).toBeNull()
})

describe('an element that is measured more than once', () => {
  const at = (WorkItemId: number, some: Partial<FormulaElement>): FormulaElement => ({
    ...element(10, 'Glucose', null),
    WorkItemId,
    SampleId: WorkItemId,
    TimePoint: null,
    LabId: 2,
    StatusId: 150,
    ...some,
  })
  const formula = (some: Partial<FormulaElement> = {}) =>
    at(9, { ElementId: 11, Element: 'Twice', Formula: '{10} * 2', ...some })
  const answer = (...elements: FormulaElement[]) => calculateFormulas(elements, adult).get(9)
  const early = at(1, { TimePoint: 'T0', Result: '90' })
  const late = at(2, { TimePoint: 'T60', Result: '150' })

  test('a formula uses the value of its own tube, else of its time, else of its lab', () => {
    expect(answer(early, late, formula({ SampleId: 2, TimePoint: 'T0' }))).toEqual({ Result: '300' })
    expect(answer(early, late, formula({ TimePoint: 'T0' }))).toEqual({ Result: '180' })
    expect(
      answer(early, at(3, { TimePoint: 'T0', LabId: 4, Result: '95' }), formula({ TimePoint: 'T0', LabId: 4 })),
    ).toEqual({
      Result: '190',
    })
  })

  test('a value of another time is never used, and an ambiguous input is not calculated with', () => {
    expect(answer(early, { ...late, Result: null }, formula({ TimePoint: 'T60' }))).toEqual({
      Reason: 'Waits for Glucose',
    })
    expect(answer(early, late, formula())).toEqual({ Reason: 'Glucose is measured more than once' })
    expect(answer(early, { ...late, StatusId: 157 }, formula())).toEqual({
      Reason: 'Glucose is measured more than once',
    })
    expect(answer(early, formula())).toEqual({ Result: '180' })
  })

  test('an input that is not performed has no value: its replacement has one, else the formula gives that reason', () => {
    const dropped = at(1, { StatusId: 157, Result: '90' })
    expect(answer(dropped, at(2, { Result: '95' }), formula())).toEqual({ Result: '190' })
    expect(answer(dropped, formula())).toEqual({ Reason: 'Glucose is not performed' })
  })

  test('of several inputs one is used: the only one, that of its tube, of its time, of its lab; none where two are possible', () => {
    const near = (own: Partial<FormulaElement>, ...inputs: FormulaElement[]) => {
      const found = nearestInput(formula(own), inputs)
      return typeof found === 'object' ? found.WorkItemId : found
    }
    const [here, there] = [at(1, { TimePoint: 'T0' }), at(2, { TimePoint: 'T0', LabId: 4 })]
    const gone = { StatusId: workItemStatus.NotPerformed }
    expect(near({})).toBeUndefined()
    expect(near({ TimePoint: 'T60', LabId: 9 }, here)).toBe(1)
    expect(near({ TimePoint: 'T0' }, here, there)).toBe(1)
    expect(near({ TimePoint: 'T0', LabId: 4 }, here, there)).toBe(2)
    expect(near({ TimePoint: 'T0', LabId: 9 }, here, there)).toBe('several')
    expect(near({ TimePoint: 'T0' }, here, at(3, { TimePoint: 'T0' }))).toBe('several')
    // without a time both are possible: it is that of the lab
    expect(near({}, here, there)).toBe(1)
    expect(near({}, here, late)).toBe('several')
    // an input that is not performed is not used while another lab measures it
    expect(near({ TimePoint: 'T0' }, at(1, { TimePoint: 'T0', ...gone }), there)).toBe(2)
    expect(near({ TimePoint: 'T0' }, at(1, { TimePoint: 'T0', ...gone }), at(2, { TimePoint: 'T0', ...gone }))).toBe(
      'several',
    )
    expect(near({ SampleId: 2, TimePoint: 'T0' }, here, late)).toBe(2)
  })

  test('the age is that on the day of collection', () => {
    const age = { Formula: 'AGE + {10}', ageYears: 4 }
    expect(answer(early, formula({ ...age, TimePoint: 'T0' }))).toEqual({ Result: '94' })
  })
})
