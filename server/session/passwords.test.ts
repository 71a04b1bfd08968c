// New passwords that are too short, too long or too easy to guess are refused; a temporary one is always accepted.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passwordProblem, temporaryPassword } from './passwords.ts'

const easy = 'This password is too easy to guess'
const problem = (password: string) => passwordProblem(password, 'kavita.joshi', 'Kavita Joshi')

test('twelve characters at least, 128 at most', () => {
  expect(problem('x7#kd91mwq2')).toBe('Password must have at least 12 characters')
  expect(problem('x7#kd91mwq2p')).toBeUndefined()
  expect(problem('x7#k'.padEnd(129, 'mwq2'))).toBe('Password can have 128 characters at most')
})
test.each([
  ['known', '1qaz2wsx3edc'],
  ['known, in capitals', 'FinalFantasy'],
  ['a known word with digits', 'sunshine2026'],
  ['a known word with digits and a sign', 'Welcome12345!'],
  ['the same again and again', 'abc9abc9abc9'],
  ['three characters', 'aabbaabbccab'],
  ['digits', '123456789012'],
  ['the user name', 'kavita.joshi'],
  ['the full name with a year', 'KavitaJoshi2026'],
  ['the product', 'Aliquot-2026!'],
])('%s is too easy', (_what, password) => expect(problem(password)).toBe(easy))
test.each([
  'correct horse battery',
  'much-longer-password-9',
  'kavita likes seven mangoes',
  'x7#kd91mwq2p',
  'Überraschung am Montag',
])('%s is accepted', (password) => expect(problem(password)).toBeUndefined())
test('a name of two letters or none does not forbid a password', () => {
  expect(passwordProblem('bo-mountain-lake', 'bo', '')).toBeUndefined()
})
test('a temporary password is always good enough', () => {
  fc.assert(
    fc.property(fc.constant(null), () => {
      expect(problem(temporaryPassword())).toBeUndefined()
    }),
  )
})
