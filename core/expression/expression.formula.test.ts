// Formulas: exact arithmetic, reasons for missing values, circles; eGFR and lipids against values computed by hand.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateFormula, formulaCycle, numberOfResult } from './expression.formula.ts'
import type { FormulaInputs } from './expression.formula.ts'
import { parseExpression } from './expression.ts'

const egfr =
  'IF(AGE < 18, NULL, 142 * POW(MIN({1048} / IF(SEX == "F", 0.7, 0.9), 1), IF(SEX == "F", -0.241, -0.302)) * POW(MAX({1048} / IF(SEX == "F", 0.7, 0.9), 1), -1.200) * POW(0.9938, AGE) * IF(SEX == "F", 1.012, 1))'

function answer(
  text: string,
  results: Record<number, string | number | null> = {},
  person: Pick<FormulaInputs, 'AGE' | 'SEX'> = {},
) {
  const parsed = parseExpression(text, { kind: 'formula' })
  if (!parsed.ok) throw new Error(parsed.reason)
  return evaluateFormula(parsed.tree, {
    elements: new Map(Object.entries(results).map(([id, value]) => [Number(id), value])),
    ...person,
  })
}
const value = (...args: Parameters<typeof answer>): number => {
  const found = answer(...args)
  if ('reason' in found) throw new Error(found.reason.cause)
  return found.value
}

describe('OPS-199 values', () => {
  // CKD-EPI 2021, each factor computed by hand: creatinine, age, sex, mL/min/1.73 m2
  test.each([
    ['1.0', 50, 'M', 91.7],
    ['0.7', 30, 'F', 119.2],
    ['0.5', 30, 'F', 129.3],
    ['2.0', 60, 'F', 28.1],
    ['0.9', 18, 'M', 127.0],
    ['4.5', 72, 'M', 13.2],
  ])('eGFR of creatinine %s at %i, %s is %d', (creatinine, AGE, SEX, expected) => {
    expect(value(egfr, { 1048: creatinine }, { AGE, SEX })).toBeCloseTo(expected, 1)
  })

  test('eGFR does not apply to children', () => {
    expect(answer(egfr, { 1048: '0.5' }, { AGE: 17, SEX: 'F' })).toEqual({ reason: { cause: 'notApplicable' } })
  })

  test('lipids: 200, 50, 150 give VLDL 30, LDL 120, ratio 4; above 400 LDL does not apply', () => {
    const lipids = { 1077: '200', 1078: '150', 1079: '50' }
    expect(value('IF({1078} > 400, NULL, {1078} / 5)', lipids)).toBe(30)
    expect(value('IF({1078} > 400, NULL, {1077} - {1079} - {1078} / 5)', lipids)).toBe(120)
    expect(value('{1077} / {1079}', lipids)).toBe(4)
    expect(answer('IF({1078} > 400, NULL, {1078} / 5)', { 1078: '400.1' })).toEqual({
      reason: { cause: 'notApplicable' },
    })
    expect(value('IF({1078} > 400, NULL, {1078} / 5)', { 1078: '400' })).toBe(80)
  })

  test.each([
    ['{1} * 10 / {2}', 86.25],
    ['0.1 + 0.2', 0.3],
    ['2 + 3 * 4 - -1', 15],
    ['(2 + 3) * 4', 20],
    ['MIN(3, 1, 2) + MAX(3, 1, 2) + ABS(-5)', 9],
    ['ROUND(2.345, 2)', 2.35],
    ['ROUND(-2.5)', -3],
    ['LN(EXP(2))', 2],
    ['POW(2, 10)', 1024],
    ['28.7 * 5.4 - 46.7', 108.28],
    ['if(1 < 2 && 2 < 1, 1, 2)', 2],
    ['IF(NULL > 1, 1, 2)', 2],
    ['IF(1 == 1, 5, 1 / 0)', 5],
  ])('%s is %d', (text, expected) => {
    expect(value(text, { 1: '34.5', 2: '4' })).toBeCloseTo(expected, 12)
  })

  test('decimal inputs stay decimal: sums, differences and products are exact', () => {
    const decimal = fc.integer({ min: -1_000_000, max: 1_000_000 })
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const results = { 1: String(a / 1000), 2: String(b / 1000) }
        expect(value('{1} + {2}', results)).toBe((a + b) / 1000)
        expect(value('{1} - {2}', results)).toBe((a - b) / 1000)
        expect(value('{1} * {2}', results)).toBe(Number(BigInt(a) * BigInt(b)) / 1_000_000)
      }),
    )
  })
})

describe('OPS-199 no value', () => {
  test('an input without result is named, also when the chosen branch does not use it', () => {
    expect(answer('{1} - {2} - {3}', { 1: '1', 2: '', 3: null })).toEqual({
      reason: { cause: 'missing', ElementIds: [2, 3], variables: [] },
    })
    expect(answer('IF({1} > 0, {1}, {2})', { 1: 1 })).toEqual({
      reason: { cause: 'missing', ElementIds: [2], variables: [] },
    })
    expect(answer('{1} * AGE', { 1: 1 })).toEqual({ reason: { cause: 'missing', ElementIds: [], variables: ['AGE'] } })
    expect(value('{1} * AGE', { 1: 1 }, { AGE: 0 })).toBe(0)
  })

  test('an inexact input, a division by zero and an infinite number give no value', () => {
    expect(answer('{1} / 2', { 1: '<5' })).toEqual({ reason: { cause: 'inexact', ElementId: 1 } })
    expect(answer('1 / ({1} - {1})', { 1: 5 })).toEqual({ reason: { cause: 'zero' } })
    for (const text of ['LN(0)', 'LN(-1)', 'POW(-1, 0.5)', 'EXP(10000)', 'POW(10, 400)', 'EXP(200) * EXP(200)'])
      expect(answer(text), text).toEqual({ reason: { cause: 'range' } })
    expect(answer('NULL + 1')).toEqual({ reason: { cause: 'notApplicable' } })
  })

  test('for every input the answer is a finite number or a reason', () => {
    const results = fc.record({
      1: fc.oneof(fc.string(), fc.double().map(String)),
      2: fc.oneof(fc.constant('<1'), fc.double().map(String), fc.constant('0')),
    })
    const formulas = fc.constantFrom(
      '{1} / {2}',
      'POW({1}, {2})',
      'LN({1}) - EXP({2})',
      '{1} * {1} * {1} * {2}',
      'ROUND({1}, {2})',
    )
    fc.assert(
      fc.property(formulas, results, (text, entered) => {
        const found = answer(text, entered)
        expect('reason' in found || Number.isFinite(found.value)).toBe(true)
      }),
    )
  })
})

test('only a plain number is read as a number', () => {
  expect(
    ['5', ' 5.20 ', '-1', '.5', '5.', '', '<5', '1e3', '0x10', 'abc', 'Infinity', null].map(numberOfResult),
  ).toEqual([5, 5.2, -1, 0.5, 5, null, null, null, null, null, null, null])
})

describe('circles', () => {
  test('OPS-199 a circle is found and named, a chain is not a circle', () => {
    expect(
      formulaCycle([
        { ElementId: 1, Formula: '{2} + 1' },
        { ElementId: 2, Formula: '{3}' },
        { ElementId: 3, Formula: '{2} * 2' },
      ]),
    ).toEqual([2, 3, 2])
    expect(formulaCycle([{ ElementId: 1, Formula: '{1}' }])).toEqual([1, 1])
    expect(
      formulaCycle([
        { ElementId: 1, Formula: '{2} + {3}' },
        { ElementId: 2, Formula: '{3}' },
        { ElementId: 3, Formula: null },
      ]),
    ).toBeNull()
    expect(formulaCycle([{ ElementId: 1, Formula: 'nonsense(' }])).toBeNull()
  })

  test('formulas that refer only to earlier ones never make a circle', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1000 }), { minLength: 2, maxLength: 30 }), (picks) => {
        const formulas = picks.map((pick, index) => ({
          ElementId: index + 1,
          Formula: index === 0 ? null : `{${(pick % index) + 1}}`,
        }))
        expect(formulaCycle(formulas)).toBeNull()
        expect(formulaCycle([...formulas.slice(1), { ElementId: 1, Formula: `{${formulas.length}}` }])).not.toBeNull()
      }),
    )
  })
})
