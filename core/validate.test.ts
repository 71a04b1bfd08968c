import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, percent, text, integer, reference, rows } from './model.ts'
import { fieldError, unknownKeys, validate } from './validate.ts'

test('money and percents have two decimals at most; more are refused, not rounded', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 }), (paise) => {
      expect(fieldError(money('Amount'), paise / 100)).toBeUndefined()
      expect(fieldError(money('Amount'), (paise / 100).toFixed(2))).toBeUndefined()
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 9 }), (paise, third) => {
      expect(fieldError(money('Amount'), `${(paise / 100).toFixed(2)}${third}`)).toBe(
        'Amount can have two decimals at most',
      )
    }),
  )
  expect(fieldError(percent('Discount %'), 33.333)).toBe('Discount % can have two decimals at most')
  expect(fieldError(percent('Discount %'), 33.33)).toBeUndefined()
})

test('a number sent as text is plain digits: no blanks, plus signs, powers or other bases', () => {
  for (const text of [' 350', '350 ', '+5', '0x10', '0b1', '1e3', '1_000', '١٢', '--5', '.', '5,0', 'Infinity'])
    for (const field of [money('Amount'), percent('Amount'), integer('Amount')])
      expect([text, fieldError(field, text)]).toEqual([text, 'Amount must be a number'])
  for (const text of ['350', '-350', '0.05', '.5', '5.', '007'])
    expect([text, fieldError(money('Amount'), text)]).toEqual([text, undefined])
})

test('a key or a whole number sent as text is its digits: none is read as another or as empty', () => {
  for (const text of ['3001.0', '3001.', '.5', '00000003001'])
    for (const field of [reference('Product', 'product'), integer('Product')])
      expect([text, fieldError(field, text)]).toEqual([text, 'Product must be a whole number'])
  for (const text of ['3001', '-1', '007']) expect(fieldError(reference('Product', 'product'), text)).toBeUndefined()
})

test('any value sent for a number gives its message or no error, never an exception', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const said = fieldError(integer('Age'), value)
      expect(said === undefined || said.startsWith('Age')).toBe(true)
    }),
  )
})

test('a required field gives its own message for an empty, a blank and an absent value', () => {
  const fields = { Name: text('Name', { required: 'Name is required' }) }
  for (const value of [undefined, null, '', '   '])
    expect(validate(fields, { Name: value })).toEqual({ Name: ['Name is required'] })
  expect(validate(fields, { Name: 'Asha' })).toEqual({})
})

test('errors of a row are at the row and its field; unknown keys are named', () => {
  const fields = { Lines: rows('Lines', { Amount: money('Amount', { min: 0 }) }) }
  expect(Object.keys(validate(fields, { Lines: [{ Amount: 1 }, { Amount: -1 }] }))).toEqual([
    expect.stringContaining('Lines.1'),
  ])
  expect(unknownKeys(fields, { Lines: [], Other: 1 })).toEqual(['Other'])
})
