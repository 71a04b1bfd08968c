// Proves that a label shortens given names only.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelNames } from './label.rules.ts'

test('only given names are shortened', () => {
  expect(labelNames('Kulkarni', 'Prakash Madhav')).toEqual([
    'KULKARNI Prakash Madhav',
    'KULKARNI Prakash M',
    'KULKARNI P M',
    'KULKARNI P',
    'KULKARNI',
  ])
  expect(labelNames('', 'Lakshmi')).toEqual(['Lakshmi', 'L'])
})

test('the family name is whole in each', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{1,30}$/),
      fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,3}$/),
      (family, given) => {
        for (const name of labelNames(family, given)) expect(name.startsWith(family.toUpperCase())).toBe(true)
      },
    ),
  )
})
