// The user name that is suggested for a client.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeUserName, suggestedUserName } from './user-name.rules.ts'

test('MDA-188 MDA-189 the initials of all words but the last and the last word, small, letters and digits, cut to ten', () => {
  expect(
    [
      'John Quincy Featherstone',
      'Meena Kulkarni',
      'Madonna',
      "Dr. Zoë O'Brien-Smith",
      '  A   B  ',
      'मीना',
      'Sunrise Hospital (DEMO) 2',
    ].map(suggestedUserName),
  ).toEqual(['jqfeathers', 'mkulkarni', 'madonna', 'dzobriensm', 'ab', '', 'shd2'])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(suggestedUserName(name)).toMatch(/^[a-z0-9]{0,10}$/)
    }),
  )
})

test('MDA-189 a taken one gets the lowest free number, within ten characters', () => {
  const taken = new Set(['mkulkarni', 'mkulkarni2', 'jqfeathers'])
  const free = (name: string) => freeUserName(name, (one) => taken.has(one))
  expect([free('asawant'), free('mkulkarni'), free('jqfeathers')]).toEqual(['asawant', 'mkulkarni3', 'jqfeather2'])
})
