// Which clients may become one, and what is asked first.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { clientType } from '../../lists/items.model.ts'
import { mayBeMerged, mayMerge, mergeText, movedText, type Merged } from './merge.rules.ts'

const anil: Merged = {
  ClientId: 1,
  ClientTypeId: clientType.Patient,
  Name: 'Anil',
  GenderId: 11,
  BirthDate: '1980-01-02',
  BirthTime: null,
  IsMeasured: false,
  OpeningSellerId: null,
  OpeningBalance: null,
  OpeningSettled: 0,
  GivesCare: false,
}
const said = (source: Partial<Merged>, target: Partial<Merged> = {}) =>
  reasonOf(mayMerge({ ...anil, ...source }, { ...anil, ClientId: 2, Name: 'Anil Rao', ...target }))

test('two clients of one type become one, but not one with itself', () => {
  expect(said({})).toBeUndefined()
  expect(said({}, { ClientId: 1 })).toBe('Nothing to do !')
  expect(said({ ClientTypeId: clientType.Doctor })).toBe('Anil Rao is a client of another type')
})
test('legal entities and labs stay', () => {
  const kept = Object.values(clientType).filter((ClientTypeId) => !mayBeMerged({ ClientTypeId }).ok)
  expect(kept.sort()).toEqual([clientType.LegalEntity, clientType.Lab].sort())
  expect(mayBeMerged({ ClientTypeId: null }).ok).toBe(true)
  const lab = { ClientTypeId: clientType.Lab }
  expect(said(lab, lab)).toBe('Legal entities and labs cannot be merged')
})
test.each([
  ['GenderId', 12],
  ['GenderId', null],
  ['BirthDate', '1980-01-03'],
  ['BirthTime', '04:05'],
] as const)('what was judged by another %s (%s) does not go to that person', (name, value) => {
  expect(said({ IsMeasured: true }, { [name]: value })).toBe(
    'Results of Anil were judged by a gender, birth date or time of birth that Anil Rao does not have: ' +
      'correct one of the two first',
  )
  expect(said({ IsMeasured: false }, { [name]: value })).toBeUndefined()
})
test('results go to a person of the same gender and birth', () => {
  expect(said({ IsMeasured: true })).toBeUndefined()
})
test('an institution that gives care takes over only another that does; one without takes over any', () => {
  const said = (source: boolean, target: boolean) =>
    reasonOf(mayMerge({ ...anil, ClientId: 2, GivesCare: source }, { ...anil, GivesCare: target }))
  expect([said(true, true), said(false, false), said(true, false)]).toEqual([undefined, undefined, undefined])
  expect(said(false, true)).toContain('change one of the two first')
})

test('opening balances with two sellers do not become one', () => {
  expect(said({ OpeningSellerId: 5 }, { OpeningSellerId: 6 })).toContain(
    'owe their opening balances to different sellers',
  )
  for (const seller of [5, null]) expect(said({ OpeningSellerId: 5 }, { OpeningSellerId: seller })).toBeUndefined()
  expect(said({ OpeningSellerId: null }, { OpeningSellerId: 6 })).toBeUndefined()
})
test('balances of opposite sign are added up only where nothing of them is used', () => {
  const other = 'Anil and Anil Rao have opening balances of opposite sign, and money is allocated to one or from it'
  expect(said({ OpeningBalance: 100 }, { OpeningBalance: -40 })).toBeUndefined()
  expect(said({ OpeningBalance: 100, OpeningSettled: 10 }, { OpeningBalance: -40 })).toContain(other)
  expect(said({ OpeningBalance: 100 }, { OpeningBalance: -40, OpeningSettled: 10 })).toContain(other)
  expect(said({ OpeningBalance: 100, OpeningSettled: 10 }, { OpeningBalance: 40 })).toBeUndefined()
  expect(said({ OpeningBalance: -100, OpeningSettled: 10 }, { OpeningBalance: -40 })).toBeUndefined()
  expect(said({ OpeningBalance: 100, OpeningSettled: 10 }, { OpeningBalance: null })).toBeUndefined()
})
test('what is asked first names both and what moves', () => {
  expect(mergeText({ ClientId: 1, Name: 'Anil' }, { ClientId: 2, Name: 'Anil Rao' })).toBe(
    'Are you sure that you want to merge 1: Anil INTO 2: Anil Rao ? THIS ACTION IS IRREVERSIBLE',
  )
  expect(movedText([])).toBe('No records belong to it yet.')
  expect(
    movedText([
      { What: 'sales', Count: 3 },
      { What: 'reports', Count: 1 },
    ]),
  ).toBe('This moves: 3 sales, 1 reports.')
})
