// Decisions join: the first refusal counts, later ones are not asked.
import { expect, test } from 'vitest'
import { allOf, must, no, reasonOf, yes } from './refusal.ts'

test('all of nothing is yes', () => {
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
