// What is known of a patient at the draw: stated, or ruled out by sex and age; each limit to the year and hour.
import { describe, expect, test } from 'vitest'
import { gender } from '../lists/items.model.ts'
import { cycleOf, knownAtDraw, nothingStated, possibleStates, pregnancyOf, statedText, statesOf } from './draw.rules.ts'

const woman = (ageYears: number | null) => ({ genderId: gender.Female, ageYears })
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
    const fasting = (FastingHours: number | null) => knownAtDraw({ ...nothingStated, FastingHours }, man).fasting
    expect([0, 7, 8, 14].map(fasting)).toEqual(['no', 'no', 'yes', 'yes'])
    expect(fasting(7.9)).toBe('no')
    expect(fasting(null)).toBeNull()
  })
})

test('all that is known of one patient', () => {
  const stated = { ...nothingStated, Pregnancy: 'yes', FastingHours: 9, CyclePhase: 'luteal', Treatment: 'no' } as const
  expect(knownAtDraw(stated, woman(30))).toMatchObject({
    pregnancy: 'yes',
    fasting: 'yes',
    cyclePhase: 'none',
    treatment: 'no',
  })
  expect(knownAtDraw(stated, man)).toMatchObject({ pregnancy: 'no', cyclePhase: 'none' })
  expect(knownAtDraw(nothingStated, woman(30))).toMatchObject({
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
  for (const name of ['Pregnancy', 'FastingHours', 'CyclePhase', 'Treatment'] as const)
    expect(statedText(name, {})).toBe('not stated')
})
