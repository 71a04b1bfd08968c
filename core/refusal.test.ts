// Joined decisions: the first refusal counts, later ones are not evaluated.
import { expect, test } from 'vitest'
import { allOf, eachOf, errorsOf, must, no, reasonOf, under, yes } from './refusal.ts'

test('without decisions the answer is yes', () => {
  expect(allOf()).toEqual({ ok: true })
})

test('the first refusal is the answer and later functions are not called', () => {
  let asked = false
  const late = () => {
    asked = true
    return yes
  }
  expect(allOf(yes, must(true, 'a'), no('b'), late, no('c'))).toEqual({ ok: false, reason: 'b' })
  expect(asked).toBe(false)
  expect(reasonOf(no('b'))).toBe('b')
  expect(reasonOf(yes)).toBeUndefined()
})

test('a decision about many has every refusal, each at its own place', () => {
  expect(eachOf([])).toEqual(yes)
  expect(eachOf([yes, yes])).toEqual(yes)
  const refusal = eachOf([under('Rows.1', no('a')), yes, under('Rows.3', no('b', { at: 'Price' })), no('c')])
  expect(refusal).toEqual({ ok: false, reason: 'a; b; c', errors: { 'Rows.1': ['a'], 'Rows.3.Price': ['b'] } })
  expect(errorsOf(no('d', { at: 'Remarks' }), refusal)).toEqual({
    Remarks: ['d'],
    'Rows.1': ['a'],
    'Rows.3.Price': ['b'],
  })
  expect(errorsOf(under('Sale', refusal))).toEqual({ 'Sale.Rows.1': ['a'], 'Sale.Rows.3.Price': ['b'] })
})
