// Which templates the print dialog has ticked.
import { expect, test } from 'vitest'
import { chosenAtFirst, turned } from './templates.ts'

test('the first template is ticked at first, later the ones printed last', () => {
  expect(chosenAtFirst([41, 42, 43], undefined)).toEqual([41])
  expect(chosenAtFirst([41, 42, 43], [43, 42])).toEqual([42, 43])
  expect(chosenAtFirst([], undefined)).toEqual([])
})
test('a deleted template, or a remembered value of another kind, falls back to the first', () => {
  for (const last of [[77], 'x', null, {}, 42]) expect(chosenAtFirst([41, 42], last)).toEqual([41])
})
test('ticks change one by one and follow the order of the list', () => {
  expect(turned([41, 42, 43], [43], 41)).toEqual([41, 43])
  expect(turned([41, 42, 43], [41, 43], 41)).toEqual([43])
  expect(turned([41], [41], 41)).toEqual([])
})
