// For whom an interval is, in words, beside the interval on the sheet.
import { expect, test } from 'vitest'
import { gender } from '../../lists/items.model.ts'
import { anInterval, aRow } from './entry.fixture.ts'
import { whoOf, whomOf } from './who.rules.ts'

const pregnant = aRow({
  GenderId: gender.Female,
  Gender: 'Female',
  PatientAge: 30,
  Pregnancy: 'yes',
  PregnancyWeeks: 20,
  PregnancyWeeksOn: '2028-02-22',
  CollectionDate: '2028-02-29T00:30:00+05:30',
})

test('an interval by the week says its weeks, and the week at the draw of the tube', () => {
  const weeks = { Pregnancy: 'yes', MinWeeks: 14, MaxWeeks: 27 } as const
  expect(whoOf(pregnant)).toMatchObject({ pregnancy: 'yes', weeks: 21 })
  expect(whomOf(pregnant, anInterval({ GenderId: gender.Female, MinAge: 18, MaxAge: 60, ...weeks }))).toBe(
    '18 to 60 years, female, pregnant, 14–27 weeks, 21 weeks at the draw',
  )
  expect(whomOf(pregnant, anInterval({ Pregnancy: 'yes' }))).toBe('any age, any gender, pregnant')
  expect(whoOf({ ...pregnant, CollectionDate: null }).weeks).toBeNull()
})

test('hours are before days, and days before years', () => {
  expect(whomOf(pregnant, anInterval({ MinAgeHours: 24, MaxAgeHours: 48, MinAgeDays: 1 }))).toBe(
    '24 to 48 hours of life, any gender',
  )
  expect(whomOf(pregnant, anInterval({ MinAgeDays: 1, MaxAgeDays: 7 }))).toBe('1 to 7 days, any gender')
  expect(whomOf(pregnant, anInterval({ MinAge: 18 }))).toBe('from 18 years, any gender')
})
