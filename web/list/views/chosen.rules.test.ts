// Chosen columns: their order, what is left out, and what is saved of a choice.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Column } from '../table/columns.ts'
import { choicesOf, chosenOf, moved, namesOf, toggled } from './chosen.rules.ts'

const column = (name: string): Column => ({
  name,
  title: name,
  kind: 'text',
  width: 100,
  secondary: false,
  tightest: 80,
})
const all = ['A', 'B', 'C', 'D'].map(column)
const names = (of: readonly { readonly name: string }[]) => of.map((one) => one.name)

test('the chosen ones show in their order; unknown ones are left out; without any all show', () => {
  expect(names(chosenOf(all, ['C', 'Gone', 'A']))).toEqual(['C', 'A'])
  expect(names(chosenOf(all, ['Gone']))).toEqual(['A', 'B', 'C', 'D'])
  expect(chosenOf(all, undefined)).toBe(all)
})

test('all can be chosen again: the ones that show first, then the others', () => {
  expect(choicesOf(all, ['C', 'A']).map(({ name, isOn }) => `${name}${isOn ? '+' : '-'}`)).toEqual([
    'C+',
    'A+',
    'B-',
    'D-',
  ])
})

test('one moves up and down as far as the ends', () => {
  const choices = choicesOf(all, undefined)
  expect(names(moved(choices, 'B', -1))).toEqual(['B', 'A', 'C', 'D'])
  expect(names(moved(choices, 'C', 1))).toEqual(['A', 'B', 'D', 'C'])
  expect(moved(choices, 'A', -1)).toBe(choices)
  expect(moved(choices, 'D', 1)).toBe(choices)
  expect(moved(choices, 'Gone', 1)).toBe(choices)
})

test('the list’s own columns are no choice, and neither is an empty one', () => {
  const choices = choicesOf(all, undefined)
  expect(namesOf(choices, all)).toBeUndefined()
  expect(namesOf(toggled(choices, 'B'), all)).toEqual(['A', 'C', 'D'])
  expect(namesOf(toggled(toggled(choices, 'B'), 'B'), all)).toBeUndefined()
  expect(
    namesOf(
      choices.map((choice) => ({ ...choice, isOn: false })),
      all,
    ),
  ).toBeUndefined()
  expect(namesOf(moved(choices, 'A', 1), all)).toEqual(['B', 'A', 'C', 'D'])
})

test('a saved choice shows the same columns again', () => {
  const order = fc.shuffledSubarray(['A', 'B', 'C', 'D'], { minLength: 1 })
  fc.assert(
    fc.property(order, (chosen) => {
      expect(names(chosenOf(all, namesOf(choicesOf(all, chosen), all)))).toEqual(chosen)
    }),
  )
})
