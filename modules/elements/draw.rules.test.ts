// What is known of a patient at the draw: stated, or ruled out by sex and age; each limit to the year and hour.
import { describe, expect, test } from 'vitest'
import { gender } from '../lists/items.model.ts'
import {
  cycleOf,
  knownAtDraw,
  mayHoldAtDraw,
  nothingStated,
  possibleStates,
  pregnancyOf,
  statedText,
  statesOf,
  unknownAtDraw,
  weeksApart,
  weeksAt,
} from './draw.rules.ts'

const woman = (ageYears: number | null) => ({ genderId: gender.Female, ageYears })
const kept = { ...nothingStated, PregnancyWeeksOn: null }
const man = { genderId: gender.Male, ageYears: 30 }

describe('what sex and age rule out', () => {
  test('pregnancy: of men, below 10, and above 60; else it is as stated', () => {
    expect(pregnancyOf('yes', man)).toBe('no')
    expect([9, 10, 60, 61].map((age) => pregnancyOf('yes', woman(age)))).toEqual(['no', 'yes', 'yes', 'no'])
    expect([9, 10, 60, 61].map((age) => pregnancyOf(null, woman(age)))).toEqual(['no', null, null, 'no'])
    for (const genderId of [gender.Unknown, gender.Other, null]) {
      expect(pregnancyOf(null, { genderId, ageYears: 30 })).toBeNull()
      expect(pregnancyOf('no', { genderId, ageYears: null })).toBe('no')
    }
  })

  test('the cycle: none of men, below 8 and of pregnant women, over above 60; else it is as stated', () => {
    expect(cycleOf('luteal', man)).toBe('none')
    expect([7, 8, 60, 61].map((age) => cycleOf('luteal', woman(age)))).toEqual([
      'none',
      'luteal',
      'luteal',
      'post-menopausal',
    ])
    expect([7, 8, 60, 61].map((age) => cycleOf(null, woman(age)))).toEqual(['none', null, null, 'post-menopausal'])
    expect(cycleOf('luteal', woman(30), 'yes')).toBe('none')
    expect(cycleOf('luteal', woman(30), 'no')).toBe('luteal')
    expect(cycleOf(null, woman(null))).toBeNull()
    expect(cycleOf('mid-cycle', { genderId: null, ageYears: null })).toBe('mid-cycle')
  })

  test('fasting: from the eighth hour without food; not stated is not known', () => {
    const fasting = (FastingHours: number | null) => knownAtDraw({ ...kept, FastingHours }, man, null).fasting
    expect([0, 7, 8, 14].map(fasting)).toEqual(['no', 'no', 'yes', 'yes'])
    expect(fasting(7.9)).toBe('no')
    expect(fasting(null)).toBeNull()
  })
})

describe('the week of a pregnancy', () => {
  const at = (
    drawn: string | null,
    PregnancyWeeks: number | null = 20,
    PregnancyWeeksOn: string | null = '2028-02-22',
  ) => weeksAt({ PregnancyWeeks, PregnancyWeeksOn }, drawn)
  test('is one more for each seven whole days since the day for which it was stated, over 29 February too', () => {
    expect(at('2028-02-22T10:00:00+05:30')).toBe(20)
    expect(at('2028-02-28T23:59:59+05:30')).toBe(20)
    expect(at('2028-02-29T00:00:00+05:30')).toBe(21)
    expect(at('2028-03-06T10:00:00+05:30')).toBe(21)
    expect(at('2028-03-07T10:00:00+05:30')).toBe(22)
  })
  test('is one less for each seven whole days before: a day before it is the same', () => {
    expect(at('2028-02-21T10:00:00+05:30')).toBe(20)
    expect(at('2028-02-16T00:00:00+05:30')).toBe(20)
    expect(at('2028-02-15T23:59:59+05:30')).toBe(19)
    expect(at('2028-02-09T10:00:00+05:30')).toBe(19)
    expect(at('2028-02-08T10:00:00+05:30')).toBe(18)
  })
  test('goes by the day in India: at 00:30 it is the next one, which in Greenwich is not', () => {
    expect(at('2028-02-28T19:00:00Z')).toBe(21)
    expect(at('2028-02-28T18:00:00Z')).toBe(20)
  })
  test('is not known where it is not stated, before the draw, and beyond what a pregnancy has', () => {
    expect([at(null), at('2028-02-22', null), at('2028-02-22', 20, null)]).toEqual([null, null, null])
    expect([at('2028-08-15'), at('2028-08-22')]).toEqual([45, null])
    expect([at('2027-10-12'), at('2027-10-06'), at('2027-10-05')]).toEqual([1, 1, null])
  })
  test('is of who is pregnant alone', () => {
    const stated = { ...kept, Pregnancy: 'yes', PregnancyWeeks: 20, PregnancyWeeksOn: '2028-02-22' } as const
    expect(knownAtDraw(stated, woman(30), '2028-03-07').weeks).toBe(22)
    expect(knownAtDraw(stated, woman(61), '2028-03-07').weeks).toBeNull()
    expect(knownAtDraw(stated, man, '2028-03-07').weeks).toBeNull()
  })

  const [first, second, third] = [{ MaxWeeks: 13 }, { MinWeeks: 14, MaxWeeks: 27 }, { MinWeeks: 28 }].map((weeks) => ({
    Pregnancy: 'yes' as const,
    ...weeks,
  }))
  const held = (weeks: number | null) =>
    [first, second, third].map((row) => mayHoldAtDraw(row ?? {}, { pregnancy: 'yes', weeks }))
  test('is within the weeks of a range, both ends included; an open end has none', () => {
    expect([1, 13, 14, 27, 28, 45].map(held)).toEqual([
      [true, false, false],
      [true, false, false],
      [false, true, false],
      [false, true, false],
      [false, false, true],
      [false, false, true],
    ])
    expect(held(null)).toEqual([true, true, true])
  })
  test('is asked where ranges differ by it, and of a patient who is pregnant', () => {
    const rows = [first ?? {}, { Pregnancy: 'no' as const }]
    expect(unknownAtDraw(rows, { pregnancy: 'yes', weeks: null })).toEqual(['the week of pregnancy'])
    expect(unknownAtDraw(rows, { pregnancy: null, weeks: null })).toEqual(['pregnancy'])
    expect(unknownAtDraw(rows, { pregnancy: 'yes', weeks: 3 })).toEqual([])
    expect(unknownAtDraw([{ Pregnancy: 'yes' }], { pregnancy: 'yes', weeks: null })).toEqual([])
  })
  test('makes a difference where a range begins or has ended', () => {
    expect(weeksApart([first ?? {}, second ?? {}, third ?? {}, {}])).toEqual([1, 14, 28])
    expect(weeksApart([])).toEqual([1])
  })
  test('in words', () => {
    expect(statesOf(second ?? {})).toEqual(['Pregnant', '14–27 weeks'])
    expect(
      [first, third, { MinWeeks: 4, MaxWeeks: 4 }, { MaxWeeks: 1 }].map((row) => statesOf(row ?? {}).at(-1)),
    ).toEqual(['up to 13 weeks', 'from 28 weeks', '4 weeks', 'up to 1 week'])
    expect(statedText('PregnancyWeeks', { PregnancyWeeks: 20, PregnancyWeeksOn: '2028-02-29' })).toBe(
      '20 weeks on 29-Feb-2028',
    )
  })
})

test('all that is known of one patient', () => {
  const stated = { ...kept, Pregnancy: 'yes', FastingHours: 9, CyclePhase: 'luteal', Treatment: 'no' } as const
  expect(knownAtDraw(stated, woman(30), null)).toMatchObject({
    pregnancy: 'yes',
    fasting: 'yes',
    cyclePhase: 'none',
    treatment: 'no',
  })
  expect(knownAtDraw(stated, man, null)).toMatchObject({ pregnancy: 'no', cyclePhase: 'none' })
  expect(knownAtDraw(kept, woman(30), null)).toMatchObject({
    pregnancy: null,
    fasting: null,
    cyclePhase: null,
    treatment: null,
  })
})

test('the states in which somebody may be: a pregnant woman has no phase', () => {
  const unknown = { pregnancy: null, fasting: null, cyclePhase: null, treatment: null }
  // pregnant: 2 x 2 without a phase; not pregnant: 2 x 2 x 4 phases
  expect(possibleStates(unknown)).toHaveLength(4 + 16)
  expect(possibleStates({ ...unknown, pregnancy: 'yes', fasting: 'no' }).map(({ cyclePhase }) => cyclePhase)).toEqual([
    'none',
    'none',
  ])
  expect(
    possibleStates({ ...unknown, pregnancy: 'no', fasting: 'yes', treatment: 'no' }).map(
      ({ cyclePhase }) => cyclePhase,
    ),
  ).toEqual(['follicular', 'mid-cycle', 'luteal', 'post-menopausal'])
  expect(possibleStates({ ...unknown, pregnancy: 'yes', fasting: 'no' }, [1, 14]).map(({ weeks }) => weeks)).toEqual([
    1, 1, 14, 14,
  ])
  expect(possibleStates({ ...unknown, pregnancy: 'yes', weeks: 9, fasting: 'no', treatment: 'no' }, [1, 14])).toEqual([
    expect.objectContaining({ weeks: 9 }),
  ])
  const whole = { pregnancy: 'no', fasting: 'yes', cyclePhase: 'none', treatment: 'yes' } as const
  expect(possibleStates(whole)).toEqual([expect.objectContaining(whole)])
})

test('states in words', () => {
  expect(statesOf({ Pregnancy: 'yes', Fasting: 'no', CyclePhase: 'luteal', Treatment: 'yes' })).toEqual([
    'Pregnant',
    'Not fasting',
    'Luteal phase',
    'On treatment',
  ])
  expect(statesOf({})).toEqual([])
  expect(statedText('FastingHours', { FastingHours: 9 })).toBe('Fasting 9 h')
  expect(statedText('FastingHours', { FastingHours: 0 })).toBe('Fasting 0 h')
  expect(statedText('Pregnancy', { Pregnancy: 'no', CyclePhase: 'luteal' })).toBe('Not pregnant')
  expect(statedText('CyclePhase', { Pregnancy: 'no', CyclePhase: 'luteal', Treatment: 'yes' })).toBe('Luteal phase')
  expect(statedText('Treatment', { CyclePhase: 'luteal', Treatment: 'yes' })).toBe('On treatment')
  for (const name of ['Pregnancy', 'PregnancyWeeks', 'FastingHours', 'CyclePhase', 'Treatment'] as const)
    expect(statedText(name, {})).toBe('not stated')
})
