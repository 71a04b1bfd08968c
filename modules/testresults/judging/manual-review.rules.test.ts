// Results that a person must review, whatever the value.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { gender, workItemStatus } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isFirstValue, mayGoUnseen } from './manual-review.rules.ts'

const anInterval = (some: object = {}): ResultRow['Measurements'][number] => ({
  ElementMeasurementId: 1,
  InstrumentId: null,
  GenderId: null,
  MinAge: 0,
  MaxAge: 120,
  LowValue: 1,
  HighValue: 9,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PrintableRange: null,
  PossibleValues: null,
  ...some,
})
const run = { ResultId: 1 } as ResultRow['Runs'][number]
const aRow = (some: Partial<ResultRow> = {}) =>
  ({
    Element: 'Sodium',
    Result: '5',
    Formula: null,
    Measurements: [anInterval()],
    InstrumentId: 5,
    GenderId: gender.Male,
    PatientAge: 30,
    AgeDays: 11_000,
    UnitOfMeasure: 'mmol/L',
    Neighbours: [],
    PreviousResult: '4',
    PreviousDate: '2026-11-20T06:00:00Z',
    DeltaCheck: { type: 'abs', limit: 8, windowDays: 3 },
    Comments: null,
    Remarks: null,
    ReasonId: null,
    Runs: [run],
    Source: 'person',
    KeeperId: null,
    Sale: { CollectionDate: '2026-11-22T06:00:00Z' },
    ...some,
  }) as ResultRow
const beside = (some: Partial<ResultRow['Neighbours'][number]>) =>
  ({
    AccessionNo: 'PTL2611000002',
    Result: '4',
    UnitOfMeasure: 'mmol/L',
    Date: '2026-11-21T06:00:00Z',
    IsEarlier: true,
    ...some,
  }) as ResultRow['Neighbours'][number]
const plannedFor = (CollectionDate: string) => ({ CollectionDate }) as ResultRow['Sale']
const why = (some: Partial<ResultRow> = {}) => reasonOf(mayGoUnseen(aRow(some)))
const unknown = 'Sodium: its interval depends on age or sex, which is not known'

test.each<[Partial<ResultRow>, string]>([
  [{ KeeperId: 2 }, 'measured by an outside laboratory'],
  [{ Source: 'outside lab' }, 'measured by an outside laboratory'],
  [{ Runs: [run, run] }, 'it was repeated'],
  [{ Comments: 'Lipaemic' }, 'it has remarks, comments or a reason'],
  [{ Remarks: 'Look at this' }, 'it has remarks, comments or a reason'],
  [{ ReasonId: 160 }, 'it has remarks, comments or a reason'],
  [{ PreviousResult: '<5' }, 'the earlier result cannot be compared with it'],
  [{ Result: '>9' }, 'the earlier result cannot be compared with it'],
  [
    // planned for a day before the earlier result, drawn after it
    { PreviousResult: '<5', CollectionDate: '2026-11-21T06:00:00Z', Sale: plannedFor('2026-11-19T06:00:00Z') },
    'the earlier result cannot be compared with it',
  ],
  [{ Neighbours: [beside({ Result: '<5' })] }, 'another value of the patient cannot be compared with it'],
  [
    { Neighbours: [beside({ UnitOfMeasure: 'mg/dL', IsEarlier: false, Date: '2026-11-23T06:00:00Z' })] },
    'another value of the patient cannot be compared with it',
  ],
])('%j: %s', (some, reason) => {
  expect(why()).toBeUndefined()
  expect(why(some)).toBe(`Sodium: ${reason}`)
})

test('sex and age must be known where the interval or the formula depends on them', () => {
  const bySex = { Measurements: [anInterval(), anInterval({ GenderId: gender.Female })] }
  for (const GenderId of [null, gender.Unknown, gender.Other]) {
    expect(why({ GenderId })).toBeUndefined()
    expect(why({ GenderId, ...bySex })).toBe(unknown)
    expect(why({ GenderId, Formula: 'IF(SEX == "F", {1}, {2})' })).toBe(unknown)
  }
  for (const GenderId of [gender.Male, gender.Female]) expect(why({ GenderId, ...bySex })).toBeUndefined()
  const noAge = { PatientAge: null, AgeDays: null }
  expect(why(noAge)).toBeUndefined()
  expect(why({ ...noAge, Formula: '{1} * AGE' })).toBe(unknown)
  for (const part of [{ MinAge: 18 }, { MaxAge: 17 }, { MaxAge: 100 }, { MinAgeDays: 0, MaxAgeDays: 28 }]) {
    expect(why({ ...noAge, Measurements: [anInterval(), anInterval(part)] })).toBe(unknown)
    // of another instrument it does not matter
    expect(why({ ...noAge, Measurements: [anInterval(), anInterval({ ...part, InstrumentId: 7 })] })).toBeUndefined()
    expect(why({ Measurements: [anInterval(), anInterval(part)] })).toBeUndefined()
  }
})

test('the hours of life must be known while an interval by hours may hold', () => {
  const firstDay = anInterval({ MaxAge: null, MinAgeHours: 0, MaxAgeHours: 24 })
  const thirdDay = anInterval({ MaxAge: null, MinAgeHours: 48, MaxAgeHours: 60 })
  const noEnd = anInterval({ MaxAge: null, MinAgeHours: 72, MaxAgeHours: null })
  const whole = anInterval()
  const newborn = (AgeDays: number | null, Measurements: ResultRow['Measurements'], AgeHours: number | null = null) =>
    why({ PatientAge: 0, AgeDays, AgeHours, Measurements })
  expect(newborn(0, [firstDay, whole])).toBe(unknown)
  expect(newborn(1, [firstDay, whole])).toBe(unknown)
  expect(newborn(2, [firstDay, whole])).toBeUndefined()
  expect(newborn(0, [firstDay, whole], 3)).toBeUndefined()
  // the 60th hour is on the third day
  expect(newborn(3, [thirdDay, whole])).toBe(unknown)
  expect(newborn(4, [thirdDay, whole])).toBeUndefined()
  // without an end: for thirty days
  expect(newborn(30, [noEnd, whole])).toBe(unknown)
  expect(newborn(31, [noEnd, whole])).toBeUndefined()
  expect(newborn(0, [whole, whole])).toBeUndefined()
  expect(newborn(1, [firstDay, { ...firstDay, InstrumentId: 7 }])).toBe(unknown)
  expect(newborn(1, [whole, { ...firstDay, InstrumentId: 7 }])).toBeUndefined()
})

test('a rule takes the first value of a pending result', () => {
  const { Pending, Entered, Reviewed, OnHold, ReferredOut, Repeat } = workItemStatus
  const first = (StatusId: number, hadValue = false) =>
    reasonOf(isFirstValue({ Element: 'Sodium' }, { StatusId, hadValue }))
  expect(first(Pending)).toBeUndefined()
  expect(first(Pending, true)).toBe('Sodium: another value was entered before')
  for (const StatusId of [Entered, Reviewed, OnHold, ReferredOut, Repeat])
    expect(first(StatusId)).toBe('Sodium: it was not in status Pending before')
})
