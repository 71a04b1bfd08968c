// Formulas in names: there and back is the same, unknown names are reported, and a trial gives what a result would be.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedOf, keyedFormula, namedFormula, partsOf, tryFormula, unknownNames, type Tried } from './formula.rules.ts'

const names = new Map([
  [1, 'Sodium'],
  [2, 'LDL / HDL ratio'],
  [3, 'Twice'],
  [4, 'twice'],
  [5, '17'],
  [6, 'Odd {name}'],
])

test('elements are written by their names; one with an ambiguous name remains a key', () => {
  expect(namedFormula('{1} / { 2 } + {3} + {5} + {6} + {99}', names)).toBe(
    '{Sodium} / {LDL / HDL ratio} + {3} + {5} + {6} + {99}',
  )
  expect(keyedFormula('{ sodium } / {LDL / HDL ratio} + {1} + {Twice}', names)).toBe('{1} / {2} + {1} + {Twice}')
  expect(unknownNames('{1} + {Twice} + { } + {17}')).toEqual(['Twice', ''])
})

test('any text gives the same formula there and back', () => {
  const name = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom('Sodium', 'sodium', '12', 'a b'))
  const known = fc.uniqueArray(fc.tuple(fc.nat({ max: 40 }), name), { selector: ([id]) => id, maxLength: 8 })
  const formula = fc
    .array(
      fc.oneof(
        fc.nat({ max: 40 }).map((id) => `{${id}}`),
        fc.constantFrom(' + ', 'AGE', '2', '('),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(known, formula, (rows, text) => {
      const named = new Map(rows)
      expect(keyedFormula(namedFormula(text, named), named)).toBe(text)
      expect(
        partsOf(text)
          .map((part) => (typeof part === 'string' ? part : `{${part.ElementId}}`))
          .join(''),
      ).toBe(text)
    }),
  )
})

test('a trial gives what a result would be, rounded once, or the reason', () => {
  const run = (formula: string, sodium = '', person: Omit<Tried, 'Values'> = {}) =>
    tryFormula(formula, { ...person, Values: new Map([[1, sodium]]) }, 1, names)
  expect(run('{1} / 3', '10')).toEqual({ Result: '3.3' })
  expect(run('{1} / 3')).toEqual({ Reason: 'Waits for Sodium' })
  expect(run('{1} / 3', '<5')).toEqual({ Reason: 'Sodium is not an exact number' })
  expect(run('1 / {1}', '0')).toEqual({ Reason: 'Division by zero' })
  expect(run('{1} +', '1')).toEqual({ Reason: 'The expression cannot be read' })
  expect(run('IF(SEX == "F", AGE, NULL)', '', { Age: '40', Sex: 'F' })).toEqual({ Result: '40.0' })
  expect(run('IF(SEX == "F", AGE, NULL)', '', { Age: '40', Sex: 'M' })).toEqual({ Reason: 'Not applicable' })
  expect(run('AGE * 2', '', { Age: 'old' })).toEqual({ Reason: 'Waits for AGE' })
  expect(askedOf('IF(AGE > {2}, {1}, NULL)')).toMatchObject({ elements: [2, 1], variables: ['AGE'] })
  expect(askedOf('{1} +')).toMatchObject({ elements: [], variables: [] })
})
