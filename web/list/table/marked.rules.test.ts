// Marked rows: single ones and ranges.
import { expect, test } from 'vitest'
import { anchorOf, reaching, toggled } from './marked.rules.ts'

const ids = ['a', 'b', 'c', 'd']

test('a row is marked and unmarked; the others do not change', () => {
  expect([...toggled(new Set(['a']), 'b')]).toEqual(['a', 'b'])
  expect([...toggled(new Set(['a', 'b']), 'a')]).toEqual(['b'])
})
test.each([
  [1, 2, ['d', 'b', 'c']],
  [2, 1, ['d', 'b', 'c']],
  [0, 0, ['d', 'a']],
  [-1, 1, ['d', 'a', 'b']],
])('from row %i to row %i both are marked in addition to the others', (from, to, marked) => {
  expect([...reaching(new Set(['d']), ids, from, to)]).toEqual(marked)
})

test('a range starts at the last marked row, wherever it is now, else at the current row', () => {
  expect(anchorOf(ids, 'a', 2)).toBe(0)
  expect(anchorOf(['d', 'c', 'b', 'a'], 'a', 2)).toBe(3)
  expect(anchorOf(ids, 'gone', 2)).toBe(2)
  expect(anchorOf(ids, undefined, 2)).toBe(2)
})
