// Errors of any kind, and what libraries put on them.
import { expect, test } from 'vitest'
import { errorOf, partOf } from './thrown.ts'

test('an error stays itself, all else that was thrown becomes one', () => {
  const lost = new TypeError('lost')
  expect(errorOf(lost)).toBe(lost)
  expect([errorOf('gone').message, errorOf(undefined).message]).toEqual(['gone', 'undefined'])
})

test('a text beside the message is read, and no other kind of part', () => {
  const error = Object.assign(new Error('no'), { code: 'ENOENT', errno: -2 })
  expect([partOf(error, 'code'), partOf(error, 'errno'), partOf(error, 'detail')]).toEqual([
    'ENOENT',
    undefined,
    undefined,
  ])
  expect([partOf(null, 'code'), partOf('text', 'length'), partOf([], 'length')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
