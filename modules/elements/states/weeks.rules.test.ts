// Ranges for weeks of a pregnancy, side by side, twice, and with a gap between them.
import { expect, test } from 'vitest'
import { gender } from '../../lists/items.model.ts'
import { rangeErrors } from '../elements.rules.ts'
import { weekErrors } from './weeks.rules.ts'

type Range = Parameters<typeof weekErrors>[0][number]
const of = (MinWeeks: number | null, MaxWeeks: number | null, more: Range = {}): Range => ({
  Pregnancy: 'yes',
  MinWeeks,
  MaxWeeks,
  ...more,
})
const said = (...rows: readonly Range[]) =>
  Object.entries(weekErrors(rows)).map(([at, [text]]) => `${at.replace('ElementMeasurements.', '')}: ${text}`)

test('trimesters beside each other are neither twice nor a gap, in any order', () => {
  expect(said(of(null, 13), of(14, 27), of(28, null))).toEqual([])
  expect(said(of(28, 45), of(14, 27), of(1, 13))).toEqual([])
  expect(said({}, { Pregnancy: 'no' })).toEqual([])
})

test('weeks of who is not said to be pregnant are refused at the field that has them', () => {
  const text = 'Weeks are of pregnant patients: choose Pregnant, or leave the weeks empty'
  expect(said(of(1, null, { Pregnancy: null }))).toEqual([`0.MinWeeks: ${text}`])
  expect(said(of(null, 13, { Pregnancy: 'no' }))).toEqual([`0.MaxWeeks: ${text}`])
})

test('a week in two ranges for the same people on one instrument is refused', () => {
  expect(said(of(null, 14), of(14, null))).toEqual([
    '1.MinWeeks: There is a range for the same people in week 14 already',
  ])
  expect(said(of(1, 20), of(10, 45))).toEqual([
    '1.MinWeeks: There is a range for the same people in weeks 10 to 20 already',
  ])
  const own = { InstrumentId: 3 }
  expect(said(of(null, 14), of(15, null), of(null, 20, own), of(21, null, own))).toEqual([])
  expect(said(of(null, 14), of(15, null), of(null, 20, { Fasting: 'yes' }), of(21, null, { Fasting: 'yes' }))).toEqual(
    [],
  )
})

test('a week between, before or after them without a range is refused', () => {
  const refused = (at: string, weeks: string) =>
    `${at}: No range holds in ${weeks}: add one for the same people, or leave this empty`
  expect(said(of(null, 12), of(14, null))).toEqual([refused('0.MaxWeeks', 'week 13'), refused('1.MinWeeks', 'week 13')])
  expect(said(of(3, null))).toEqual([refused('0.MinWeeks', 'weeks 1 to 2')])
  expect(said(of(1, 40))).toEqual([refused('0.MaxWeeks', 'weeks 41 to 45')])
  expect(said(of(44, null), of(1, 13))).toEqual([
    refused('0.MinWeeks', 'weeks 14 to 43'),
    refused('1.MaxWeeks', 'weeks 14 to 43'),
  ])
})

test('what is for all of them in any week, or on any instrument, fills a gap; what is for fewer does not', () => {
  expect(said(of(10, 20), of(null, null))).toEqual([])
  expect(said(of(10, 20, { InstrumentId: 3 }), of(null, 15), of(16, null))).toEqual([])
  expect(said(of(10, 20, { MinAge: 12, MaxAge: 60 }), of(null, null, { MinAge: 10, MaxAge: 60 }))).toEqual([])
  expect(said(of(10, 20, { MinAge: 12, MaxAge: 60 }), of(null, null, { MinAge: 18, MaxAge: 60 }))).toHaveLength(1)
  expect(said(of(10, 20), of(null, null, { GenderId: gender.Female }))).toHaveLength(1)
  expect(said(of(10, 20), of(null, null, { Pregnancy: 'no' }))).toHaveLength(1)
})

test('weeks in the wrong order are refused', () => {
  expect(rangeErrors([of(20, 10)])).toEqual({ 'ElementMeasurements.0.MaxWeeks': ['Max Weeks is below Min Weeks'] })
  expect(said(of(20, 10))).toEqual([])
})
