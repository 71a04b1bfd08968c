// A label is for one tube and no other number; a report names a tube by what is on it.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { labelOf, mayTakeOn, shortOf } from './label.rules.ts'

test('a label is taken on for one tube, unless another has it or it reads as an accession number', () => {
  expect(mayTakeOn('A123456', 1, false).ok).toBe(true)
  expect(reasonOf(mayTakeOn('A123456', 2, false))).toMatch('for one tube')
  expect(reasonOf(mayTakeOn('NCL2611000007', 1, false))).toMatch('accession number')
  expect(reasonOf(mayTakeOn('A123456', 1, true))).toMatch('another tube')
})

test('scanned and typed labels are the same; an empty one is none', () => {
  expect([labelOf(' a123456 '), labelOf('  '), labelOf(null), labelOf(undefined)]).toEqual([
    'A123456',
    null,
    null,
    null,
  ])
})

test('a report has the end of a tube number, and a label whole', () => {
  expect([shortOf('NCL2611000007-02'), shortOf('A123456')]).toEqual(['-02', 'A123456'])
})
